import { createApp } from './app.ts'

if (process.env['NODE_ENV'] === 'production') {
  console.error('The stand-ins play the outside world for development: never in production.')
  process.exit(1)
}

const port = Number(process.env['STAND_INS_PORT'] ?? 4001)
const smtpPort = Number(process.env['SMTP_PORT'] ?? port + 1)

const app = await createApp({ smtpPort })
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void app.close().then(() => process.exit(0))
  })
}
// Loopback alone: whoever reaches the mailbox can take over every account.
await app.listen({ port, host: '127.0.0.1' })
console.log(`Stand-ins on http://localhost:${port}, mail on port ${smtpPort}`)
