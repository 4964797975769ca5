import { createHash, randomBytes } from 'node:crypto'
import type { StandIn } from './platform/standIn.ts'
import { html, page } from './platform/page.ts'

/** The passwords that leaks have, and how often. */
const leaked: Readonly<Record<string, number>> = { Password1234: 51_259, Summer2024Games: 3 }

/** The least number of lines of an answer that is padded. */
const padded = 800

interface BreachedSwitches {
  [name: string]: boolean | number | string
  /** Answers a page of HTML with status 200. */
  garbage: boolean
  /** Answers ten megabytes. */
  endless: boolean
  /** Answers with a redirect to this address, when not empty. */
  redirectsTo: string
  /** Answers 500. */
  broken: boolean
  /** Has every leaked password in its answer with the count 0, as it pads answers. */
  onlyPadding: boolean
}

/** The range search of Have I Been Pwned: it reads five characters of a hash, and no more. */
export const breachedPasswords: StandIn<BreachedSwitches> = {
  name: 'breached',
  title: 'Breached passwords',
  about: 'Speaks like Have I Been Pwned; it knows two passwords.',
  switches: { garbage: false, endless: false, redirectsTo: '', broken: false, onlyPadding: false },
  mount(app, { switches }) {
    app.get('/breached', (_request, reply) =>
      reply
        .type('text/html')
        .send(
          page(
            'Breached passwords',
            html`<p>Passwords that leaks have: ${Object.keys(leaked).join(', ')}</p>`,
          ),
        ),
    )
    app.get<{ Params: { prefix: string } }>('/breached/range/:prefix', (request, reply) => {
      const { prefix } = request.params
      if (!/^[0-9A-F]{5}$/.test(prefix)) return reply.code(400).send('The hash was not valid.')
      if (request.headers['add-padding'] !== 'true') {
        return reply.code(400).send('A question without Add-Padding shows its answer’s length.')
      }
      if (switches.redirectsTo !== '') return reply.redirect(switches.redirectsTo)
      if (switches.broken) return reply.code(500).send('Sorry')
      if (switches.garbage) return reply.type('text/html').send('<h1>Sorry</h1>')
      if (switches.endless) return reply.type('text/plain').send('0'.repeat(10 * 1024 * 1024))
      const known = Object.entries(leaked).map(([password, count]) => ({
        hash: createHash('sha1').update(password).digest('hex').toUpperCase(),
        count: switches.onlyPadding ? 0 : count,
      }))
      const found = known.filter(({ hash }) => hash.startsWith(prefix))
      const lines = found.map(({ hash, count }) => `${hash.slice(5)}:${count}`)
      while (lines.length < padded) lines.push(`${randomHex(35)}:0`)
      return reply.type('text/plain').send(lines.toSorted().join('\r\n'))
    })
  },
}

function randomHex(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length).toUpperCase()
}
