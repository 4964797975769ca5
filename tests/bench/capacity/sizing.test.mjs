import { describe, expect, it } from 'vitest'
import { others } from './others.mjs'
import { costOf, ratioTo, scenes, sizeOf } from './sizing.mjs'

const none = { main: 0, hashing: 0, other: 0, database: 0, wal: 0, images: 0, commits: 0 }
const taken = { headroom: 0.5, days: { sessions: 60 }, hot: { players: 1 } }
const measured = {
  costs: {
    'log-in': {
      ...none,
      main: 2,
      other: 1,
      hashing: 10,
      database: 3,
      wal: 1000,
      images: 4000,
      commits: 4,
    },
    refresh: { ...none, main: 1 },
  },
  serverBytes: 200e6,
  rows: { registration: { players: 1, sessions: 1 }, 'log-in': { sessions: 1 } },
  tables: {
    players: { bytes: 600, indexBytes: 200, indexes: 2 },
    sessions: { bytes: 1000, indexBytes: 400, indexes: 3 },
  },
}
const scene = {
  players: 1_000_000,
  online: 1000,
  seconds: Infinity,
  perSecond: { 'log-in': 100, refresh: 1000 },
}

describe('the cost of a call', () => {
  const before = { ...none, at: 0, main: 500 }
  const after = { ...none, at: 2000, main: 1700, commits: 400 }

  it('is the difference of two readings for each call', () => {
    expect(costOf(before, after, 100)).toEqual({ ...none, main: 12, commits: 4 })
  })

  it('leaves out what the idle product would have cost', () => {
    expect(costOf(before, after, 100, { main: 100, wal: 10 })).toEqual({
      ...none,
      main: 10,
      commits: 4,
    })
  })
})

describe('the machines of a scene', () => {
  const size = sizeOf(scene, measured, taken)

  it('have as many cores as all calls of a second cost, with the headroom', () => {
    expect(size['cores for servers, without hashing']).toBeCloseTo(2 * (0.3 + 1))
    expect(size['cores for servers, for hashing']).toBeCloseTo(2 * 1)
    expect(size['cores for the database']).toBeCloseTo(2 * 0.3)
  })

  it('run a server process for each core of its main thread', () => {
    expect(size['server processes, for a core of main thread each']).toBe(3)
    expect(size['GB of memory for servers']).toBeCloseTo(2 * 3 * 0.2)
  })

  it('write what the calls write, and page images beside it after a checkpoint', () => {
    expect(size['commits a second']).toBe(400)
    expect(size['MB of WAL a second']).toBeCloseTo(0.1)
    expect(size['MB of WAL a second, just after a checkpoint']).toBeCloseTo(0.5)
  })

  it('store rows of players for ever, and those of calls until they are swept', () => {
    const players = 1_000_000 * 600
    const sessions = 100 * 60 * 24 * 3600 * 1000
    expect(size['GB of disk']).toBeCloseTo((2 * (players + sessions)) / 1e9)
  })

  it('store no row of a registration that is gone a day later', () => {
    const short = sizeOf({ ...scene, seconds: 0 }, measured, {
      ...taken,
      passing: { players: 0.5 },
    })
    expect(short['GB of disk']).toBeCloseTo((2 * 6e8) / 2 / 1e9)
  })

  it('store rows of calls for no longer than the calls come', () => {
    const short = sizeOf({ ...scene, seconds: 60 }, measured, taken)
    expect(short['GB of disk']).toBeCloseTo((2 * (6e8 + 100 * 60 * 1000)) / 1e9)
  })

  it('keep a page of a table for each player who is online, and no more than the table', () => {
    const some = 1000 * 8192 * (1 + 2)
    expect(size['GB of memory for the database']).toBeCloseTo((2 * some) / 1e9, 6)
    const all = sizeOf({ ...scene, online: 1e9 }, measured, taken)
    expect(all['GB of memory for the database']).toBeCloseTo((2 * 6e8) / 1e9, 6)
  })

  it('have a cost for each call of a scene', () => {
    const calls = scenes.flatMap(({ perSecond }) => Object.keys(perSecond))
    const costs = Object.fromEntries(calls.map((call) => [call, { ...none, database: 1 }]))
    const sizes = scenes.map((each) => sizeOf(each, { ...measured, costs }, taken))
    expect(sizes.every((each) => each['cores for the database'] > 0)).toBe(true)
  })
})

describe('a ratio to the figure of another product', () => {
  const own = { flow: 'one call', hash: 'argon2id', perCore: 100 }

  it('is there for the same flow with the same hash', () => {
    expect(ratioTo(own, { ...own, perCore: 50 })).toBe(2)
  })

  it.each([
    { other: { flow: 'pages' }, why: 'another flow' },
    { other: { hash: 'bcrypt' }, why: 'another hash' },
    { other: { hash: null }, why: 'a hash that its source leaves open' },
    { other: { perCore: null }, why: 'no log-ins by core' },
  ])('is missing for $why', ({ other }) => {
    expect(ratioTo(own, { ...own, ...other })).toBeNull()
  })

  it('is missing for two hashes that are both unknown', () => {
    expect(ratioTo({ ...own, hash: null }, { ...own, hash: null })).toBeNull()
  })

  it.each(others)(
    'is missing for the published figure of $who, which names its source',
    (other) => {
      expect(ratioTo(own, other)).toBeNull()
      expect(other.source).toMatch(/^https:/)
    },
  )
})
