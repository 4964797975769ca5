import type { Executor } from '../schema/executor.ts'

/** Files of all deployments. */
const everywhere = '*'

export type BuiltPage = 'portal' | 'console'

export interface BuiltFile {
  readonly page: BuiltPage
  readonly name: string
}

/** The names of the files that servers of any build have, or had a day ago. */
export async function listBuiltFiles(
  executor: Executor,
  page: BuiltPage,
): Promise<readonly string[]> {
  const found = await executor
    .selectFrom('built_files')
    .select('name')
    .where('deployment', '=', everywhere)
    .where('page', '=', page)
    .execute()
  return found.map(({ name }) => name)
}

/** The bytes of a file; undefined for none. */
export async function findBuiltFile(
  executor: Executor,
  { page, name }: BuiltFile,
): Promise<Buffer | undefined> {
  const found = await executor
    .selectFrom('built_files')
    .select('body')
    .where('deployment', '=', everywhere)
    .where('page', '=', page)
    .where('name', '=', name)
    .executeTakeFirst()
  return found?.body
}

/** Writes a file that another server may write at the same time. */
export async function insertBuiltFile(
  executor: Executor,
  file: BuiltFile & { readonly body: Buffer },
  now: Date,
): Promise<void> {
  await executor
    .insertInto('built_files')
    .values({ deployment: everywhere, ...file, seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Says that a server has these files now. */
export async function noteBuiltFiles(
  executor: Executor,
  page: BuiltPage,
  names: readonly string[],
  now: Date,
): Promise<void> {
  if (names.length === 0) return
  await executor
    .updateTable('built_files')
    .set({ seen_at: now })
    .where('deployment', '=', everywhere)
    .where('page', '=', page)
    .where('name', 'in', names)
    .execute()
}
