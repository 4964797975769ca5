import { sql } from 'kysely'
import {
  changeRows,
  deleteRows,
  type Executor,
  findRow,
  insertOnce,
  type NewRow,
  ofDeployment,
  type Row,
} from '../schema/executor.ts'

export type Version = Row<'versions'>
export type Draft = Row<'drafts'>

/** The newest version and the staged draft of each deployment. */
export async function listHeads(executor: Executor) {
  const newest = await executor
    .selectFrom('versions')
    .select((each) => ['deployment', each.fn.max('id').as('id')])
    .groupBy('deployment')
    .orderBy('deployment')
    .execute()
  const staged = await executor
    .selectFrom('drafts')
    .select(['deployment', 'id', 'revision', 'staged_on'])
    .where('staged_on', 'is not', null)
    .orderBy('deployment')
    .execute()
  return { newest, staged }
}

/** The newest versions of a deployment, the newest first; those before one with `before`. */
export function listVersions(
  executor: Executor,
  deployment: string,
  { limit, before = null }: { readonly limit: number; readonly before?: number | null },
): Promise<readonly Version[]> {
  return executor
    .selectFrom('versions')
    .selectAll()
    .$call(ofDeployment(deployment))
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** A version; the newest one without an id. Undefined where there is none. */
export function readVersion(executor: Executor, deployment: string, id: number | null = null) {
  return executor
    .selectFrom('versions')
    .selectAll()
    .$call(ofDeployment(deployment))
    .$if(id !== null, (query) => query.where('id', '=', id))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Inserts a version; false where another one has taken its number. */
export function insertVersion(transaction: Executor, version: NewRow<'versions'>) {
  return insertOnce(transaction, 'versions', version)
}

export function listDrafts(executor: Executor, deployment: string): Promise<readonly Draft[]> {
  return executor
    .selectFrom('drafts')
    .selectAll()
    .$call(ofDeployment(deployment))
    .orderBy('changed_at', 'desc')
    .execute()
}

export function readDraft(executor: Executor, deployment: string, id: number) {
  const columns = ['id', 'revision', 'overlay', 'changed_by', 'changed_at', 'staged_on'] as const
  return findRow(executor, 'drafts', columns, { deployment, id })
}

/** The draft that a node serves instead of the published version; undefined for none. */
export function readStagedDraft(executor: Executor, deployment: string, node: string) {
  return findRow(executor, 'drafts', ['id', 'revision', 'overlay'], { deployment, staged_on: node })
}

/**
 * Lets one transaction after the other decide on what a deployment serves, until the end of this one; answers
 * the number of the version that is the newest then, 0 for none.
 */
export async function lockVersions(transaction: Executor, deployment: string): Promise<number> {
  await touchHead(transaction, deployment, 0)
  return (await readVersion(transaction, deployment))?.id ?? 0
}

/** Locks the head of a deployment, with the highest of its number and another one; answers it. */
async function touchHead(transaction: Executor, deployment: string, atLeast: number) {
  const { last_draft: last } = await transaction
    .insertInto('version_heads')
    .values({ deployment, last_draft: atLeast })
    .onConflict((conflict) =>
      conflict.column('deployment').doUpdateSet({
        last_draft: sql<number>`greatest(version_heads.last_draft, excluded.last_draft)`,
      }),
    )
    .returning('last_draft')
    .executeTakeFirstOrThrow()
  return last
}

/** Inserts a draft under a number that no other one of its deployment ever had, which it answers. */
export async function insertDraft(
  transaction: Executor,
  draft: Omit<NewRow<'drafts'>, 'id' | 'revision'>,
): Promise<number> {
  const { deployment } = draft
  const highest = await transaction
    .selectFrom('drafts')
    .select((each) => each.fn.max('id').as('id'))
    .$call(ofDeployment(deployment))
    .executeTakeFirst()
  const id = 1 + (await touchHead(transaction, deployment, highest?.id ?? 0))
  await changeRows(transaction, 'version_heads', { deployment }, { last_draft: id })
  const isNew = await insertOnce(transaction, 'drafts', { ...draft, id, revision: 1 })
  // A server of 1.0.1, which does not know the heads, has begun one of this number.
  return isNew ? id : insertDraft(transaction, draft)
}

type Changes = Pick<NewRow<'drafts'>, 'changed_by' | 'changed_at' | 'overlay'>

type Seen = Pick<Draft, 'deployment' | 'id' | 'revision'>

/** Makes the next revision of a draft; false where this one is not the last, or is staged. */
export function changeDraft(
  transaction: Executor,
  { deployment, id, revision }: Seen,
  changes: Changes,
): Promise<boolean> {
  const next = { ...changes, revision: revision + 1 }
  const seen = { deployment, id, revision, staged_on: null } as const
  return changeRows(transaction, 'drafts', seen, next)
}

/** Stages a revision of a draft on a node; false where it is not the last. */
export function stageDraft(transaction: Executor, seen: Seen, node: string): Promise<boolean> {
  const { deployment, id, revision } = seen
  return changeRows(transaction, 'drafts', { deployment, id, revision }, { staged_on: node })
}

/** Ends the stage of a draft; false where it is not staged. */
export async function unstageDraft(transaction: Executor, deployment: string, id: number) {
  const { numUpdatedRows } = await transaction
    .updateTable('drafts')
    .set({ staged_on: null })
    .$call(ofDeployment(deployment))
    .where('id', '=', id)
    .where('staged_on', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a revision of a draft; false where it is not the last. */
export function deleteDraft(transaction: Executor, seen: Seen): Promise<boolean> {
  const { deployment, id, revision } = seen
  return deleteRows(transaction, 'drafts', { deployment, id, revision })
}
