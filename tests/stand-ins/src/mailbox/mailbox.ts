import type { StandIn, Stage } from '../platform/standIn.ts'
import {
  arrivalsScript,
  heightScript,
  mailboxPage,
  messagePage,
  noMessagePage,
} from './mailboxPages.ts'
import { type MailSwitches, startMailServer } from './mailServer.ts'
import { Messages } from './messages.ts'
import { readPreview } from './preview.ts'

type OwnSwitches = Pick<MailSwitches, 'tempfail421' | 'rcpt550' | 'rcpt550Of' | 'scanner'>

/**
 * The mail providers of all players: an SMTP server, and the mailbox with its mails. The switches
 * affect SMTP alone, so the mailbox stays readable while mail is down.
 */
export function mailbox(smtpPort: number): StandIn<OwnSwitches> {
  const messages = new Messages()
  return {
    name: 'mailbox',
    title: 'Mailbox',
    about: 'Every mail that the product sends.',
    switches: { tempfail421: false, rcpt550: false, rcpt550Of: '', scanner: false },
    ownsCommonSwitches: true,
    reset: () => messages.clear(),
    mount(app, { switches }: Stage<OwnSwitches>) {
      let endMailServer: (() => Promise<void>) | null = null
      app.addHook('onReady', async () => {
        endMailServer = await startMailServer(smtpPort, messages, switches)
      })
      app.addHook('onClose', () => endMailServer?.())

      app.get<{ Querystring: { to?: string } }>('/mailbox/messages', ({ query }) =>
        messages.list(query.to),
      )
      app.delete('/mailbox/messages', () => {
        messages.clear()
        return {}
      })
      app.get<{ Querystring: { to?: string } }>('/mailbox', ({ query }, reply) =>
        reply.type('text/html').send(mailboxPage(messages.list(query.to), query.to)),
      )
      app.get('/mailbox/arrivals.js', (_request, reply) =>
        reply.type('text/javascript').send(arrivalsScript),
      )
      app.get('/mailbox/height.js', (_request, reply) =>
        reply.type('text/javascript').send(heightScript),
      )
      app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
        '/mailbox/:id',
        ({ params, query }, reply) => {
          const message = messages.find(params.id)
          reply.type('text/html')
          if (message === undefined) return reply.code(404).send(noMessagePage())
          return reply.send(messagePage(message, readPreview(query)))
        },
      )
    },
  }
}
