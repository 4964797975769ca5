import { staffActs } from '@gatehouse/contract/acts/staffActs'
import { decideApproval, listWaiting, setFirstApprover } from '../../../database/staff/approvals.ts'
import {
  endStaffSessions,
  listEveryStaffSession,
  listPersons,
} from '../../../database/staff/staffSessions.ts'
import { afterCommit } from '../../../database/transactions/inTransaction.ts'
import { logEvent } from '../../../platform/observability/events.ts'
import { markOf, staffKeyOf } from '../../people/staffCaller.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'
import { performedBy } from '../orders/run.ts'

export const staffPerformers = performedBy(staffActs, {
  'staff list': async ({ services: { database, clock } }) => {
    const open = await listEveryStaffSession(database.kysely, clock.now())
    const data = open.map(({ iss, ...login }) => {
      return { ...login, person: markOf(staffKeyOf(iss, login.sub)) }
    })
    return { data }
  },
  'staff end-sessions': async (
    { services: { clock, log, deployments }, transaction, author: { who, why, way } },
    { person },
  ) => {
    const which = person.includes('@') ? { email: person } : { sub: person }
    const now = clock.now()
    const persons = await listPersons(transaction, which)
    const keys = persons.map(({ iss, sub }) => staffKeyOf(iss, sub))
    const places = deployments.all.map(({ name }) => name)
    const waiting = await listWaiting(transaction, places, now)
    const isTheirs = (key: Uint8Array | null) => key !== null && keys.some((own) => own.equals(key))
    // Who has left asks for nothing more, and has approved nothing that still waits.
    const asked = waiting.filter(({ asked_by }) => isTheirs(asked_by))
    for (const each of waiting.filter(({ first_key }) => isTheirs(first_key))) {
      await setFirstApprover(transaction, each, null)
    }
    const by = { decided_by: who, decided_key: way.staff_key ?? null, decided_why: why }
    const withdrawn = { state: 'withdrawn', ...by, decided_at: now } as const
    let requests = 0
    for (const each of asked) {
      if (await decideApproval(transaction, each, withdrawn)) requests += 1
    }
    const count = await endStaffSessions(transaction, which, now)
    if (count === 0 && requests === 0) {
      throw new ActRefusedError(`${person} is not signed in to the console.`)
    }
    await afterCommit(transaction, log, () =>
      logEvent(log, 'staff.sessions_ended', { person, count, reason: 'act' }),
    )
    const ended = count === 1 ? 'One log-in is ended.' : `${count} log-ins are ended.`
    const gone = requests === 1 ? '1 request is withdrawn.' : `${requests} requests are withdrawn.`
    return {
      data: { count },
      message: requests === 0 ? ended : `${ended} ${gone}`,
      details: { count, ...(requests > 0 && { requests }) },
    }
  },
})
