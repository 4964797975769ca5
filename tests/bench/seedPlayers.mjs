import { sql } from 'kysely'
import { confirmPlayer, insertPlayer } from '../../apps/server/src/database/accounts/players.ts'
import { closeServices, openServices } from '../../apps/server/src/services.ts'
import { readSettings } from '../../apps/server/src/platform/config/readSettings.ts'

const password = 'Correct7Horses'

/**
 * Writes confirmed players to an empty database, and opens a session for each by the product's own
 * code. Returns their log-ins and their sessions.
 */
export async function seedPlayers(environment, count = 2048) {
  const quiet = { ...environment, LOG_LEVEL: 'silent' }
  const services = await openServices(readSettings(quiet), quiet)
  try {
    const { database, passwords, sessions, deployments, clock } = services
    const deployment = deployments.byName('bench')
    const passwordHash = await passwords.hash(password)
    const players = []
    for (let number = 1; number <= count; number += 1) {
      const username = `Player${number}`
      const ip = '10.0.0.1'
      const player = { deployment: 'bench', username, email: `${username}@bench.test`, ip }
      const rest = { firstname: null, lastname: null, dateOfBirth: null, referrerId: null }
      const now = clock.now()
      const id = await insertPlayer(
        database.kysely,
        { ...player, ...rest, passwordHash, idempotencyKey: null },
        now,
      )
      await confirmPlayer(database.kysely, 'bench', id, now)
      const visitor = { ip, address: ip, userAgent: 'bench', sessionSecret: null }
      const owner = {
        playerId: id,
        clientId: '',
        partner: null,
        methods: ['pwd'],
        browserHash: null,
        isNewBrowser: false,
        trustResetAt: null,
        factors: 0,
      }
      const { sessionSecret, sessionId } = await sessions.open(null, deployment, owner, visitor)
      const { token, family } = await sessions.read(deployment, sessionId, { sessionSecret })
      const clientsSecret = sessions.clientsSecretOf({ family, playerId: id })
      const bearer = token.Value
      const opened = { sessionSecret, clientsSecret, identity: sessionId, bearer }
      players.push({ number, id, username, password, ...opened })
    }
    // PostgreSQL does the same a minute later.
    await sql`analyze`.execute(database.kysely)
    return players
  } finally {
    await closeServices(services)
  }
}
