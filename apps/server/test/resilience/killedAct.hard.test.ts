import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { passOn } from '../../src/staff/command-line/passOn.ts'
import { ServerEnvironment } from '../fixtures/processes/serverEnvironment.ts'

let bench: ServerEnvironment

beforeEach(async () => {
  bench = await ServerEnvironment.open()
})
afterEach(() => bench.close())

const players = Array.from({ length: 1000 }, (_, index) => `Cheater${index}`)
const author = { who: 'ada', why: 'ticket 4711' }

/** Seconds within which another server goes on. */
const patience = 90

/** Servers of one database have one key. */
const SESSION_KEY = Buffer.alloc(32, 'key').toString('base64')

async function started(folder: string) {
  const server = await bench.start({ DATA_DIR: folder, SESSION_KEY })
  if ((await server.ready) !== null) throw new Error(server.output())
  return server
}

/** The players who are banned so far, by the audit log as a server has it. */
async function banned(folder: string, limit = 10_000): Promise<number> {
  const order = { deployment: 'local', limit: String(limit) }
  const answer = await passOn({ DATA_DIR: folder }, 'audit list', { ...author, order })
  const entries = answer?.data as readonly { readonly command: string; readonly subject: string }[]
  const ofAct = entries.filter(({ command }) => command === 'players ban-many')
  expect(new Set(ofAct.map(({ subject }) => subject)).size).toBe(ofAct.length)
  return ofAct.length
}

it('a ban of many players whose server is killed goes on at another one within 90 seconds, and bans nobody twice (P-3)', async () => {
  const first = await started(bench.folder)
  const file = join(bench.folder, 'players.ndjson')
  const lines = players.map((username) =>
    JSON.stringify({ username, email: `${username}@site.test` }),
  )
  await writeFile(file, lines.join('\n'))
  const place = { DATA_DIR: bench.folder }
  const wanted = { ...author, order: { file, deployment: 'local' } }
  expect(await passOn(place, 'players import', wanted)).toMatchObject({ outcome: 'done' })

  // The embedded database has one server at a time: the same one starts again.
  const isEmbedded = inject('template').kind === 'pglite'
  const other = isEmbedded ? bench.folder : join(bench.folder, 'beside')
  const beside = isEmbedded ? null : await started(other)
  const order = { players: players.join('\n'), deployment: 'local' }
  const cut = passOn(place, 'players ban-many', { ...author, order }).catch(() => 'cut off')
  await expect.poll(() => banned(bench.folder, 1), { interval: 1 }).toBe(1)
  const ended = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await ended
  const killedAt = performance.now()
  expect(await cut).toBe('cut off')
  if (beside === null) await started(other)
  const before = await banned(other)
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(players.length)

  await expect.poll(() => banned(other), { interval: 200 }).toBeGreaterThan(before)
  expect(performance.now() - killedAt).toBeLessThan(patience * 1000)
  await expect.poll(() => banned(other), { interval: 200 }).toBe(players.length)
})
