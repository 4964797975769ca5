// The rules for statements, which let players be spread over several machines.
import { keyColumnsOf, ownerOf, tables } from './keys.mjs'

const system = /^(?:pg_|information_schema\.|pgboss\.)|_seq$/

/** Every rule with what breaks it. A rule takes the analysis of a statement and yields sentences' ends. */
export const rules = {
  'unknown table': ({ uses }) =>
    tablesOf(uses.filter(({ table }) => kindOf(table) === undefined)).map(
      (table) => `names ${table}, which is not in apps/server/src/database/schema/tables.ts`,
    ),
  'two tables': ({ uses }) => {
    const written = tablesOf(uses.filter(({ how }) => how !== 'read'))
    return written.length > 1 ? [`writes ${written.join(' and ')} at once`] : []
  },
  'no deployment': ({ uses }) =>
    tablesOf(uses.filter((use) => isSpread(use) && !use.isNamed('deployment'))).map(
      (table) => `does not name the deployment of ${table}`,
    ),
  'no player': ({ uses }) => withoutKey(uses, 'player', "the player's id"),
  'no hash': ({ uses }) => withoutKey(uses, 'own-hash', 'the hash'),
  'no value': ({ uses }) => withoutKey(uses, 'look-up', 'the value or the player'),
  'changed key': ({ uses }) =>
    uses
      .filter(
        ({ table, changed }) =>
          kindOf(table) !== 'look-up' &&
          keyColumnsOf(table).some((column) => changed.includes(column)),
      )
      .map(({ table }) => `moves rows of ${table} to another key`),
  'two kinds': ({ uses }) => {
    const kinds = Map.groupBy(
      uses.filter(({ table }) => ![undefined, 'catalogue', 'system'].includes(kindOf(table))),
      ({ table }) => kindOf(table),
    )
    const names = [...kinds].map(([kind, list]) => `${tablesOf(list).join(', ')} (${kind})`)
    return kinds.size > 1 ? [`joins tables that lie apart: ${names.join(' and ')}`] : []
  },
  'two keys': ({ uses }) =>
    pairsOf(uses.filter(isSpread))
      .filter(
        ([one, other]) => kindOf(one.table) === kindOf(other.table) && !areTogether(one, other),
      )
      .slice(0, 1)
      .map(([one, other]) => `joins rows of ${one.table} and ${other.table} that may lie apart`),
  'skip locked': ({ skipsLocked }) => (skipsLocked ? ['skips locked rows'] : []),
  recursive: ({ isRecursive }) => (isRecursive ? ['is recursive'] : []),
  'clock of the database': ({ uses, readsClock }) =>
    readsClock && uses.some(({ how }) => how !== 'read')
      ? ['writes what the clock of the database says']
      : [],
}

/** Lists what an analysed statement breaks: the rule, and the end of a sentence about it. */
export function breachesOf(analysis) {
  return Object.entries(rules).flatMap(([rule, check]) =>
    check(analysis).map((what) => ({ rule, what })),
  )
}

/** True when a use of a known table names all columns of one of its keys. */
function namesKey({ table, isNamed }) {
  return tables[table].keys.some((columns) => columns.every(isNamed))
}

/** The kind of a table; `system` for PostgreSQL's and the job queue's own, and for sequences. */
function kindOf(table) {
  return system.test(table) ? 'system' : tables[table]?.whose
}

function isSpread({ table }) {
  return ['player', 'own-hash', 'look-up'].includes(kindOf(table))
}

function withoutKey(uses, kind, what) {
  const found = uses.filter(
    ({ table, isNamed }) =>
      kindOf(table) === kind &&
      !tables[table].keys.some(([, ...columns]) => columns.every(isNamed)),
  )
  return tablesOf(found).map((table) => `does not name ${what} of ${table}`)
}

/** Two writes must have one key by the statement's own words, others may name each its own. */
function areTogether(one, other) {
  const areWrites = one.how !== 'read' && other.how !== 'read' && one.table === other.table
  return isOne(one, other) || (!areWrites && namesKey(one) && namesKey(other))
}

function isOne(one, other) {
  const [its, others] = [ownerOf(one.table), ownerOf(other.table)]
  return (
    its.length === others.length &&
    its.every((column, index) => one.sameAs(column, other, others[index]))
  )
}

function pairsOf(list) {
  return list.flatMap((one, index) => list.slice(index + 1).map((other) => [one, other]))
}

function tablesOf(uses) {
  return [...new Set(uses.map(({ table }) => table))]
}
