import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Trouble, TroubleDraws } from '../fixtures/trouble/drawTrouble.ts'
import { type TroubleProxy, openTroubleProxy } from '../fixtures/trouble/openTroubleProxy.ts'
import { emptyDatabase, type OwnDatabase } from '../fixtures/freshDatabase.ts'

/* The trouble that a run of tests meets is that of a real PostgreSQL. */

let own: OwnDatabase
let proxy: TroubleProxy
let client: Client

beforeEach(async () => {
  own = await emptyDatabase()
  proxy = await openTroubleProxy(own.url)
  client = new Client({ connectionString: proxy.url, query_timeout: 500 })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('create table notes (note text)')
})
afterEach(async () => {
  await client.end().catch(() => undefined)
  await proxy.close()
  await own.drop()
})

/** Every statement meets this trouble from now on: by the first seed that draws it. */
function always(wanted: Trouble): void {
  const shares = { [wanted.kind]: 1 }
  for (let seed = 0; ; seed += 1) {
    const plan = { seed: String(seed), shares, slowest: 20 }
    const drawn = new TroubleDraws(plan).draw('commit')
    const isWanted = Object.entries(wanted).every(
      ([name, value]) => name === 'milliseconds' || drawn?.[name as keyof Trouble] === value,
    )
    if (isWanted) return proxy.follow(plan)
  }
}

async function notes(): Promise<string[]> {
  const direct = new Client(own.url)
  await direct.connect()
  const { rows } = await direct.query<{ note: string }>('select note from notes')
  await direct.end()
  return rows.map(({ note }) => note)
}

const write = () => client.query('insert into notes values ($1)', ['kept'])

/** The trouble of some statements, each in one line. */
function drawnBy(draws: TroubleDraws | undefined, texts: readonly string[]): string[] {
  const drawn = texts.map((text) => `${text} ${JSON.stringify(draws?.draw(text))}`)
  return drawn.toSorted((one, other) => one.localeCompare(other))
}

describe('a proxy that makes trouble', () => {
  it.each(['40001', '40P01'] as const)(
    'answers %s for a transaction that is undone',
    async (code) => {
      await client.query('begin')
      await write()
      always({ kind: 'conflict', code })
      await expect(client.query('commit')).rejects.toMatchObject({ code })
      proxy.follow(null)
      await write()
      expect(await notes()).toEqual(['kept'])
      await client.query('begin')
      await write()
      always({ kind: 'conflict', code: '40001' })
      await expect(write()).rejects.toMatchObject({ code: /^40/ })
      proxy.follow(null)
      await expect(write()).rejects.toMatchObject({ code: '25P02' })
      await client.query('rollback')
      expect(await notes()).toEqual(['kept'])
    },
  )

  it.each(['cut', 'silence'] as const)(
    'loses the answer to a commit that was done, or the commit, by a %s',
    async (kind) => {
      await client.query('begin')
      await write()
      always({ kind, when: 'after' })
      await expect(client.query('commit')).rejects.toThrow(/terminated|timeout/)
      await expect.poll(notes).toEqual(['kept'])
      proxy.follow(null)
      client = new Client({ connectionString: proxy.url, query_timeout: 500 })
      client.on('error', () => undefined)
      await client.connect()
      await client.query('begin')
      await write()
      always({ kind, when: 'before' })
      await expect(client.query('commit')).rejects.toThrow(/terminated|timeout/)
      expect(await notes()).toEqual(['kept'])
    },
  )

  it('draws the same trouble by the same seed, in whatever order statements come', () => {
    const plan = { seed: 'a', shares: { conflict: 0.2, slow: 0.2, cut: 0.2 }, slowest: 9 }
    const [one, other, third] = [plan, plan, { ...plan, seed: 'b' }].map(
      (each) => new TroubleDraws(each),
    )
    const texts = ['a', 'b', 'a', 'a', 'b', 'c', 'a', 'b']
    const first = drawnBy(one, texts)
    expect(drawnBy(other, texts.toReversed())).toEqual(first)
    expect(drawnBy(third, texts)).not.toEqual(first)
  })
})
