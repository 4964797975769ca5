import { others } from './others.mjs'
import { assumptions, perHour, ratioTo, scenes, sizeOf } from './sizing.mjs'
import { readSettings } from '../../../apps/server/src/platform/config/readSettings.ts'

export function printRate(name, perSecond, repeats) {
  const again = repeats === 0 ? '' : `; ${repeats} were answered 503 and came again`
  console.log(`  ${name}: ${perSecond.toFixed(0)} a second by one server beside its load${again}`)
}

/** Prints costs, sizes, the machines of the scenes, and the figures of others. */
export function print(measured) {
  const { costs, rows, tables } = measured
  console.log('\nA call costs milliseconds of processor time, bytes of the log, and commits:\n')
  printTable(
    ['', 'main thread', 'hashing', 'other threads', 'database', 'log', 'page images', 'commits'],
    Object.entries(costs).map(
      ([call, { main, hashing, other, database, wal, images, commits }]) => [
        call,
        ...[main, hashing, other, database, wal, images, commits].map(short),
      ],
    ),
  )
  console.log('\nRows that a call leaves:\n')
  for (const [call, left] of Object.entries(rows)) {
    const list = Object.entries(left).map(([table, count]) => `${table} ${short(count)}`)
    if (list.length > 0) console.log(`  ${call}: ${list.join(', ')}`)
  }
  console.log('\nA row takes, with its indexes:\n')
  printTable(
    ['', 'rows', 'bytes', 'of them indexes'],
    Object.entries(tables).map(([table, { rows, bytes, indexBytes }]) => [
      table,
      ...[rows, bytes, indexBytes].map(short),
    ]),
  )
  const left = new Set(Object.values(rows).flatMap((each) => Object.keys(each)))
  const unknown = [...left].filter((table) => tables[table] === undefined)
  if (unknown.length > 0) console.log(`\nToo few rows, not counted as disk: ${unknown.join(', ')}.`)
  for (const scene of scenes) printScene(scene, measured)
  printAssumptions()
  printOthers(costs)
}

function printScene(scene, measured) {
  console.log(`\n${scene.title}:\n`)
  const rates = Object.entries(scene.perSecond).map(([call, rate]) => `${short(rate)} ${call}`)
  console.log(`  calls a second: ${rates.join(', ')}`)
  for (const [name, value] of Object.entries(sizeOf(scene, measured))) {
    console.log(`${short(value).padStart(10)}  ${name}`)
  }
}

function printAssumptions() {
  const { headroom, days } = assumptions
  const acts = Object.entries(perHour).map(([call, times]) => `${times} ${call}`)
  const kept = Object.entries(days).map(([table, count]) => `${table} ${count}`)
  const lines = [
    `${headroom * 100} % of processors, disks and memory stay free, which also pays for vacuum and bloat.`,
    `A player who is online does in an hour: ${acts.join(', ')}.`,
    'A log-in comes from a known browser and has its first read of the token; a refresh has two reads.',
    'A registration has its mail and its confirmation, and no log-in: its browser needs none.',
    `Rows are kept for days: ${kept.join(', ')}; others as long as their player.`,
    'Memory of the database is that of pages of players who are online, each on its own page.',
    'A core is one of this machine. Servers and the database scale with their cores; disks keep up.',
    'No page, no script and no TLS: a proxy serves them.',
  ]
  console.log(`\nTaken for granted:\n\n${lines.map((line) => `  - ${line}`).join('\n')}`)
}

function printOthers(costs) {
  const { ARGON2_MEMORY_KIB: memory, ARGON2_PASSES: passes } = readSettings({})
  const { main, hashing, other } = costs['log-in']
  const own = {
    flow: 'one call with the password',
    hash: `argon2id, ${memory} KiB, ${passes} passes`,
    perCore: 1000 / (main + hashing + other),
  }
  console.log('\nPublished by others about their own products, on other machines:\n')
  printTable(
    ['', 'figure', 'machines', 'flow', 'hash', 'ratio', 'source'],
    others.map((each) => [
      each.who,
      each.figure,
      each.machines,
      each.flow,
      each.hash ?? 'not stated',
      ratioTo(own, each)?.toFixed(2) ?? 'none',
      each.source,
    ]),
  )
  console.log(
    `\nA ratio would need the same flow (${own.flow}) with the same hash (${own.hash}): ` +
      'the hash is most of the work of a log-in, and its cost is a choice.',
  )
}

function printTable(head, rows) {
  const line = head.map((_, at) => (at === 0 ? '---' : '---:'))
  for (const cells of [head, line, ...rows]) console.log(`| ${cells.join(' | ')} |`)
}

function short(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(value < 1 ? 2 : 3)))
}
