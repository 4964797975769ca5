// What the test commands share: stages one after the other up to the first that fails, the tools that
// they start, and the sums at the end.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { keepResults, testsOfPlaywright, testsOfVitest } from './caseResults.mjs'
import { findChromium } from './chromium.mjs'
import { startPostgres } from './postgres.mjs'

const isCi = (process.env.CI ?? '') !== ''

/** One run of tests: what passed, what failed and what had to be left out. */
export class TestRun {
  #passed = 0
  #failed = 0
  #skipped = []
  #reports = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  #command
  #stage = ''
  #isWhole = true

  /** Results are kept under the name of the command. */
  constructor(command) {
    this.#command = command
  }

  /**
   * Runs the stages that the arguments name, all of them when they name none; what follows the name
   * of a single stage goes to its tool. Answers the exit code.
   */
  async go(stages, args) {
    const asked = stagesAsked(stages, args)
    if (asked === undefined) return 1
    const failed = await this.#firstFailure(stages, asked)
    rmSync(this.#reports, { recursive: true, force: true })
    for (const what of this.#skipped) console.log(`\nSKIPPED: ${what}`)
    if (failed !== undefined) console.log(`\nFailed at the stage: ${failed}`)
    console.log(`\n${this.#passed} passed, ${this.#failed} failed`)
    return failed === undefined ? 0 : 1
  }

  /**
   * Runs Vitest with the server on the embedded database (`pglite`), on a PostgreSQL of this run's own
   * (`postgres`), or on one that two servers share, which take the requests in turn (`nodes`).
   */
  async vitest(place, args) {
    if (place === 'pglite') return this.#vitest(place, args, { GATEHOUSE_TEST_DATABASE: 'pglite' })
    const postgres = await startPostgres()
    if (postgres === null) return this.#skip('the server on PostgreSQL: its binaries are not here')
    try {
      return await this.#vitest(place, args, {
        GATEHOUSE_TEST_DATABASE: 'postgres',
        GATEHOUSE_TEST_POSTGRES_URL: postgres.url,
        GATEHOUSE_TEST_NODES: place === 'nodes' ? '2' : '1',
      })
    } finally {
      await postgres.end()
    }
  }

  /** Runs Playwright with a configuration, and with what the environment says beside. */
  async playwright(config, args, environment = {}) {
    const chromium = await findChromium()
    if (chromium === null) return this.#skip('everything in a browser: there is no Chromium')
    const file = join(this.#reports, 'playwright.json')
    const isGood = await runTool('playwright', ['test', '--config', config, ...args], {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ...environment,
    })
    const report = readReport(file)
    this.#keep(report && testsOfPlaywright(report))
    const stats = report?.stats
    const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
    return this.#count(isGood, stats?.expected, failed, stats?.skipped)
  }

  async #firstFailure(stages, { names, extra }) {
    this.#isWhole = extra.length === 0
    for (const name of names) {
      this.#stage = name
      console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}`)
      const from = Date.now()
      const isGood = await Promise.resolve(stages[name](extra)).catch((error) => {
        console.error(error)
        return false
      })
      const seconds = Math.round((Date.now() - from) / 1000)
      console.log(`── ${name}: ${isGood ? 'good' : 'FAILED'}, ${seconds} s`)
      if (!isGood) return name
    }
    return undefined
  }

  async #vitest(place, args, environment) {
    const file = join(this.#reports, 'vitest.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const isGood = await runTool('vitest', ['run', ...reporters, ...args], environment)
    const report = readReport(file)
    this.#keep(report && testsOfVitest(report, place))
    return this.#count(
      isGood,
      report?.numPassedTests,
      report?.numFailedTests,
      report?.numPendingTests,
    )
  }

  /** What the cases of docs/security.md came to, unless only some tests were asked for, or ran. */
  #keep(tests) {
    if (this.#isWhole && tests !== undefined) keepResults(`${this.#command} ${this.#stage}`, tests)
  }

  /** Adds to the sums. A test that was skipped, or passed only at a second try, has not passed. */
  #count(isGood, passed = 0, lost = 0, left = 0) {
    this.#passed += passed
    this.#failed += lost
    return left > 0 ? this.#skip(`${left} tests skip themselves`) && isGood : isGood
  }

  #skip(what) {
    this.#skipped.push(what)
    console.log(`SKIPPED: ${what}`)
    if (isCi) console.log('In CI nothing may be skipped.')
    return !isCi
  }
}

/**
 * Whether a tool ended well. This process stays awake meanwhile: it reads what PostgreSQL logs, which
 * would stop at a full pipe.
 */
export function runTool(command, args, environment = {}) {
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

/** What is asked for on the command line: known stages first, the rest for the tool. */
function stagesAsked(stages, args) {
  const names = args.filter((arg) => Object.hasOwn(stages, arg))
  const extra = args.filter((arg) => !names.includes(arg))
  if (extra.length > 0 && names.length !== 1) {
    console.error(`Stages are ${Object.keys(stages).join(', ')}; ${extra.join(' ')} is none.`)
    return undefined
  }
  return { names: names.length > 0 ? names : Object.keys(stages), extra }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
