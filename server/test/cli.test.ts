import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { copyOfTemplate } from './fixtures/freshDatabase.ts'
import { wordsOf } from './fixtures/processes/runGatehouse.ts'
import { startServer } from './fixtures/processes/startServer.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const patience = 180_000

let folder: string
let environment: Record<string, string>
let dropDatabase: (() => Promise<void>) | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-command-'))
  environment = { DATA_DIR: folder }
  if (inject('template').kind === 'postgres') {
    const { url, drop } = await copyOfTemplate()
    environment['DATABASE_URL'] = url
    dropDatabase = drop
  }
})
afterAll(async () => {
  await dropDatabase?.()
  await rm(folder, { recursive: true })
})

interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Runs the command in a process of its own, as an operator does. */
function gatehouse(line: string, { input = '', changed = {} } = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['server/bin/gatehouse.mjs', ...wordsOf(line)],
      { cwd: root, env: { PATH: process.env['PATH'] ?? '', ...environment, ...changed } },
      (_, output, errors) => resolve({ code: child.exitCode, output, errors }),
    )
    child.stdin?.end(input)
  })
}

it(
  'the command works with and without a running server',
  async () => {
    const server = await startServer({ ...environment, SEED: 'on' })
    try {
      expect(await server.ready).toBeNull()
      const ban = await gatehouse('players ban PlayerOne --deployment local --why "ticket 1"')
      expect(ban).toEqual({ code: 0, output: 'PlayerOne is banned.\n', errors: '' })
      const mailing = 'newsletters mailing 1 --subject x --text - --deployment local --why news'
      expect((await gatehouse(mailing, { input: 'News.' })).output).toBe(
        'Mails in the outbox: 0.\n',
      )
    } finally {
      const exited = once(server.child, 'exit')
      server.child.kill('SIGTERM')
      await exited
    }
    const listed = await gatehouse('audit list --json')
    expect(JSON.parse(listed.output)).toMatchObject([
      { command: 'newsletters mailing', who: userInfo().username },
      { command: 'players ban', why: 'ticket 1', deployment: 'local' },
    ])
  },
  patience,
)

it(
  'the exit code of a command gives a script its outcome',
  async () => {
    const unknown = await gatehouse('players show Nobody --deployment local')
    expect(unknown).toEqual({ code: 1, output: '', errors: 'local has no player Nobody.\n' })
    expect((await gatehouse('players dance')).code).toBe(2)
    const wrong = await gatehouse('audit list', { changed: { PORT: 'x' } })
    expect([wrong.code, wrong.errors]).toEqual([1, expect.stringMatching(/^PORT: /)])
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none'
    const failed = await gatehouse('audit list', { changed: { DATABASE_URL } })
    expect([failed.code, failed.errors]).toEqual([3, expect.stringContaining('ECONNREFUSED')])
  },
  patience,
)
