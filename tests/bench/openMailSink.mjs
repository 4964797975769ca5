// A mail server in the measuring process that takes every mail, so that none is tried again.
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/**
 * Opens it on loopback. Returns its address, a function that says how many mails came, and one that
 * ends it.
 */
export async function openMailSink() {
  let taken = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, done) {
      stream.on('end', () => {
        taken += 1
        done()
      })
      stream.resume()
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const end = () => new Promise((resolve) => server.close(resolve))
  return { url: `smtp://127.0.0.1:${listening.address().port}`, taken: () => taken, end }
}
