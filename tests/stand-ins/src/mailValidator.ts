import type { StandIn } from './platform/standIn.ts'
import { html, page } from './platform/page.ts'

/** The key in the settings of this machine. */
export const mailValidatorKey = 'stand-in-validator-key'

interface ValidatorSwitches {
  [name: string]: boolean | number | string
  /** Answers 429 to every question. */
  busy: boolean
  /** Answers a page of HTML with status 200. */
  garbage: boolean
}

const good = {
  is_disposable_address: false,
  is_role_address: false,
  reason: [] as string[],
  result: 'deliverable',
  risk: 'low',
}

/** The finding of each local part of an address. */
const findings: Readonly<Record<string, Partial<typeof good>>> = {
  missing: { reason: ['mailbox_does_not_exist'], result: 'undeliverable', risk: 'high' },
  disposable: { is_disposable_address: true, result: 'do_not_send', risk: 'high' },
  risky: { result: 'deliverable', risk: 'high' },
  refused: { result: 'undeliverable', risk: 'medium' },
  unknown: { result: 'unknown', risk: 'unknown' },
}

/** A validation of addresses in the shape of Mailgun's. */
export const mailValidator: StandIn<ValidatorSwitches> = {
  name: 'mail-validator',
  title: 'Address validation',
  about: 'Speaks like Mailgun; the local part of an address says what it answers.',
  switches: { busy: false, garbage: false },
  mount(app, { switches }) {
    app.get('/mail-validator', (_request, reply) =>
      reply
        .type('text/html')
        .send(
          page(
            'Address validation',
            html`<p>Addresses with their own answer: ${Object.keys(findings).join(', ')}@…</p>`,
          ),
        ),
    )
    app.post<{ Body: { address?: string } | null }>(
      '/mail-validator/v4/address/validate',
      ({ body, headers }, reply) => {
        const expected = `Basic ${Buffer.from(`api:${mailValidatorKey}`).toString('base64')}`
        if (headers.authorization !== expected) return reply.code(401).send('Forbidden')
        if (switches.busy) return reply.code(429).send({ message: 'Too many requests' })
        if (switches.garbage) return reply.type('text/html').send('<h1>Sorry</h1>')
        const address = body?.address ?? ''
        const finding = findings[address.split('@', 1)[0] ?? ''] ?? {}
        return reply.send({ address, ...good, ...finding })
      },
    )
  },
}
