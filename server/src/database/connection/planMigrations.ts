import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Step } from '../migrations/statements.ts'
import { indexStatements, walkPortion } from './runMigrations.ts'

/** Who has to wait while a lock on a table is held. */
export const lockWaits = {
  'ACCESS EXCLUSIVE': 'reads and writes wait',
  'SHARE ROW EXCLUSIVE': 'writes wait',
  SHARE: 'writes wait',
  'SHARE UPDATE EXCLUSIVE': 'nothing waits',
  'ROW EXCLUSIVE': 'writes to the same rows wait',
} as const

export type LockMode = keyof typeof lockWaits

export interface PlannedLock {
  readonly table: string
  readonly mode: LockMode
}

/** What a step will do to a database, without doing it. */
export interface PlannedStep {
  readonly step: string
  readonly statements: readonly string[]
  /** The strongest lock of each table that is there before; a new table holds up nobody. */
  readonly locks: readonly PlannedLock[]
}

/** Plans steps; a step that changes rows by what it reads shows only what it reads first. */
export function planMigrations(
  steps: readonly (readonly [name: string, step: Step])[],
): Promise<readonly PlannedStep[]> {
  return Promise.all(
    steps.map(async ([step, content]) => {
      const statements = await statementsOf(content)
      return { step, statements, locks: locksOf(statements) }
    }),
  )
}

async function statementsOf(step: Step): Promise<readonly string[]> {
  if ('index' in step) return indexStatements(step, 'concurrently')
  const statements: string[] = []
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  })
  if ('portion' in step) await step.portion(recorder)
  else if ('walk' in step) await walkPortion(recorder, step, null)
  else await step.up(recorder)
  return statements
}

const strength = Object.keys(lockWaits).toReversed() as readonly LockMode[]

function locksOf(statements: readonly string[]): readonly PlannedLock[] {
  const made = new Set<string>()
  const strongest = new Map<string, LockMode>()
  for (const statement of statements) {
    const text = statement
      .toLowerCase()
      .replaceAll(/["\s]+/g, ' ')
      .trim()
    const table = /^create table (?:if not exists )?([\w.]+)/.exec(text)?.[1]
    if (table !== undefined) made.add(table)
    for (const lock of locksOfStatement(text)) {
      const before = strongest.get(lock.table)
      const isStronger =
        before === undefined || strength.indexOf(lock.mode) > strength.indexOf(before)
      if (!made.has(lock.table) && isStronger) strongest.set(lock.table, lock.mode)
    }
  }
  return [...strongest].map(([table, mode]) => ({ table, mode }))
}

/** By the documentation of PostgreSQL, "Explicit Locking". */
const forms: readonly (readonly [form: RegExp, mode: LockMode])[] = [
  [/^alter table (?:if exists )?(?:only )?([\w.]+) validate constraint /, 'SHARE UPDATE EXCLUSIVE'],
  [/^alter table (?:if exists )?(?:only )?([\w.]+) /, 'ACCESS EXCLUSIVE'],
  [/^drop table (?:if exists )?([\w.]+)/, 'ACCESS EXCLUSIVE'],
  [/^drop trigger (?:if exists )?\w+ on ([\w.]+)/, 'ACCESS EXCLUSIVE'],
  [/^lock table ([\w.]+) in access exclusive mode/, 'ACCESS EXCLUSIVE'],
  [/^truncate (?:table )?([\w.]+)/, 'ACCESS EXCLUSIVE'],
  [/^drop index concurrently (?:if exists )?([\w.]+)/, 'SHARE UPDATE EXCLUSIVE'],
  [/^(?:drop|alter) index (?:if exists )?([\w.]+)/, 'ACCESS EXCLUSIVE'],
  [/^create (?:unique )?index concurrently .*? on (?:only )?([\w.]+)/, 'SHARE UPDATE EXCLUSIVE'],
  [/^create (?:unique )?index .*? on (?:only )?([\w.]+)/, 'SHARE'],
  [/^create (?:or replace )?(?:constraint )?trigger .*? on ([\w.]+)/, 'SHARE ROW EXCLUSIVE'],
  [/^(?:insert into|update|delete from) ([\w.]+)/, 'ROW EXCLUSIVE'],
  [/^with portion as .*? acted as \((?:insert into|update) ([\w.]+)/, 'ROW EXCLUSIVE'],
]

function locksOfStatement(text: string): readonly PlannedLock[] {
  const own = forms.find(([form]) => form.test(text))
  const table = own?.[0].exec(text)?.[1]
  const locks: PlannedLock[] = own && table !== undefined ? [{ table, mode: own[1] }] : []
  const isOfTable = /^(?:create|alter) table /.test(text)
  const referenced = isOfTable ? [...text.matchAll(/ references ([\w.]+)/g)] : []
  for (const [, table = ''] of referenced) locks.push({ table, mode: 'SHARE ROW EXCLUSIVE' })
  return locks
}
