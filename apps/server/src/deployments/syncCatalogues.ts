import type { InsertQueryBuilder, InsertResult } from 'kysely'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Executor } from '../database/schema/executor.ts'
import type { Tables } from '../database/schema/rows.ts'
import { inTransaction } from '../database/transactions/inTransaction.ts'
import type { Deployments } from './deployments.ts'

/* The choices of every deployment, until an operator changes the rows. */

const cookies = (
  [
    ['Functional cookies', 'Keep you logged in and remember your choices.', false],
    ['Analytical cookies', 'Measures how the portal is used, so that we can improve it.', true],
    ['Marketing cookies', 'Let us see which of our messages brought you here.', true],
  ] as const
).map(([name, description, is_optional]) => ({ name, description, is_optional, is_active: true }))

const lists = [
  {
    name: 'Platform news',
    description: 'News about your account, new games and new services.',
    is_own: true,
    is_active: true,
  },
  {
    name: 'Games and events',
    description: 'Game updates, tournaments, beta tests and seasonal gifts.',
    is_own: false,
    is_active: true,
  },
]

const deletionTypes = [
  { description: 'I no longer play', is_other: false },
  { description: 'I have another account', is_other: false },
  { description: 'I am worried about my privacy', is_other: false },
  { description: 'Another reason', is_other: true },
]

/** Gives every deployment its catalogues; existing rows stay as they are. */
export async function syncCatalogues(database: Database, deployments: Deployments): Promise<void> {
  await inTransaction(database.kysely, async (transaction) => {
    for (const { name } of deployments.all) await syncCatalogue(transaction, name)
  })
}

async function syncCatalogue(transaction: Executor, deployment: string): Promise<void> {
  const numbered = <Row extends object>(rows: readonly Row[]) =>
    rows.map((row, index) => ({ deployment, id: index + 1, ...row }))
  const reasons = deletionTypes.map((row, index) => ({ ...row, position: index + 1 }))
  await insertMissing(transaction.insertInto('cookies').values(numbered(cookies)))
  await insertMissing(transaction.insertInto('newsletter_lists').values(numbered(lists)))
  await insertMissing(transaction.insertInto('deletion_types').values(numbered(reasons)))
}

/** Inserts rows; existing ones stay as they are. */
export async function insertMissing<Table extends keyof Tables>(
  rows: InsertQueryBuilder<Tables, Table, InsertResult>,
): Promise<void> {
  await rows.onConflict((conflict) => conflict.doNothing()).execute()
}
