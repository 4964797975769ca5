// npm test: the groups of stages.mjs one after the other, until a stage fails; npm run test:nightly
// goes on. `npm test -- e2e types` runs the named stages or groups; `npm test -- e2e --grep x` passes
// the rest to the stage's tool. npm run check runs the quick ones.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeReady } from './needs.mjs'
import { isEnding, runTogether } from './processes.mjs'
import { daily, nightly, quick } from './stages.mjs'

const isCi = (process.env.CI ?? '') !== ''
/** What a shell answers for a program that was interrupted. */
const interrupted = 130

/**
 * Runs the stages named in the arguments, or all of them, and prints what each took. A failed one is
 * the last, unless the run goes on. Returns the exit code. Nothing that a stage started lives on, whether it passed, failed or was interrupted.
 */
export async function runStages(groups, args, { goesOn = false } = {}) {
  const asked = stagesAsked(groups, args)
  if (asked === null) return 1
  const reports = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  const atEnd = []
  const rows = []
  try {
    for (const [group, stages] of Object.entries(asked.groups)) {
      if (isEnding() || (!goesOn && rows.some(({ isGood }) => !isGood))) break
      rows.push(...(await runGroup(group, stages, { ...asked, reports, atEnd })))
    }
  } finally {
    await Promise.all(atEnd.map((end) => end()))
    rmSync(reports, { recursive: true, force: true })
  }
  printTable(rows)
  if (isEnding()) return interrupted
  return rows.every(({ isGood }) => isGood) ? 0 : 1
}

async function runGroup(group, stages, { extra, reports, atEnd }) {
  const rows = []
  const commands = []
  for (const [name, { command, needs = [], instead, env }] of Object.entries(stages)) {
    const { missing, settings } = await makeReady(needs, atEnd)
    const report = join(reports, `${name}.json`)
    if (missing.length > 0) {
      const verdict = `SKIPPED: no ${missing.join(', ')}`
      rows.push({ name, verdict, isGood: !isCi, isCause: isCi })
      if (isCi || instead === undefined) continue
    }
    commands.push({
      name,
      command: command.replace('{report}', JSON.stringify(report)),
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        ...settings,
        ...(missing.length > 0 && instead),
        ...env,
      },
    })
  }
  if (commands.length === 0) return rows
  console.log(`\n── ${commands.map(({ name }) => name).join(', ')}`)
  // Every failure of the checks is worth the few seconds. Others end what runs beside them.
  const endsOn = group === 'check' ? [] : ['failure']
  const ends = await runTogether(commands, { endsOn, isGrouped: true, args: extra })
  return [...rows, ...ends.map((end) => judge(end, join(reports, `${end.name}.json`)))]
}

/** In CI nothing may be skipped, so that a green run means that everything ran. */
function judge({ name, exitCode, isKilled, seconds }, report) {
  const { passed, failed, skipped } = countsOf(report)
  const isComplete = skipped === 0 || !isCi
  const isGood = exitCode === 0 && isComplete
  const end = isKilled ? 'ended' : exitCode === 0 ? 'passed' : 'FAILED'
  const verdict = skipped > 0 ? `${end}, ${skipped} tests SKIPPED` : end
  return { name, seconds, verdict, passed, failed, isGood, isCause: !isGood && !isKilled }
}

function countsOf(report) {
  try {
    const { stats, ...sums } = JSON.parse(readFileSync(report, 'utf8'))
    return stats === undefined
      ? {
          passed: sums.numPassedTests,
          failed: sums.numFailedTests,
          skipped: sums.numPendingTests + sums.numTodoTests,
        }
      : { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
  } catch {
    // Most tools have no tests to count.
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

function printTable(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length), 0)
  console.log('')
  for (const { name, seconds = 0, verdict } of rows) {
    console.log(`${name.padEnd(width)} ${seconds.toFixed(0).padStart(5)} s  ${verdict}`)
  }
  const causes = rows.filter(({ isCause }) => isCause).map(({ name }) => name)
  if (causes.length > 0) console.log(`\nFailed at the stage: ${causes.join(', ')}`)
  const sumOf = (key) => rows.reduce((sum, row) => sum + (row[key] ?? 0), 0)
  console.log(`\n${sumOf('passed')} passed, ${sumOf('failed')} failed`)
}

/** Reads the command line: names of groups and stages, the rest for the only stage. */
function stagesAsked(groups, args) {
  const stages = Object.assign({}, ...Object.values(groups))
  const isName = (arg) => Object.hasOwn(groups, arg) || Object.hasOwn(stages, arg)
  const names = args.filter(isName)
  const extra = args.filter((arg) => !isName(arg))
  if (extra.length > 0 && !(names.length === 1 && Object.hasOwn(stages, names[0]))) {
    console.error(`Stages are ${Object.keys(stages).join(', ')}; ${extra.join(' ')} is none.`)
    return null
  }
  const isAsked = (group, stage) =>
    names.length === 0 || names.includes(stage) || (names.includes(group) && !stages[group])
  const chosen = Object.entries(groups).map(([group, parts]) => [
    group,
    Object.fromEntries(Object.entries(parts).filter(([name]) => isAsked(group, name))),
  ])
  const groupsLeft = chosen.filter(([, parts]) => Object.keys(parts).length > 0)
  return { groups: Object.fromEntries(groupsLeft), extra }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, ...args] = process.argv.slice(2)
  const table = new Map(Object.entries({ daily, nightly, quick })).get(name)
  process.exit(await runStages(table, args, { goesOn: name === 'nightly' }))
}
