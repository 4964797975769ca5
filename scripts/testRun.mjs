// The stages of the test commands, one group after the other until one fails. It starts their tools
// and prints the sums.
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { findChromium } from './chromium.mjs'
import { endGroup, endGroups, startGroup, whenOrphaned } from './family.mjs'
import { startPostgres } from './postgres.mjs'

/** What a shell answers for a program that was interrupted. */
const interrupted = 130

const isCi = (process.env.CI ?? '') !== ''

/** The stage of the running code: its name, and its tools' output while other stages run. */
const current = new AsyncLocalStorage()

/** One run of tests, with its passed, failed and skipped tests. */
export class TestRun {
  #passed = 0
  #failed = 0
  #skipped = []
  #reports = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  #isInterrupted = false

  /**
   * Runs the stages named in the arguments, or all of them. Arguments after the name of a single
   * stage go to its tool. Stages in `together` run at the same time. Returns the exit code. Nothing
   * that a stage started lives on, whether it passed, failed or was interrupted.
   */
  async go(stages, args, together = []) {
    const asked = stagesAsked(stages, args)
    if (asked === undefined) return 1
    this.#endWhenInterrupted()
    const failed = await this.#firstFailure(stages, asked, together)
    rmSync(this.#reports, { recursive: true, force: true })
    for (const tests of this.#skipped) console.log(`\nSKIPPED: ${tests}`)
    if (failed !== undefined) console.log(`\nFailed at the stage: ${failed}`)
    console.log(`\n${this.#passed} passed, ${this.#failed} failed`)
    if (this.#isInterrupted) return interrupted
    return failed === undefined ? 0 : 1
  }

  /**
   * Runs Vitest in a place. `alone` has no server, `pglite` the server on the embedded database,
   * `storage` only its tests that depend on the database. `postgres` has one server on a PostgreSQL
   * of this run, `nodes` two servers that share it and take requests in turn.
   */
  async vitest(place, args) {
    if (place === 'alone') return this.#vitest(place, args, {})
    if (place === 'pglite' || place === 'storage') {
      return this.#vitest('pglite', args, {
        GATEHOUSE_TEST_DATABASE: 'pglite',
        GATEHOUSE_TEST_SELECTION: place === 'storage' ? 'storage' : 'all',
      })
    }
    const postgres = await startPostgres()
    if (postgres === null) {
      const isSkipped = this.#skip('the server on PostgreSQL: its binaries are not here')
      return (await this.vitest('pglite', args)) && isSkipped
    }
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

  /** Runs Playwright with a configuration and additional environment variables. */
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
    const stats = report?.stats
    const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
    return this.#count(isGood, stats?.expected, failed, stats?.skipped)
  }

  /** The tools of a stage end, and with them the stage, which puts away what it needed. */
  #endWhenInterrupted() {
    const end = () => {
      this.#isInterrupted = true
      void endGroups()
    }
    process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', end)
    whenOrphaned(end)
  }

  async #firstFailure(stages, { names, extra }, together) {
    for (const group of groupsOf(names, together)) {
      if (this.#isInterrupted) return 'interrupted'
      const isAlone = group.length === 1
      const results = await Promise.all(
        group.map((name) => this.#runStage(name, () => stages[name](extra), isAlone)),
      )
      const failed = group.filter((_, index) => !results[index])
      if (failed.length > 0) return failed.join(', ')
    }
    return undefined
  }

  /** Runs one stage. Next to other stages it prints its output at its end. */
  async #runStage(name, work, isAlone) {
    const stage = { name, output: isAlone ? null : [] }
    const title = `\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`
    if (isAlone) console.log(title)
    const from = Date.now()
    const isGood = await current.run(stage, async () => {
      try {
        return await work()
      } catch (error) {
        console.error(error)
        return false
      }
    })
    if (!isAlone) process.stdout.write(`${title}\n${Buffer.concat(stage.output).toString()}`)
    const seconds = Math.round((Date.now() - from) / 1000)
    console.log(`── ${name}: ${isGood ? 'good' : 'FAILED'}, ${seconds} s`)
    return isGood
  }

  async #vitest(place, args, environment) {
    const file = join(this.#reports, `${current.getStore().name}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const isGood = await runTool('vitest', ['run', ...reporters, ...args], environment)
    const report = readReport(file)
    return this.#count(
      isGood,
      report?.numPassedTests,
      report?.numFailedTests,
      report?.numPendingTests,
    )
  }

  /** Adds to the sums. A skipped test has not passed, nor has one that needed a second try. */
  #count(isGood, passed = 0, lost = 0, left = 0) {
    this.#passed += passed
    this.#failed += lost
    return left > 0 ? this.#skip(`${left} tests skip themselves`) && isGood : isGood
  }

  #skip(tests) {
    this.#skipped.push(tests)
    console.log(`SKIPPED: ${tests}`)
    if (isCi) console.log('In CI nothing may be skipped.')
    return !isCi
  }
}

/**
 * Runs a tool and resolves with its success. The process must not block meanwhile: it reads
 * PostgreSQL's log, and PostgreSQL would stop at a full pipe.
 */
export function runTool(command, args, environment = {}) {
  const output = current.getStore()?.output ?? null
  const child = startGroup(command, args, {
    cwd: root,
    stdio: output === null ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ...environment,
      PATH: `${join(root, 'node_modules/.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
    },
  })
  for (const stream of output === null ? [] : [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => output.push(chunk))
  }
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(false)
    })
    // Not `close`, for which a server that was left behind would keep the output open.
    child.on('exit', async (status) => {
      await endGroup(child.pid)
      if (output !== null) await Promise.all([child.stdout, child.stderr].map(ended))
      resolve(status === 0)
    })
  })
}

/** Resolves when nothing more comes. */
async function ended(stream) {
  if (!stream.closed) await once(stream, 'close')
}

/** The stages in their order, with those of `together` as one group. */
function groupsOf(names, together) {
  const beside = names.filter((name) => together.includes(name))
  const alone = names.filter((name) => !together.includes(name)).map((name) => [name])
  return beside.length > 0 ? [beside, ...alone] : alone
}

/** Reads the command line: known stages first, the rest for the tool. */
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
