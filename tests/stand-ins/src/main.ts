import { createApp } from './app.ts'
import { startNameServer } from './nameServer.ts'

if (process.env['NODE_ENV'] === 'production') {
  console.error('The stand-ins play the outside world for development: never in production.')
  process.exit(1)
}

const port = Number(process.env['STAND_INS_PORT'] ?? 4001)
const smtpPort = Number(process.env['SMTP_PORT'] ?? port + 1)

/** The name server is optional, as most trials need no DNS. */
const dnsPort = process.env['DNS_PORT']

const app = await createApp({ smtpPort })
const nameServer = dnsPort === undefined ? null : await startNameServer(Number(dnsPort))
// A test that started them may be gone without a word.
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) {
  process.once(signal, () => {
    nameServer?.close()
    void app.close().then(() => process.exit(0))
  })
}
// Loopback alone: access to the mailbox gives access to every account.
await app.listen({ port, host: '127.0.0.1' })
console.log(`Stand-ins on http://localhost:${port}, mail on port ${smtpPort}`)
