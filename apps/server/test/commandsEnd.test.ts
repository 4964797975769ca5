import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CommandBench, databaseKinds } from './fixtures/processes/commandBench.ts'
import type { ServerProcess } from './fixtures/processes/startServer.ts'
import { isThorough } from './fixtures/isThorough.ts'

/*
 * A command is a part of scripts and of jobs by the clock: each one ends by itself, and leaves nothing
 * open. Here is a line of each way in which a command opens things; at night each command has its line.
 */

interface Line {
  readonly line: string
  /** Its exit code where no server runs on its folder. */
  readonly alone: number
  /** The same where one does; undefined for a line that has nothing to do with it. */
  readonly beside?: number
  /** True for the lines that are tried on the embedded database too, where another one is at hand. */
  readonly isEverywhere?: boolean
  readonly changed?: Readonly<Record<string, string>>
  readonly input?: string
}

const to = '--deployment prod --why "ticket 4711"'
const lines: readonly Line[] = [
  { line: 'players show PlayerOne --deployment prod', alone: 0 },
  { line: `players ban PlayerTwo ${to}`, alone: 0, beside: 0, isEverywhere: true },
  { line: `players unban PlayerTwo --dry-run ${to}`, alone: 0 },
  // The console asks a second person for these.
  { line: `players export PlayerOne ${to}`, alone: 0, beside: 0, isEverywhere: true },
  { line: `players freeze-many bots.txt ${to}`, alone: 1, beside: 1 },
  { line: `players ban-many - ${to}`, input: 'Rival\n', alone: 0, beside: 0 },
  { line: `players erase Rival ${to}`, alone: 0, changed: { COMMANDS_NEED_APPROVAL: 'on' } },
  { line: `players import players.ndjson ${to}`, alone: 0, beside: 0, isEverywhere: true },
  // They open a database themselves, whoever serves it.
  { line: 'migrate --why "ticket 4711"', alone: 0, beside: 0, isEverywhere: true },
  { line: 'check --database', alone: 0, beside: 0 },
  { line: 'distribute --why "ticket 4711"', alone: 1 },
  { line: 'theme check prod.json', alone: 0 },
  { line: `access-keys create --count none ${to}`, alone: 2, beside: 2 },
  { line: 'players --help', alone: 0 },
  { line: 'mcp', alone: 0, beside: 0, isEverywhere: true },
]

const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
})}\n`

describe.each(databaseKinds)('a command line on %s', (kind) => {
  const everywhere = lines.filter(({ isEverywhere }) => isEverywhere)
  // By day the first database has every way, and the other one a single one.
  const own =
    kind === databaseKinds[0] ? lines : everywhere.slice(0, isThorough ? everywhere.length : 1)
  let bench: CommandBench
  beforeAll(async () => {
    bench = await CommandBench.open(kind)
  })
  afterAll(() => bench.close())

  describe('without a server', () => {
    it.for(own)(
      'ends after "$line"',
      async ({ line, alone, changed = {}, input = '' }, { signal }) => {
        const { code, errors } = await bench.run(line, { signal, changed, input })
        expect([code, code === 0 ? errors : '']).toEqual([alone, ''])
      },
    )

    it('ends when nobody reads its answer, with the exit code of its order', async ({ signal }) => {
      const ended = await bench.run(`players show PlayerOne --deployment prod`, {
        signal,
        isUnread: true,
      })
      expect(ended).toEqual({ code: 0, output: '', errors: '' })
    })

    it('ends as an assistant’s when nobody reads its answers, although more may be asked', async ({
      signal,
    }) => {
      const world = { signal, isUnread: true, input: initialize, isInputOpen: true }
      expect(await bench.run('mcp', world)).toEqual({ code: 0, output: '', errors: '' })
    })

    it('has no connection any more when it has ended', async () => {
      await expect.poll(() => bench.connections()).toBe(0)
    })
  })

  describe('beside a server of its folder', () => {
    let server: ServerProcess
    beforeAll(async () => {
      server = await bench.start()
    })
    afterAll(() => bench.stop(server))

    const passedOn = own.filter(({ beside }) => beside !== undefined)
    it.for(passedOn)('ends after "$line"', async ({ line, beside, input = '' }, { signal }) => {
      const { code, errors } = await bench.run(line, { signal, input })
      // The embedded database is the server’s.
      const isLocked = kind === 'pglite' && /^(?:migrate|check)/.test(line)
      expect([code, code === 0 ? errors : '']).toEqual([isLocked ? 1 : beside, ''])
    })
  })

  describe('that fails on its way', () => {
    it.for([
      ['an order throws in its middle', 'public.blocks', 'players blocks PlayerOne'],
      ['half of the services are open', 'public.clients', 'players show PlayerOne'],
      ['the job queue does not open', 'pgboss.queue', 'players show PlayerOne'],
    ] as const)('ends with the code of an error when %s', async ([, table, line], { signal }) => {
      const world = { signal }
      const { code, errors } = await bench.runWithout(table, `${line} --deployment prod`, world)
      const missing = `"${table.replace('public.', '')}" does not exist`
      expect([code, errors]).toEqual([3, expect.stringContaining(missing)])
    })

    it('has no connection any more when it has ended', async () => {
      await expect.poll(() => bench.connections()).toBe(0)
    })
  })
})
