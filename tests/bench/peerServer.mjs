// Better Auth, set up by its guide, on the same PostgreSQL, with signed-in accounts.
import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { Pool } from 'pg'

const players = 64
const password = 'Correct7Horses'
const url = `http://127.0.0.1:${process.env.PORT}`

const options = {
  baseURL: url,
  secret: 'a-secret-of-this-benchmark-alone',
  database: new Pool({ connectionString: process.env.DATABASE_URL, max: 10 }),
  emailAndPassword: { enabled: true },
  // The whole load comes from one address, so its rate limit would refuse it.
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
}
const migrations = await getMigrations(options)
await migrations.runMigrations()
const auth = betterAuth(options)

const cookies = []
for (let number = 1; number <= players; number += 1) {
  const body = { name: `Player${number}`, email: `player${number}@bench.test`, password }
  const { headers } = await auth.api.signUpEmail({ body, returnHeaders: true })
  cookies.push(
    headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  )
}
createServer(toNodeHandler(auth)).listen(Number(process.env.PORT), '127.0.0.1', () => {
  process.send({
    reads: cookies.map((cookie) => ({ path: '/api/auth/get-session', headers: { cookie } })),
    logIns: cookies.map((_, index) => ({
      method: 'POST',
      path: '/api/auth/sign-in/email',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: `player${index + 1}@bench.test`, password }),
    })),
  })
})
