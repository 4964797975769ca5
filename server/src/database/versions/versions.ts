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

/** Inserts a draft under the next number of its deployment, which it answers. */
export async function insertDraft(
  transaction: Executor,
  draft: Omit<NewRow<'drafts'>, 'id' | 'revision'>,
): Promise<number> {
  const last = await transaction
    .selectFrom('drafts')
    .select((each) => each.fn.max('id').as('id'))
    .$call(ofDeployment(draft.deployment))
    .executeTakeFirst()
  const id = (last?.id ?? 0) + 1
  const isNew = await insertOnce(transaction, 'drafts', { ...draft, id, revision: 1 })
  // Two began one at once: the second one takes the next number.
  return isNew ? id : insertDraft(transaction, draft)
}

type Changes = Pick<NewRow<'drafts'>, 'changed_by' | 'changed_at' | 'overlay'>

/** Makes the next revision of a draft; false where this one is not the last. */
export function changeDraft(
  transaction: Executor,
  { deployment, id, revision }: Pick<Draft, 'deployment' | 'id' | 'revision'>,
  changes: Changes,
): Promise<boolean> {
  const next = { ...changes, revision: revision + 1 }
  return changeRows(transaction, 'drafts', { deployment, id, revision }, next)
}

/** Stages a revision of a draft on a node, or with null nowhere; false where it is not the last. */
export function stageDraft(
  transaction: Executor,
  draft: Pick<Draft, 'deployment' | 'id' | 'revision'>,
  node: string | null,
): Promise<boolean> {
  return changeRows(transaction, 'drafts', draft, { staged_on: node })
}

export function deleteDraft(transaction: Executor, deployment: string, id: number) {
  return deleteRows(transaction, 'drafts', { deployment, id })
}
