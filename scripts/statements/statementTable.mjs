// The table of statements in docs/scale.md.
import { exceptions } from './exceptions.mjs'
import { kindOf, namesKey } from './rules.mjs'
import { tables } from './tables.mjs'

/** More tables than these are not named one by one. */
const most = 8

const kinds = {
  player: ['Rows of a player', 'the deployment and the id of the player'],
  'own-hash': ['Rows by a hash of their own', 'the deployment and the hash'],
  'look-up': ['Look-ups', 'the deployment with a value, or with the player'],
  catalogue: ['Catalogues', 'anything: they are small, and every machine has them'],
  apart: ['Apart', 'anything: they stay on one machine'],
}

/**
 * A table of each kind, with the number of statements that read and write its tables by their keys,
 * and one of the statements that do not.
 */
export function statementTable(judged, allowed = exceptions) {
  return [
    `The server's tests run ${judged.length} statements. Reads and writes by the key are counted; others are listed behind the tables.`,
    ...Object.entries(kinds).map(([kind, words]) => tableOf(kind, words, judged)),
    exceptionTable(judged, allowed),
  ].join('\n\n')
}

/** The same text without its counts, which differ from run to run where a race decides. */
export function withoutCounts(table) {
  return table.replaceAll(/(?<=^The server's tests run |\. |\| )\d+(?= |$)/gm, '')
}

function tableOf(kind, [title, key], judged) {
  const rows = Object.keys(tables)
    .filter((name) => tables[name].kind === kind)
    .map((name) => rowOf(name, judged))
    .filter(({ count }) => count > 0 || kind !== 'apart')
  return [
    `**${title}**, found by ${key}:`,
    '',
    '| Table | Key | Reads | Writes | Others |',
    '|---|---|--:|--:|---|',
    ...rows.map(({ cells }) => `| ${cells.join(' | ')} |`),
  ].join('\n')
}

/** Where each exception is met, and its reason. */
function exceptionTable(judged, allowed) {
  const rows = allowed.map((exception) => {
    const met = judged.filter(({ breaches }) =>
      breaches.some(({ exception: its }) => its === exception),
    )
    const places = [...new Set(met.map(({ place }) => `\`${nameOf(place)}\``))]
    const touched = new Set(met.flatMap(({ uses }) => uses.map(({ table }) => table)))
    const names = Object.keys(tables).filter((name) => touched.has(name))
    const shown =
      names.length > most ? 'most tables' : names.map((name) => `\`${name}\``).join(', ')
    return `| ${exception.kind} | ${places.join(', ')} | ${shown} | ${exception.reason} |`
  })
  return [
    '**Statements without a key**:',
    '',
    '| Kind | Statements | Tables | What they find |',
    '|---|---|---|---|',
    ...rows.toSorted((a, b) => (a < b ? -1 : 1)),
  ].join('\n')
}

function rowOf(name, judged) {
  const using = judged
    .map((statement) => ({
      ...statement,
      own: statement.uses.filter(({ table }) => table === name),
    }))
    .filter(({ own }) => own.length > 0)
  const isFree = ['catalogue', 'apart'].includes(kindOf(name))
  const regular = using.filter(({ own }) => isFree || own.every(namesKey))
  const writes = regular.filter(({ own }) => own.some(({ how }) => how !== 'read'))
  const key = tables[name].keys.map((columns) => `\`${columns.join(', ')}\``).join(' or ')
  const others = using.filter((statement) => !regular.includes(statement))
  return {
    count: using.length,
    cells: [
      `\`${name}\``,
      key === '' ? '–' : key,
      `${regular.length - writes.length}`,
      `${writes.length}`,
      reasonsOf(others) || '–',
    ],
  }
}

/** The kinds of what allows statements without the key. */
function reasonsOf(statements) {
  const reasons = statements.flatMap(({ breaches }) =>
    breaches.map(({ exception }) => exception?.kind ?? 'refused'),
  )
  return [...new Set(reasons)].toSorted((a, b) => (a < b ? -1 : 1)).join(', ')
}

function nameOf(place) {
  return place.slice(place.indexOf('#') + 1)
}
