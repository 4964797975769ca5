import type {
  Insertable,
  InsertObject,
  Kysely,
  RawBuilder,
  Selectable,
  Transaction,
  UpdateObject,
} from 'kysely'
import type { Tables } from './rows.ts'

/** The place where a query runs: the database, or a transaction. */
export type Executor = Kysely<Tables> | Transaction<Tables>

type Table = keyof Tables

/** A row of a table as it is read. */
export type Row<T extends Table> = Selectable<Tables[T]>

/** A row of a table as it is inserted. */
export type NewRow<T extends Table> = Insertable<Tables[T]>

/** The values by which rows are found; null asks for an empty column. */
type Having<T extends Table> = Readonly<Partial<Row<T>>>

/** The rows of a statement that is written in SQL. */
export async function rowsOf<Found>(executor: Executor, statement: RawBuilder<Found>) {
  return (await statement.execute(executor)).rows
}

/** Reads these columns of the row that has the values; undefined where there is none. */
export function findRow<T extends Table, C extends keyof Row<T>>(
  executor: Executor,
  table: T,
  columns: readonly C[],
  having: Having<T>,
): Promise<Pick<Row<T>, C> | undefined> {
  return executor
    .selectFrom(table as 'players')
    .select(columns as readonly never[])
    .$call(where(having))
    .executeTakeFirst() as Promise<Pick<Row<T>, C> | undefined>
}

/** True when there is a row that has the values. */
export async function hasRow<T extends Table>(executor: Executor, table: T, having: Having<T>) {
  return (await findRow(executor, table, ['deployment' as never], having)) !== undefined
}

/** Inserts a row. */
export async function insertRow<T extends Table>(
  executor: Executor,
  table: T,
  row: InsertObject<Tables, T>,
): Promise<void> {
  await executor
    .insertInto(table as 'players')
    .values(row as InsertObject<Tables, 'players'>)
    .execute()
}

/** Inserts a row; false, and nothing is changed, where there is one of its key. */
export async function insertOnce<T extends Table>(
  executor: Executor,
  table: T,
  row: InsertObject<Tables, T>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto(table as 'players')
    .values(row as InsertObject<Tables, 'players'>)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Changes the rows that have the values; false where there are none. */
export async function changeRows<T extends Table>(
  executor: Executor,
  table: T,
  having: Having<T>,
  changes: UpdateObject<Tables, T>,
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable(table as 'players')
    .set(changes as UpdateObject<Tables, 'players'>)
    .$call(where(having))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the rows that have the values; false where there are none. */
export async function deleteRows<T extends Table>(executor: Executor, table: T, having: Having<T>) {
  const { numDeletedRows } = await executor
    .deleteFrom(table as 'players')
    .$call(where(having))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The part of Kysely's builders that the conditions use: all of them have it. */
interface Query {
  where(column: string, operator: '=' | 'is', value: unknown): Query
}

type Condition = <Q>(query: Q) => Q

/** The rows of a deployment: `query.$call(ofDeployment(deployment))`. */
export function ofDeployment(deployment: string): Condition {
  return where({ deployment })
}

/** The rows of a player: `query.$call(ofPlayer(deployment, playerId))`. */
export function ofPlayer(deployment: string, playerId: number): Condition {
  return where({ deployment, player_id: playerId })
}

/** The player's own row: `query.$call(isPlayer(deployment, playerId))`. */
export function isPlayer(deployment: string, playerId: number): Condition {
  return where({ deployment, id: playerId })
}

function where(values: Readonly<Record<string, unknown>>): Condition {
  return <Q>(query: Q) =>
    Object.entries(values).reduce(
      (narrowed, [column, value]) => narrowed.where(column, value === null ? 'is' : '=', value),
      query as unknown as Query,
    ) as unknown as Q
}
