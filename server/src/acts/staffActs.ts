import { staffActs } from '@gatehouse/contract/acts/staffActs'
import { endStaffSessions, listEveryStaffSession } from '../database/staff/staffSessions.ts'
import { afterCommit } from '../database/transactions/inTransaction.ts'
import { logEvent } from '../platform/observability/events.ts'
import { markOf, staffKeyOf } from '../staff/staffCaller.ts'
import { ActRefusedError } from './orders/actRefusedError.ts'
import { perform } from './orders/perform.ts'

export const staffPerformers = perform(staffActs, {
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
