import { samplePlayer, staffActs } from '@gatehouse/contract/acts/staffActs'
import { findByUsername } from '../database/accounts/players.ts'
import { countTakeovers } from '../database/auth/ledger.ts'
import { countActsOn } from '../database/operations/auditLog.ts'
import { endStaffSessions, listEveryStaffSession } from '../database/staff/staffSessions.ts'
import { afterCommit } from '../database/transactions/inTransaction.ts'
import { logEvent } from '../platform/observability/events.ts'
import { markOf, staffKeyOf } from '../staff/staffCaller.ts'
import { ActRefusedError } from './orders/actRefusedError.ts'
import { perform } from './orders/perform.ts'

export const staffPerformers = perform(staffActs, {
  'desk score': async ({ services: { database, settings } }, { deployment }) => {
    const { kysely } = database
    const found = settings.SEED && (await findByUsername(kysely, deployment, samplePlayer))
    if (!found) throw new ActRefusedError('Only a trial with sample players has one.')
    const ordered = await countActsOn(kysely, deployment, `player ${found.id}`)
    return {
      data: {
        attempts: ordered.reduce((sum, { count }) => sum + count, 0),
        acts: ordered.map(({ command }) => command),
        stolen: await countTakeovers(kysely, deployment, found.id),
      },
    }
  },
  'staff list': async ({ services: { database, clock } }) => {
    const open = await listEveryStaffSession(database.kysely, clock.now())
    const data = open.map(({ iss, ...login }) => {
      return { ...login, person: markOf(staffKeyOf(iss, login.sub)) }
    })
    return { data }
  },
  'staff end-sessions': async ({ services: { clock, log }, transaction }, { person }) => {
    const which = person.includes('@') ? { email: person } : { sub: person }
    const count = await endStaffSessions(transaction, which, clock.now())
    if (count === 0) throw new ActRefusedError(`${person} is not signed in to the console.`)
    await afterCommit(transaction, log, () =>
      logEvent(log, 'staff.sessions_ended', { person, count, reason: 'act' }),
    )
    return {
      data: { count },
      message: count === 1 ? 'One log-in is ended.' : `${count} log-ins are ended.`,
      details: { count },
    }
  },
})
