import { sql } from 'kysely'
import type { Executor } from '../schema/executor.ts'

/** Rows that are on their way at once. */
const batch = 500

/** Never moved: the target has its own. */
const migrations = 'migrations'

/** A table by its schema and name. */
export interface MovedTable {
  readonly schema: string
  readonly name: string
}

export interface TableCount {
  readonly table: string
  readonly rows: number
  /** Of the rows' content, independent of their order. */
  readonly digest: string
}

/**
 * The tables to move, referenced tables first: every table of the schema `public`, and the waiting
 * jobs.
 */
export async function listTables(executor: Executor): Promise<readonly MovedTable[]> {
  const { rows: tables } = await sql<MovedTable>`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname = 'job'))
    order by 1, 2`.execute(executor)
  const { rows: references } = await sql<{ from: string; to: string }>`
    select f.relname as from, t.relname as to
    from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    join pg_namespace n on n.oid = f.relnamespace
    where c.contype = 'f' and n.nspname = 'public' and f.oid <> t.oid`.execute(executor)
  // A set keeps the order in which it was filled.
  const ordered = new Set<MovedTable>()
  const place = (table: MovedTable) => {
    const needed = references.filter(({ from }) => from === table.name).map(({ to }) => to)
    for (const name of needed) {
      const other = tables.find((each) => each.name === name)
      if (other && !ordered.has(other)) place(other)
    }
    ordered.add(table)
  }
  for (const table of tables) if (table.name !== migrations) place(table)
  return [...ordered]
}

/** Copies every row of a table between two transactions. */
export async function copyRows(source: Executor, target: Executor, of: MovedTable): Promise<void> {
  const table = tableOf(of)
  // A trigger would repeat rows that come from the source as well.
  const isOurs = of.schema === 'public'
  if (isOurs) await sql`alter table ${table} disable trigger user`.execute(target)
  await sql`declare moved no scroll cursor for select to_jsonb(t)::text as row from ${table} t`.execute(
    source,
  )
  for (;;) {
    const { rows } = await sql<{
      row: string
    }>`fetch ${sql.lit(batch)} from moved`.execute(source)
    if (rows.length === 0) break
    await sql`insert into ${table} overriding system value
      select * from jsonb_populate_recordset(
        null::${table}, ${`[${rows.map(({ row }) => row).join(',')}]`}::jsonb)`.execute(target)
  }
  await sql`close moved`.execute(source)
  if (isOurs) await sql`alter table ${table} enable trigger user`.execute(target)
}

/** Continues the identity sequences of the source, so that no id is given twice. */
export async function copyNumbers(
  source: Executor,
  target: Executor,
  of: MovedTable,
): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = ${of.schema} and table_name = ${of.name} and is_identity = 'YES'`.execute(
    source,
  )
  for (const { name } of columns) {
    const sequence = sql`pg_get_serial_sequence(${`${of.schema}.${of.name}`}, ${name})`
    const { rows } = await sql<{ sequence: string }>`select ${sequence} as sequence`.execute(source)
    const { rows: values } = await sql<{
      last: string
      isCalled: boolean
    }>`select last_value::text as last, is_called as "isCalled"
      from ${sql.raw(rows[0]?.sequence ?? '')}`.execute(source)
    const [value] = values
    if (!value) continue
    await sql`select setval(${sequence}, ${value.last}::bigint, ${value.isCalled})`.execute(target)
  }
}

/** The number of a table's rows and their digest. Runs in a transaction. */
export async function countRows(transaction: Executor, of: MovedTable): Promise<TableCount> {
  // A moment is written with its offset.
  await sql`set local timezone to 'UTC'`.execute(transaction)
  const { rows } = await sql<{ rows: number; digest: string }>`
    select count(*)::int as rows,
      md5(coalesce(string_agg(digest, '' order by digest), '')) as digest
    from (select md5(to_jsonb(t)::text) as digest from ${tableOf(of)} t) of_rows`.execute(
    transaction,
  )
  const [count = { rows: 0, digest: '' }] = rows
  return { table: of.schema === 'public' ? of.name : `${of.schema}.${of.name}`, ...count }
}

function tableOf({ schema, name }: MovedTable) {
  return sql.table(`${schema}.${name}`)
}
