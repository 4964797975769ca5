import { staffActs } from '@gatehouse/contract/acts/staffActs'
import { endStaffSessions, listEveryStaffSession } from '../database/staff/staffSessions.ts'
import { logEvent } from '../platform/observability/events.ts'
import { ActRefusedError } from './orders/actRefusedError.ts'
import { perform } from './orders/perform.ts'

export const staffPerformers = perform(staffActs, {
  'staff list': async ({ database, clock }) => ({
    data: await listEveryStaffSession(database.kysely, clock.now()),
  }),
  'staff end-sessions': async ({ clock, log }, { person }, transaction) => {
    const which = person.includes('@') ? { email: person } : { sub: person }
    const count = await endStaffSessions(transaction, which, clock.now())
    if (count === 0) throw new ActRefusedError(`${person} is not signed in to the console.`)
    logEvent(log, 'staff.sessions_ended', { person, count, reason: 'act' })
    return {
      data: { count },
      message: count === 1 ? 'One log-in is ended.' : `${count} log-ins are ended.`,
      details: { count },
    }
  },
})
