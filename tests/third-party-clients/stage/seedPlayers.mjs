import { randomBytes } from 'node:crypto'
import {
  confirmPlayer,
  insertPlayer,
  verifyEmail,
} from '../../../apps/server/src/database/accounts/players.ts'
import { readSettings } from '../../../apps/server/src/platform/config/readSettings.ts'
import { closeServices, openServices } from '../../../apps/server/src/services.ts'

/** Writes confirmed players to an empty database. Returns their ids by name, and their password. */
export async function seedPlayers(environment, deployment, usernames) {
  const quiet = { ...environment, LOG_LEVEL: 'silent' }
  const services = await openServices(readSettings(quiet), quiet)
  try {
    const { database, passwords, clock } = services
    const password = `Aa1${randomBytes(12).toString('base64url')}`
    const passwordHash = await passwords.hash(password)
    const ids = new Map()
    for (const username of usernames) {
      const now = clock.now()
      const player = { deployment, username, email: `${username}@site.test`, ip: '127.0.0.1' }
      const rest = { firstname: null, lastname: null, dateOfBirth: null, referrerId: null }
      const id = await insertPlayer(
        database.kysely,
        { ...player, ...rest, passwordHash, idempotencyKey: null },
        now,
      )
      await confirmPlayer(database.kysely, deployment, id, now)
      await verifyEmail(database.kysely, deployment, id, 'press')
      ids.set(username, id)
    }
    return { password, ids }
  } finally {
    await closeServices(services)
  }
}
