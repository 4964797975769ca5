import { randomBytes } from 'node:crypto'
import {
  confirmPlayer,
  insertPlayer,
  verifyEmail,
} from '../../../apps/server/src/database/accounts/players.ts'
import {
  saveConnection,
  setWayIn,
} from '../../../apps/server/src/database/federation/connectionStatements.ts'
import { readSettings } from '../../../apps/server/src/platform/config/readSettings.ts'
import { closeServices, openServices } from '../../../apps/server/src/services.ts'

/** The accounts of a player at the services. */
export function accountsOf(id) {
  return {
    steam: `7656119${String(8_000_000_000 + id)}`,
    'epic-games': id.toString(16).padStart(32, 'b'),
  }
}

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
      // Only a game asks for these accounts.
      for (const [service, accountId] of Object.entries(accountsOf(id))) {
        const account = { accountId, name: username, avatar: '' }
        await saveConnection(database.kysely, deployment, id, service, account, now)
        await setWayIn(database.kysely, deployment, id, service, true)
      }
      ids.set(username, id)
    }
    return { password, ids }
  } finally {
    await closeServices(services)
  }
}
