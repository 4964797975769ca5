import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonOutputOf } from '../../test/fixtures/processes/runGatehouse.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import type { Deployment } from '../../src/deployments/deployments.ts'
import { crowdOf } from './crowdOf.ts'
import { moveIn } from './moveIn.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const crowd = crowdOf(1, 200)

type Kind = (typeof crowd)[number]['happenings'][number]['kind']

const playersWith = (kind: Kind) =>
  crowd.filter(({ happenings }) => happenings.some((each) => each.kind === kind))
const ask = (order: string) => jsonOutputOf(app, `${order} --deployment prod`)
const show = (username = '') => ask(`players show ${username}`)

function place(name: string): Deployment {
  const found = app.services.deployments.all.find((each) => each.name === name)
  if (!found) throw new Error(`There is no deployment ${name}.`)
  return found
}

async function countRows() {
  const { kysely } = app.services.database
  const counts: Record<string, number> = {}
  for (const table of [
    'players',
    'sessions',
    'account_ledger',
    'connections',
    'deletions',
  ] as const) {
    const { count } = await kysely
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = count
  }
  return counts
}

describe('a crowd', () => {
  it('comes once, in full, and sends no mail', async () => {
    expect(await moveIn(app.services, place('prod'), { seed: 1, count: 200 })).toBe(200)
    const counts = await countRows()
    expect(counts).toMatchObject({ players: 200, deletions: playersWith('erased').length })
    expect(await moveIn(app.services, place('prod'), { seed: 1, count: 200 })).toBe(0)
    expect(await countRows()).toEqual(counts)
    expect(await app.mails()).toEqual([])
  })

  it('of another seed, or in another deployment, comes beside it', async () => {
    const others = await moveIn(app.services, place('prod'), { seed: 2, count: 10 })
    expect(others).toBeGreaterThanOrEqual(8)
    expect(await moveIn(app.services, place('local'), { seed: 1, count: 10 })).toBe(10)
  })
})

describe('a player of the crowd', () => {
  it('is found by a present and by a former name', async () => {
    const [renamed] = playersWith('renamed')
    const change = renamed?.happenings.find((each) => each.kind === 'renamed')
    for (const text of [renamed?.username, change?.to]) {
      const groups = (await ask(`players find ${text}`)) as { players: { username: string }[] }[]
      const players = groups.flatMap((group) => group.players)
      expect(players.map(({ username }) => username)).toContain(change?.to)
    }
  })

  it('is found by the id of a linked account', async () => {
    const linked = playersWith('linked').find(({ happenings }) =>
      happenings.every(({ kind }) => kind !== 'erased' && kind !== 'renamed'),
    )
    const link = linked?.happenings.find((each) => each.kind === 'linked')
    expect(await ask(`players find ${link?.id}`)).toContainEqual(
      expect.objectContaining({
        group: 'linked',
        players: [expect.objectContaining({ username: linked?.username })],
      }),
    )
  })

  it('has a ledger that shows the weeks, the newest first', async () => {
    const plain = crowd.find(({ happenings: { length } }) => length > 20 && length < 100)
    const username = plain?.username ?? ''
    const lines = (await ask(`players ledger ${username} --why "to try"`)) as {
      act: string
      at: string
      browser: string
    }[]
    const shown = lines.filter(({ act }) => act !== 'support-looked')
    expect(shown.map(({ act }) => act)).toEqual(
      plain?.happenings.map(({ kind }) => kind).toReversed(),
    )
    const times = shown.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('is banned with and without an end, refuses mail, or has an open session', async () => {
    const bans = playersWith('support-banned').flatMap(({ username, happenings }) => {
      const ban = happenings.at(-1)
      return ban?.kind === 'support-banned' ? [{ username, ...ban }] : []
    })
    const banned = async (isEndless: boolean) => {
      const ban = bans.find(({ endsIn, reason }) => (endsIn === null) === isEndless && reason)
      const player = (await show(ban?.username)) as { readonly banReason: string }
      expect(player.banReason).toBe(ban?.reason)
      return player
    }
    const known = { banned: expect.any(String), openSessions: 0 }
    expect(await banned(true)).toMatchObject({ ...known, bannedUntil: null })
    expect(await banned(false)).toMatchObject({ ...known, bannedUntil: expect.any(String) })
    expect(await show(playersWith('mail-refused')[0]?.username)).toMatchObject({
      refusesMailSince: expect.any(String),
    })
    const { openSessions } = (await show(crowd[0]?.username)) as { openSessions: number }
    expect(openSessions).toBeGreaterThan(0)
  })

  it('logs in by the sample password, and may be locked out', async () => {
    const sample = crowd[0]?.username ?? ''
    await app.visitor('prod').logIn(sample, 'Welcome2Gatehouse')
    const locked = crowd.find(({ wrongPasswords }) => wrongPasswords > 5)
    expect(await ask(`players unlock ${locked?.username} --why "to try"`)).toMatchObject({
      passwords: 1,
    })
  })
})
