import { changeRows, type Executor, findRow, type NewRow, type Row } from '../schema/executor.ts'

/** Staff act on several deployments: their log-ins belong to none. */
const everywhere = { deployment: '*' } as const

export type StaffSession = Row<'staff_sessions'>

/** Keeps a log-in, and answers its number. */
export async function insertStaffSession(
  executor: Executor,
  session: Omit<NewRow<'staff_sessions'>, 'deployment' | 'id'>,
): Promise<number> {
  const { id } = await executor
    .insertInto('staff_sessions')
    .values({ ...everywhere, ...session })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Undefined for a log-in that is unknown or was ended. */
export function findStaffSession(
  executor: Executor,
  secretHash: Buffer,
): Promise<StaffSession | undefined> {
  return executor
    .selectFrom('staff_sessions')
    .selectAll()
    .where('deployment', '=', everywhere.deployment)
    .where('secret_hash', '=', secretHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** The same by its number. */
export function findStaffSessionById(executor: Executor, id: number) {
  const columns = ['id', 'iss', 'sub', 'groups', 'ended_at'] as const
  return findRow(executor, 'staff_sessions', columns, { ...everywhere, id })
}

/** Who has signed in by this address or subject, lately or now. */
export function listPersons(
  executor: Executor,
  which: Pick<StaffSession, 'email'> | Pick<StaffSession, 'sub'>,
): Promise<Person[]> {
  return executor
    .selectFrom('staff_sessions')
    .select(['iss', 'sub'])
    .distinct()
    .where('deployment', '=', everywhere.deployment)
    .where((eb) => eb.and(which))
    .execute()
}

/** Moves the end of an idle log-in. */
export async function noteStaffSeen(executor: Executor, id: number, now: Date): Promise<void> {
  await changeRows(executor, 'staff_sessions', { ...everywhere, id }, { seen_at: now })
}

/** Notes a proof of the person. */
export async function noteStaffProof(
  executor: Executor,
  id: number,
  proven: Pick<StaffSession, 'proven_at' | 'seen_at'>,
): Promise<void> {
  await changeRows(executor, 'staff_sessions', { ...everywhere, id }, proven)
}

/** Notes what the identity provider says of a person now, in each log-in of theirs, also ended ones. */
export async function noteStaffGroups(
  executor: Executor,
  { iss, sub }: Person,
  groups: readonly string[],
): Promise<void> {
  const of = { ...everywhere, iss, sub }
  await changeRows(executor, 'staff_sessions', of, { groups: [...groups] })
}

type Person = Pick<StaffSession, 'iss' | 'sub'>

/** The open log-ins of a person, the latest first. */
export function listStaffSessions(executor: Executor, { iss, sub }: Person, now: Date) {
  return executor
    .selectFrom('staff_sessions')
    .select(['id', 'created_at', 'seen_at', 'ends_at', 'ip', 'user_agent'])
    .where('deployment', '=', everywhere.deployment)
    .where('iss', '=', iss)
    .where('sub', '=', sub)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('id', 'desc')
    .execute()
}

/** The open log-ins of all staff, the latest first. */
export function listEveryStaffSession(executor: Executor, now: Date) {
  return executor
    .selectFrom('staff_sessions')
    .select(['id', 'iss', 'sub', 'name', 'email', 'created_at', 'seen_at', 'ends_at'])
    .where('deployment', '=', everywhere.deployment)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('id', 'desc')
    .execute()
}

/** Ends the log-ins of a person, or one of them; answers how many. */
export async function endStaffSessions(
  executor: Executor,
  which: Partial<Pick<StaffSession, 'iss' | 'sub' | 'sid' | 'id' | 'email'>>,
  now: Date,
): Promise<number> {
  let query = executor
    .updateTable('staff_sessions')
    .set({ ended_at: now })
    .where('deployment', '=', everywhere.deployment)
    .where('ended_at', 'is', null)
  for (const [column, value] of Object.entries(which)) {
    query = query.where(column as 'iss', '=', value as string)
  }
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}
