import { inTransaction } from '../database/transactions/inTransaction.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Executor } from '../database/schema/executor.ts'
import type { Deployments } from './deployments.ts'

/* The choices of every deployment, until an operator changes the rows. */

const cookies = [
  ['Functional cookies', 'Keep you logged in and remember your choices.', false],
  ['Analytical cookies', 'Tell us how the portal is used, so that it can become better.', true],
  ['Marketing cookies', 'Let us see which of our messages brought you here.', true],
] as const

const lists = [
  ['Platform news', true],
  ['Games and events', false],
] as const

const deletionTypes = [
  ['I no longer play', false],
  ['I have another account', false],
  ['I am worried about my privacy', false],
  ['Another reason', true],
] as const

/** Gives every deployment its catalogues; existing rows stay as they are. */
export async function syncCatalogues(database: Database, deployments: Deployments): Promise<void> {
  await inTransaction(database.kysely, async (transaction) => {
    for (const { name } of deployments.all) await syncCatalogue(transaction, name)
  })
}

async function syncCatalogue(transaction: Executor, deployment: string): Promise<void> {
  await transaction
    .insertInto('cookies')
    .values(
      cookies.map(([title, description, is_optional], index) => ({
        deployment,
        id: index + 1,
        name: title,
        description,
        is_active: true,
        is_optional,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await transaction
    .insertInto('newsletter_lists')
    .values(
      lists.map(([title, is_own], index) => ({
        deployment,
        id: index + 1,
        name: title,
        is_own,
        is_active: true,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await transaction
    .insertInto('deletion_types')
    .values(
      deletionTypes.map(([description, is_other], index) => ({
        deployment,
        id: index + 1,
        description,
        is_other,
        position: index + 1,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
