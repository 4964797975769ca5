import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openPostgres } from '../../src/database/pool/openDatabase.ts'
import { reconcileUniqueValues } from '../../src/database/accounts/reconcileUniqueValues.ts'
import { after } from '../../src/platform/clock.ts'
import { hashOf } from '../../src/platform/crypto/secrets.ts'
import { CrashableServer } from '../fixtures/crashes/crashableServer.ts'
import type { Trouble } from '../fixtures/trouble/drawTrouble.ts'
import {
  type AcknowledgedPlayer,
  liveThroughTrouble,
} from '../fixtures/trouble/liveThroughTrouble.ts'
import { type TroubleProxy, openTroubleProxy } from '../fixtures/trouble/openTroubleProxy.ts'
import { PatientSender } from '../fixtures/trouble/patientSender.ts'
import { textOfMail } from '../fixtures/samples/textOfMail.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'

/* A real server whose PostgreSQL ends transactions, loses connections, falls silent and is slow. */

const seed = inject('trouble') ?? String(randomInt(2 ** 32))
const rounds = [1, 2, 3]
const lanes = [0, 1, 2]
const playersOfLane = [0, 1]
const shares = { conflict: 0.06, slow: 0.04, cut: 0.008, silence: 0.004 }

let standIns: StandIns
let proxy: TroubleProxy
let server: CrashableServer
let direct: string
const players: AcknowledgedPlayer[] = []
const sender = new PatientSender()

beforeAll(async () => {
  standIns = await startStandIns()
  server = await CrashableServer.open(standIns, async (url) => {
    direct = url
    proxy = await openTroubleProxy(url)
    return proxy.url
  })
})
afterAll(async () => {
  await server.close()
  await proxy.close()
  await standIns.stop()
})

const kindOf = (trouble: Trouble) =>
  'when' in trouble ? `${trouble.kind} ${trouble.when}` : trouble.kind

/** The number of rows of a query without columns. */
const countOf = async (text: string, values: readonly unknown[] = []) =>
  (await server.look(text, values)).length

const waiting = `select from mails union all
  select from pgboss.job where name = 'account-events' and state < 'completed'`

/** Waits until the outbox and the queue of mails are empty. */
async function untilMailsAreSent(): Promise<void> {
  await expect.poll(() => countOf(waiting), { interval: 500 }).toBe(0)
}

/** The mails of a life, to its first address and to its present one, that may come once alone. */
const once = {
  old: [
    'Confirm your Gatehouse Local account',
    'Your Gatehouse Local username was changed',
    'Your email address at Gatehouse Local was changed',
  ],
  present: [
    'Your new email address at Gatehouse Local',
    'Your Gatehouse Local password was changed',
  ],
}
/** A request whose answer was lost is done twice when it is sent again: its newest link counts. */
const repeated = {
  old: ['Your email address at Gatehouse Local is about to change'],
  present: [
    'Confirm your new email address at Gatehouse Local',
    'Reset your Gatehouse Local password',
  ],
}

const headerOf = (mail: string, name: string) =>
  new RegExp(`^${name}: (.*)`, 'im').exec(mail)?.[1] ?? ''

/** The subjects of the different mails to an address. */
function subjectsTo(mails: readonly string[], to: string): string[] {
  const own = mails.filter((mail) => mail.includes(`\nTo: ${to}\r`))
  const byId = new Map(own.map((mail) => [headerOf(mail, 'Message-ID'), mail]))
  return [...byId.values()].map((mail) => headerOf(mail, 'Subject')).toSorted()
}

describe(`a server whose database meets trouble by the seed ${seed}`, () => {
  it.each(rounds)(
    'serves or refuses each step of whole lives, and each refused one again, in round %i',
    async (round) => {
      proxy.follow({ seed: `${seed} ${round}`, shares, slowest: 400 })
      await Promise.all(
        lanes.map(async (lane) => {
          for (const at of playersOfLane) {
            const isDeleted = (lane + at) % 3 === 0
            const name = `R${round}L${lane}P${at}`
            players.push(await liveThroughTrouble(server, sender, name, { isDeleted }))
          }
        }),
      )
      proxy.follow(null)
      expect(sender.wrong).toEqual([])
      expect(server.output).not.toMatch(/internal_error|unhandled/)
    },
  )

  it('has met every kind of trouble', () => {
    const met = Map.groupBy(proxy.met, ({ trouble }) => kindOf(trouble))
    const counts = Object.fromEntries([...met].map(([kind, all]) => [kind, all.length]))
    const slowest = `${Math.round(sender.slowest)} ms`
    process.stdout.write(`${JSON.stringify({ seed, counts, answers: sender.counts, slowest })}\n`)
    expect(Object.keys(counts).toSorted()).toEqual([
      'conflict',
      'cut after',
      'cut before',
      'silence after',
      'silence before',
      'slow',
    ])
    expect(sender.counts['503 ERROR_UNAVAILABLE']).toBeGreaterThan(0)
  })

  it('has each acknowledged write afterwards', async () => {
    for (const player of players) {
      const { username, email, steamId, isDeleted, password } = player
      const found = await server.look(
        `select p.username, p.email, p.confirmed_at is not null confirmed,
          (select string_agg(c.account_id, ' ') from connections c where c.player_id = p.id) steam
        from players p where p.username = $1`,
        [username],
      )
      const whole = [{ username, email, confirmed: true, steam: steamId }]
      expect(found).toEqual(isDeleted ? [] : whole)
      if (!isDeleted) await server.visitor().logIn(username, password)
    }
    const kept = players.filter(({ isDeleted }) => !isDeleted)
    expect(await countOf('select from players where deleted_at is null')).toBe(kept.length)
    expect(await countOf('select from players')).toBe(players.length)
  })

  it('sends each promised mail, and each once but for copies of the same mail', async () => {
    await untilMailsAreSent()
    const mails = server.received.map(textOfMail)
    // One link may be in two mails: the undo of a change, before the change and after it.
    const ids = new Map<string, Set<string>>()
    const mailed = new Set<string>()
    for (const mail of mails) {
      const [, link] = /\?(?:uid|token)=([\w-]+)/.exec(mail) ?? []
      if (link === undefined) continue
      mailed.add(hashOf(link).toString('hex'))
      const named = `${headerOf(mail, 'Subject')} ${link}`
      ids.set(named, (ids.get(named) ?? new Set()).add(headerOf(mail, 'Message-ID')))
    }
    expect([...ids].filter(([, { size }]) => size > 1)).toEqual([])
    const links = await server.look<{ hash: string }>(
      `select encode(token_hash, 'hex') hash from mail_links
        union select encode(confirm_hash, 'hex') from email_changes
        union select encode(undo_hash, 'hex') from email_changes`,
    )
    expect(links.filter(({ hash }) => !mailed.has(hash))).toEqual([])
    const all = new Set(mails.map((mail) => headerOf(mail, 'Message-ID')))
    // The database was lost between sending a mail and recording it.
    const losses = proxy.met.filter(({ trouble }) => 'when' in trouble)
    expect(mails.length - all.size).toBeLessThan(losses.length / 4)
    for (const { email, oldEmail, isDeleted } of players) {
      const old = subjectsTo(mails, oldEmail)
      const present = subjectsTo(mails, email)
      expect([...new Set(old)]).toEqual([...once.old, ...repeated.old].toSorted())
      const farewell = isDeleted ? ['Your Gatehouse Local account was deleted'] : []
      const expected = [...once.present, ...repeated.present, ...farewell].toSorted()
      expect([...new Set(present)]).toEqual(expected)
      for (const subject of [...once.old, ...once.present, ...farewell]) {
        const all = [...old, ...present].filter((each) => each === subject)
        expect(all).toHaveLength(1)
      }
    }
  })

  it('has nothing half done', async () => {
    const database = openPostgres(direct, 1)
    // Values of players who are being written are left alone for an hour.
    const later = after(new Date(), 2 * 3600)
    const counts = await reconcileUniqueValues(database.kysely, 'local', later)
    await database.close()
    expect(counts).toEqual({ over: 0, orphaned: 0, missing: 0 })
    const tables = await server.look<{ name: string }>(
      `select c.table_name name from information_schema.columns c
        where c.table_schema = 'public' and c.column_name = 'player_id' and c.table_name not in ('outbox', 'mails')`,
    )
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables) {
      const orphans = await countOf(
        `select from ${name} t where t.player_id > 0 and not exists
          (select from players p where p.deployment = t.deployment and p.id = t.player_id)`,
      )
      expect(`${name} ${orphans}`).toBe(`${name} 0`)
    }
    for (const table of [
      'sessions',
      'access_tokens',
      'mail_links',
      'connections',
      'unique_values',
    ]) {
      const left = await countOf(
        `select from ${table} t join players p on p.id = t.player_id where p.deleted_at is not null`,
      )
      expect(`${table} ${left}`).toBe(`${table} 0`)
    }
    expect(await countOf('select from access_keys where used_by is not null')).toBe(players.length)
    const open = `select from pg_stat_activity where datname = current_database()
      and xact_start < now() - interval '10 seconds' and state like 'idle in transaction%'`
    expect(await countOf(open)).toBe(0)
  })

  it('serves everything at once when the trouble is over', async () => {
    await pause(100)
    const calm = new PatientSender()
    await liveThroughTrouble(server, calm, 'Afterwards', { isDeleted: true })
    expect(Object.keys(calm.counts).filter((answer) => answer.startsWith('503'))).toEqual([])
  })
})
