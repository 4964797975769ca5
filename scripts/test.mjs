// npm test: every stage one after the other, up to the first that fails. `npm test -- e2e types` runs
// the named ones alone; what follows `--` after them goes to the last tool as it is.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { findChromium } from './chromium.mjs'
import { buildPortal } from './portal.mjs'
import { startPostgres } from './postgres.mjs'

const isCi = (process.env.CI ?? '') !== ''
const counts = { passed: 0, failed: 0 }
const skipped = []

await bootstrap()
const reports = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))

const stages = {
  lint: async () =>
    (await run('oxlint', ['--type-aware', '--deny-warnings'])) && run('oxfmt', ['--check']),
  types: () => run('tsc', ['-b']),
  unused: () => run('knip', []),
  lock: () => run(process.execPath, ['scripts/lock.mjs']),
  unit: (extra) => vitest(extra, { GATEHOUSE_TEST_DATABASE: 'pglite' }),
  postgres: onPostgres,
  build: () => {
    buildPortal()
    return true
  },
  e2e: inBrowser,
}

const { wanted, extra } = asked(process.argv.slice(2))
const failed = await firstFailure()
rmSync(reports, { recursive: true, force: true })
for (const what of skipped) console.log(`\nSKIPPED: ${what}`)
if (failed !== undefined) console.log(`\nFailed at the stage: ${failed}`)
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exit(failed === undefined ? 0 : 1)

async function firstFailure() {
  for (const name of wanted) {
    console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}`)
    const from = Date.now()
    const isGood = await Promise.resolve(stages[name](extra)).catch((error) => {
      console.error(error)
      return false
    })
    console.log(
      `── ${name}: ${isGood ? 'good' : 'FAILED'}, ${Math.round((Date.now() - from) / 1000)} s`,
    )
    if (!isGood) return name
  }
  return undefined
}

/** What is asked for on the command line: known stages first, the rest for the tool. */
function asked(args) {
  const names = args.filter((arg) => Object.hasOwn(stages, arg))
  const rest = args.filter((arg) => !names.includes(arg))
  if (rest.length > 0 && names.length !== 1) {
    console.error(`Stages are ${Object.keys(stages).join(', ')}; ${rest.join(' ')} is none.`)
    process.exit(1)
  }
  return { wanted: names.length > 0 ? names : Object.keys(stages), extra: rest }
}

async function onPostgres(extra) {
  const postgres = await startPostgres()
  if (postgres === null) return skip('the server on PostgreSQL: its binaries are not here')
  try {
    return await vitest(['--project', 'server', ...extra], {
      GATEHOUSE_TEST_DATABASE: 'postgres',
      GATEHOUSE_TEST_POSTGRES_URL: postgres.url,
    })
  } finally {
    await postgres.end()
  }
}

async function vitest(args, environment) {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const isGood = await run('vitest', ['run', ...reporters, ...args], environment)
  const report = read(file)
  return count(isGood, report?.numPassedTests, report?.numFailedTests, report?.numPendingTests)
}

async function inBrowser(extra) {
  const chromium = await findChromium()
  if (chromium === null) return skip('everything in a browser: there is no Chromium')
  const file = join(reports, 'playwright.json')
  const isGood = await run('playwright', ['test', '--config', 'e2e', ...extra], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const stats = read(file)?.stats
  return count(
    isGood,
    stats?.expected,
    (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    stats?.skipped,
  )
}

/** Adds to the sums. A test that was skipped, or passed only at a second try, has not passed. */
function count(isGood, passed = 0, lost = 0, left = 0) {
  counts.passed += passed
  counts.failed += lost
  return left > 0 ? skip(`${left} tests skip themselves`) && isGood : isGood
}

function skip(what) {
  skipped.push(what)
  console.log(`SKIPPED: ${what}`)
  if (isCi) console.log('In CI nothing may be skipped.')
  return !isCi
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Whether a tool ended well. This process stays awake meanwhile: it reads what PostgreSQL logs, which
 * would stop at a full pipe.
 */
function run(command, args, environment = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ...environment,
      PATH: `${join(root, 'node_modules/.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
    },
  })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(false)
    })
    child.on('exit', (status) => resolve(status === 0))
  })
}
