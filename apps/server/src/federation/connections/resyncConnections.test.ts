import { accountKey, take } from '../../database/accounts/uniqueValues.ts'
import type { CanonicalName } from '@gatehouse/contract/entities'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { type StandIns, startStandIns } from '../../../test/fixtures/processes/standIns.ts'
import type { TestApp } from '../../../test/fixtures/startApp.ts'
import { startLinkingApp } from '../../../test/fixtures/partners/startLinkingApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { resyncConnections } from './resyncConnections.ts'

const day = 24 * 3600
const hour = 3600

const accounts: Readonly<Partial<Record<CanonicalName, string>>> = {
  steam: '76561198000000001',
  twitch: '7100001',
  'epic-games': `e91c${'1'.padStart(28, '0')}`,
  'game-pass': '2535400000000001',
}

let standIns: StandIns
let app: TestApp
let player: TestVisitor
let playerId: number
let pauses = 0

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns)
  player = await signedInPlayer(app, registerForm({ Username: 'Synced' }))
  playerId = (await player.readToken()).Id_User
})
beforeEach(async () => {
  pauses = 0
  const { kysely } = app.services.database
  await kysely.deleteFrom('connections').execute()
  for (const [name, id] of Object.entries(accounts)) await insert(name as CanonicalName, id)
})
afterEach(async () => {
  for (const name of ['steam', 'twitch', 'epic']) await standIns.reset(name)
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

async function insert(service: CanonicalName, id: string, owner = playerId, age = 2 * day) {
  const at = new Date(app.clock.now().getTime() - age * 1000)
  const { kysely } = app.services.database
  await kysely
    .deleteFrom('unique_values')
    .where('kind', '=', service)
    .where('value', '=', id)
    .execute()
  await take(kysely, 'local', owner, [accountKey(service, id)], at)
  await kysely
    .insertInto('connections')
    .values({
      deployment: 'local',
      player_id: owner,
      canonical_name: service,
      account_id: id,
      account_name: 'Old name',
      avatar: '',
      last_check: at,
      linked_at: at,
    })
    .execute()
}

/** Inserts players, each with a Steam account alone. */
async function insertConnections(count: number): Promise<void> {
  const { kysely } = app.services.database
  const now = app.clock.now()
  for (let number = 1; number <= count; number += 1) {
    const name = `many${now.getTime()}${number}`
    const { id } = await kysely
      .insertInto('players')
      .values({
        deployment: 'local',
        username: name,
        username_key: name,
        email: `${name}@site.test`,
        email_key: `${name}@site.test`,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insert('steam', steamId(number), id, 2 * day + number)
  }
}

function steamId(number: number): string {
  return `76561198001${String(number).padStart(6, '0')}`
}

function pause(): Promise<void> {
  pauses += 1
  return Promise.resolve()
}

/** Fails for a whole batch with the stalest account, and leaves another one out. */
async function refreshReadable(_: unknown, ids: readonly string[]) {
  if (ids.includes(steamId(230))) throw new Error('An account breaks the whole answer.')
  const readable = ids.filter((id) => id !== steamId(130))
  return new Map(
    readable.map((id) => [id, { accountId: id, name: 'New name', avatar: '' }] as const),
  )
}

function resync(of: TestApp = app): Promise<number> {
  return resyncConnections(of.services, { pause })
}

/** The connections that the player sees. The log-in is needed: the clock may have ended a session. */
async function connectsSeen() {
  await player.logIn('Synced', samplePassword)
  const rows = await player.call('listConnections', {})
  return Object.fromEntries(rows.map((connect) => [connect.CanonicalName, connect]))
}

describe('linked accounts', () => {
  it('receive their current names, avatars and times (R-3.6-8)', async () => {
    expect(await resync()).toBe(3)
    const now = app.clock.now().toISOString()
    expect(await connectsSeen()).toMatchObject({
      steam: { ConnectName: 'SteamGuy', LastCheck: now },
      'epic-games': { ConnectName: 'EpicEvelyn', LastCheck: now },
    })
    const { twitch } = await connectsSeen()
    expect(twitch?.ConnectName).not.toBe('Old name')
    expect(twitch?.Avatar).toBe(`${standIns.origin}/twitch/avatars/7100001.svg`)
  })

  it('stay as they are where a service answers nothing without the player', async () => {
    await resync()
    const { 'game-pass': xbox } = await connectsSeen()
    expect(xbox).toMatchObject({ ConnectName: 'Old name', IsLinked: true })
    expect(xbox?.LastCheck).not.toBe(app.clock.now().toISOString())
  })

  it('are refreshed once a day', async () => {
    await resync()
    app.clock.advance(hour)
    expect(await resync()).toBe(0)
    app.clock.advance(day)
    expect(await resync()).toBe(3)
  })

  it('are marked as gone when they vanish, until they return (T29)', async () => {
    await standIns.turn('steam', { vanished: accounts.steam })
    await standIns.turn('twitch', { vanished: accounts.twitch })
    await standIns.turn('epic', { vanished: accounts['epic-games'] })
    await resync()
    const gone = { IsLinked: true, IsGone: true, ConnectName: 'Old name' }
    const names = ['steam', 'twitch', 'epic-games']
    const shown = await connectsSeen()
    for (const name of names) expect([name, shown[name]]).toMatchObject([name, gone])
    for (const name of ['steam', 'twitch', 'epic']) await standIns.reset(name)
    app.clock.advance(day + hour)
    await resync()
    const back = await connectsSeen()
    for (const name of names) expect([name, back[name]?.IsGone]).toEqual([name, undefined])
    expect(back['steam']?.ConnectName).toBe('SteamGuy')
  })

  it.each([
    { down: true },
    { rateLimited: true, retryAfter: 0 },
    { answer: 'html' },
    { answer: 'emptyObject' },
    { answer: 'huge' },
    { hostile: 'objectId' },
    { hostile: 'otherId' },
  ])(
    'are neither unlinked nor marked as gone when the service fails: %o (R-3.6-2)',
    async (switches) => {
      for (const name of ['steam', 'twitch', 'epic']) await standIns.turn(name, switches)
      await resync()
      const shown = await connectsSeen()
      for (const name of ['steam', 'twitch', 'epic-games']) {
        const asBefore = { IsLinked: true, ConnectName: 'Old name' }
        expect([name, shown[name]]).toMatchObject([name, asBefore])
        expect([name, shown[name]?.IsGone]).toEqual([name, undefined])
      }
      for (const name of ['steam', 'twitch', 'epic']) await standIns.reset(name)
      app.clock.advance(hour)
      expect(await resync()).toBe(3)
    },
  )

  it('are not marked as gone when all of them vanish together', async () => {
    await insertConnections(6)
    const all = [1, 2, 3, 4, 5, 6].map(steamId)
    await standIns.turn('steam', { vanished: [accounts.steam, ...all].join(',') })
    await resync()
    const { kysely } = app.services.database
    const gone = await kysely
      .selectFrom('connections')
      .select('account_id')
      .where('gone_at', 'is not', null)
      .execute()
    expect(gone).toEqual([])
    expect(app.logged.join('')).toContain('all of 7 accounts are gone')
    await standIns.turn('steam', { vanished: all.slice(1).join(',') })
    app.clock.advance(hour)
    await resync()
    const later = await kysely
      .selectFrom('connections')
      .select('account_id')
      .where('gone_at', 'is not', null)
      .execute()
    expect(later.map((row) => row.account_id).toSorted()).toEqual(all.slice(1))
  })

  it('are refreshed a hundred at a time, with a pause between the batches', async () => {
    await insertConnections(230)
    await standIns.reset('steam')
    expect(await resync()).toBe(233)
    const asked = (await standIns.requests('steam')).map(
      ({ url }) => new URL(url, standIns.origin).searchParams.get('steamids')?.split(',') ?? [],
    )
    expect(asked.map((ids) => ids.length)).toEqual([100, 100, 31])
    // The stalest account comes first.
    expect(asked[0]?.[0]).toBe(steamId(230))
    expect(asked[2]?.at(-1)).toBe(accounts.steam)
    expect(pauses).toBe(2)
  })

  it('are refreshed behind those that cannot be: a failed batch and an unreadable account', async () => {
    await insertConnections(230)
    const { connections } = app.services
    const steam = { ...connections.providers.steam, refresh: refreshReadable }
    const providers = { ...connections.providers, steam }
    const services = { ...app.services, connections: { ...connections, providers } }
    expect(await resyncConnections(services, { pause })).toBe(99 + 31 + 2)
  })

  it('are left alone by a run after three failed batches, because the service is down', async () => {
    await insertConnections(430)
    await standIns.turn('steam', { down: true })
    expect(await resync()).toBe(2)
    expect(pauses).toBe(2)
  })

  it('are left as they are once the server stops', async () => {
    const signal = AbortSignal.abort()
    expect(await resyncConnections(app.services, { signal })).toBe(0)
  })
})
