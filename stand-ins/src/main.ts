import { createApp } from './app.ts'
import { startNameServer } from './nameServer.ts'

if (process.env['NODE_ENV'] === 'production') {
  console.error('The stand-ins play the outside world for development: never in production.')
  process.exit(1)
}

const port = Number(process.env['STAND_INS_PORT'] ?? 4001)
const smtpPort = Number(process.env['SMTP_PORT'] ?? port + 1)

/** Names are answered only where somebody asks for it: most trials need no DNS. */
const dnsPort = process.env['DNS_PORT']

const app = await createApp({ smtpPort })
const nameServer = dnsPort === undefined ? null : await startNameServer(Number(dnsPort))
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    nameServer?.close()
    void app.close().then(() => process.exit(0))
  })
}
// Loopback alone: whoever reaches the mailbox can take over every account.
await app.listen({ port, host: '127.0.0.1' })
console.log(`Stand-ins on http://localhost:${port}, mail on port ${smtpPort}`)
