import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { passed } from '../platform/standIn.ts'
import type { Messages } from './messages.ts'

/** The switches of the mail server. */
export interface MailSwitches {
  down: boolean
  slowMs: number
  /** Refuses every mail for now. */
  tempfail421: boolean
  /** Refuses every recipient as unknown. */
  rcpt550: boolean
  /** Refuses this recipient alone as unknown. */
  rcpt550Of: string
  /** Opens every link on arrival, as link scanners of mail providers do. */
  scanner: boolean
}

/** An SMTP server on loopback that keeps its mails. Resolves with a function that ends it. */
export async function startMailServer(
  port: number,
  messages: Messages,
  switches: MailSwitches,
): Promise<() => Promise<void>> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // On connections that stay open, too.
    onConnect: (_session, done) => done(refusalWhileDown(switches)),
    onMailFrom: (_address, _session, done) => done(refusalWhileDown(switches)),
    onRcptTo: ({ address }, _session, done) => {
      const isUnknown = switches.rcpt550 || address === switches.rcpt550Of
      done(isUnknown ? refusal(550, '5.1.1 Mailbox does not exist') : null)
    },
    onData: (stream, { envelope }, done) => {
      const take = async () => {
        const raw = await buffer(stream)
        await passed(switches.slowMs)
        if (switches.tempfail421) throw refusal(421, 'Try again later')
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const recipients = envelope.rcptTo.map(({ address }) => address)
        const { links } = await messages.receive(raw, from, recipients)
        if (switches.scanner) await scan(links)
      }
      callbackify(take)(done)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      // An aborted connection is no error of the server.
      server.on('error', () => {})
      resolve()
    })
  })
  return () => new Promise((resolve) => server.close(resolve))
}

const refusalWhileDown = ({ down }: MailSwitches) =>
  down ? refusal(421, 'Service not available') : null

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

async function scan(links: readonly string[]): Promise<void> {
  for (const link of links) {
    for (const method of ['HEAD', 'GET']) {
      await fetch(link, { method, redirect: 'manual' }).catch(() => null)
    }
  }
}
