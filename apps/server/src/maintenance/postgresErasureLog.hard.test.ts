import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ServerEnvironment } from '../../test/fixtures/processes/serverEnvironment.ts'

const count = 1_000_000
let bench: ServerEnvironment

beforeAll(async () => {
  bench = await ServerEnvironment.open()
  const client = new Client(bench.environment['DATABASE_URL'])
  await client.connect()
  await client.query(`insert into players (deployment, username, email, created_at)
    values ('local', 'Ada', 'ada@site.test', now())`)
  await client.query(
    `insert into consents (deployment, player_id, subject, accepted, text_version, ip, at)
      select 'local', 1, 'cookie ' || n, false, '1', '', now() from generate_series(1, $1::int) n`,
    [count],
  )
  await client.end()
})
afterAll(() => bench.close())

it('a new machine serves at once while a million withdrawals are written to its erasure log, once each (T65)', async () => {
  const path = join(bench.folder, 'erasures.ndjson')
  const server = await bench.start({ ERASURE_LOG_FILE: path, SEED: 'on' })
  expect(await server.ready).toBe(null)
  const player = await bench.visitor(server)
  await player.logIn('PlayerOne', 'Welcome2Gatehouse')
  const missing = async () => {
    const { body } = await player.send({ method: 'GET', url: '/metrics' })
    const lines = /^gatehouse_erasure_log_missing_lines (\d+)/m.exec(body)?.[1]
    const { statusCode } = await player.send({ method: 'GET', url: '/readyz' })
    expect(statusCode).toBe(200)
    return Number(lines)
  }
  const linesOf = async () => (await readFile(path, 'utf8')).trimEnd().split('\n')
  await expect.poll(missing).toBeGreaterThan(0)
  await expect.poll(missing, { timeout: 600_000, interval: 1000 }).toBe(0)
  const lines = await linesOf()
  expect([lines.length, new Set(lines).size]).toEqual([count, count])
})
