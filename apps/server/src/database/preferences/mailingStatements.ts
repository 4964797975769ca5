import {
  changeRows,
  deleteRows,
  type Executor,
  type NewRow,
  ofDeployment,
  type Row,
} from '../schema/executor.ts'

export type MailingRow = Row<'mailings'>

/** Inserts a mailing, and answers its number. */
export async function insertMailing(
  transaction: Executor,
  mailing: Omit<NewRow<'mailings'>, 'id'>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('mailings')
    .values(mailing)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The mailings of a deployment, the latest changed first. */
export function listMailings(
  executor: Executor,
  deployment: string,
  limit: number,
): Promise<readonly MailingRow[]> {
  return executor
    .selectFrom('mailings')
    .selectAll()
    .$call(ofDeployment(deployment))
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function readMailing(executor: Executor, deployment: string, id: number) {
  return executor
    .selectFrom('mailings')
    .selectAll()
    .$call(ofDeployment(deployment))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The same, which no other transaction changes before this one has ended. */
export function lockMailing(transaction: Executor, deployment: string, id: number) {
  return transaction
    .selectFrom('mailings')
    .selectAll()
    .$call(ofDeployment(deployment))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

type Changes = Partial<Omit<MailingRow, 'deployment' | 'id'>>

/** Changes a mailing, which the transaction has locked. */
export async function changeMailing(
  transaction: Executor,
  { deployment, id }: Pick<MailingRow, 'deployment' | 'id'>,
  changes: Changes,
): Promise<void> {
  await changeRows(transaction, 'mailings', { deployment, id }, changes)
}

export function deleteMailing(transaction: Executor, deployment: string, id: number) {
  return deleteRows(transaction, 'mailings', { deployment, id })
}
