import { once } from 'node:events'
import { userInfo } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatehouseProcess } from './fixtures/processes/gatehouseProcess.ts'
import { ServerEnvironment } from './fixtures/processes/serverEnvironment.ts'

let bench: ServerEnvironment

beforeAll(async () => {
  bench = await ServerEnvironment.open()
})
afterAll(() => bench.close())

const gatehouse = (line: string, { input = '', changed = {} } = {}) =>
  gatehouseProcess(line, { environment: { ...bench.environment, ...changed }, input })

it('the command works with and without a running server', async () => {
  const server = await bench.start({ SEED: 'on' })
  try {
    expect(await server.ready).toBeNull()
    const ban = await gatehouse('players ban PlayerOne --deployment local --why "ticket 1"')
    expect(ban).toEqual({ code: 0, output: 'PlayerOne is banned.\n', errors: '' })
    const unban = 'players unban PlayerOne --deployment local --why "ticket 2"'
    expect((await gatehouse(unban, { changed: { SUDO_USER: 'ada' } })).code).toBe(0)
    const mailing = 'newsletters mailing 1 --subject x --text - --deployment local --why news'
    expect((await gatehouse(mailing, { input: 'News.' })).output).toContain('is on its way')
  } finally {
    const exited = once(server.child, 'exit')
    server.child.kill('SIGTERM')
    await exited
  }
  const listed = await gatehouse('audit list --json')
  expect(JSON.parse(listed.output)).toMatchObject([
    { command: 'newsletters mailing', who: userInfo().username },
    { command: 'players unban', who: 'ada' },
    { command: 'players ban', why: 'ticket 1', deployment: 'local' },
  ])
})

it('the exit code of a command says whether its settings or the database failed it', async () => {
  const wrong = await gatehouse('audit list', { changed: { PORT: 'x' } })
  expect([wrong.code, wrong.errors]).toEqual([1, expect.stringMatching(/^PORT: /)])
  const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none'
  const failed = await gatehouse('audit list', { changed: { DATABASE_URL } })
  expect([failed.code, failed.errors]).toEqual([3, expect.stringContaining('ECONNREFUSED')])
})
