// npm run db: a PostgreSQL that stays up between runs of tests; `npm run db -- stop` ends it.
import { fail } from './bootstrap.mjs'
import { startDb, stopDb } from './postgres.mjs'

if (process.argv[2] === 'stop') stopDb()
else {
  const db = (await startDb()) ?? fail('PostgreSQL is not here, and cannot be installed.')
  console.log(db.url)
}
