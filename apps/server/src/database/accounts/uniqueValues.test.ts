import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/fixtures/freshDatabase.ts'
import { after } from '../../platform/clock.ts'
import { inTransaction } from '../transactions/inTransaction.ts'
import { onTransactionRetry } from '../transactions/repeatOnConflict.ts'
import type { Database } from '../pool/openDatabase.ts'
import { findLoginCandidate } from '../auth/loginCandidates.ts'
import { refreshConnection, saveConnection } from '../federation/connectionStatements.ts'
import { findByPartner, insertPartnerIdentity } from '../federation/partnerPlayers.ts'
import { findBySubject, issueSubjects } from '../oidc/pairwiseSubjects.ts'
import { erasePlayer } from '../operations/erasePlayer.ts'
import { setEmail } from './credentials.ts'
import { isEmailTaken } from './emailChanges.ts'
import {
  confirmPlayer,
  findByEmail,
  findById,
  findByRegistration,
  findByUsername,
  holderOfUsername,
  insertPlayer,
} from './players.ts'
import { reconcileUniqueValues } from './reconcileUniqueValues.ts'
import {
  claim,
  claimNew,
  emailKey,
  type UniqueValue,
  keepUntil,
  ValueTakenError,
  partnerKey,
  registeredFor,
  subjectKey,
  take,
  usernameKey,
} from './uniqueValues.ts'
import { removeUnconfirmed } from './unconfirmedPlayers.ts'

const now = new Date('2026-03-02T12:00:00Z')
const hour = 3600
const later = after(now, 3 * hour)
const nothing = { over: 0, orphaned: 0, missing: 0 }
let fresh: FreshDatabase
let database: Database
let kysely: Database['kysely']

beforeEach(async () => {
  fresh = await freshDatabase({ withoutTrouble: true })
  database = fresh.database
  kysely = database.kysely
})
afterEach(() => fresh.drop())

interface Registration {
  readonly email?: string
  readonly isConfirmed?: boolean
  readonly idempotencyKey?: string
}

async function player(username: string, given: Registration = {}): Promise<number> {
  const { email = `${username}@site.test`, isConfirmed = true, idempotencyKey = null } = given
  const form = { deployment: 'local', username, email, ip: '', passwordHash: 'none' }
  const rest = { firstname: null, lastname: null, dateOfBirth: null, referrerId: null }
  const id = await insertPlayer(kysely, { ...form, ...rest, idempotencyKey }, now)
  if (isConfirmed) await confirmPlayer(kysely, 'local', id, now)
  return id
}

async function lookUps(playerId?: number) {
  const rows = await kysely
    .selectFrom('unique_values')
    .selectAll()
    .where('deployment', '=', 'local')
    .orderBy('kind')
    .orderBy('value')
    .execute()
  return rows
    .filter((row) => playerId === undefined || row.player_id === playerId)
    .map(({ kind, value, until }) => `${kind} ${value}${until ? ' kept' : ''}`)
}

const forget = () => kysely.deleteFrom('unique_values').execute()

describe('a claim', () => {
  it('answers the first key of another player in the order of the kinds, whatever the order asked', async () => {
    const ada = await player('ada')
    const bob = await player('bob')
    const keys = [emailKey('ada@site.test'), usernameKey('Ada')]
    expect(await claim(kysely, 'local', ada, keys, now)).toBe(null)
    expect(await claim(kysely, 'local', bob, keys, now)).toEqual(usernameKey('ada'))
    expect(await claim(kysely, 'sandbox', bob, keys, now)).toBe(null)
  })

  it('never waits for one that waits for it, whatever the order asked', async () => {
    let retries = 0
    const stop = onTransactionRetry(() => void (retries += 1))
    const other = fresh.reopen()
    const keys: UniqueValue[] = [
      partnerKey('relic', '1'),
      usernameKey('zoe'),
      emailKey('a@site.test'),
    ]
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        inTransaction((index % 2 === 0 ? database : other).kysely, (transaction) =>
          claim(transaction, 'local', 1000 + index, index % 3 ? keys : keys.toReversed(), now),
        ),
      ),
    )
    stop()
    await other.close()
    expect(outcomes.filter((refused) => refused === null)).toHaveLength(1)
    expect(retries).toBe(0)
  })

  it('takes what is over, and what its player gave up; what is kept refuses everybody else', async () => {
    const ada = await player('ada')
    const bob = await player('bob')
    const former = usernameKey('former')
    await keepUntil(kysely, 'local', ada, former, after(now, hour), now)
    expect(await claim(kysely, 'local', bob, [former], now)).toEqual(former)
    expect(await holderOfUsername(kysely, 'local', 'Former', bob, now)).toBe('other')
    expect(await holderOfUsername(kysely, 'local', 'Former', ada, now)).toBe('none')
    expect(await holderOfUsername(kysely, 'local', 'Former', bob, later)).toBe('none')
    // A player cannot keep a value that another one has.
    await keepUntil(kysely, 'local', bob, former, later, now)
    expect(await claim(kysely, 'local', ada, [former], now)).toBe(null)
    expect(await lookUps(ada)).toContain('username former')
    await keepUntil(kysely, 'local', ada, former, after(now, hour), now)
    expect(await claim(kysely, 'local', bob, [former], later)).toBe(null)
    expect(await lookUps(bob)).toContain('username former')
  })

  it('for a new player leaves nothing where it is refused, and gives its id otherwise', async () => {
    await player('ada')
    const before = await lookUps()
    const keys = [usernameKey('cyd'), emailKey('ada@site.test')]
    expect(await claimNew(kysely, 'local', keys, now)).toEqual({ refused: keys[1] })
    expect(await lookUps()).toEqual(before)
    const claimed = await claimNew(kysely, 'local', [usernameKey('cyd'), emailKey('c@d.test')], now)
    const id = 'playerId' in claimed ? claimed.playerId : 0
    expect(await lookUps(id)).toEqual(['email c@d.test', 'username cyd'])
    expect(await player('eve')).toBe(id + 1)
  })

  it('of an unconfirmed address refuses no player, and goes to the newest registration that is left', async () => {
    const email = 'shared@site.test'
    const ids = []
    for (const username of ['one', 'two', 'three']) {
      ids.push(await player(username, { email, isConfirmed: false }))
    }
    const [one = 0, two = 0, three = 0] = ids
    const found = async () => (await findByEmail(kysely, 'local', email))?.id
    expect(await found()).toBe(three)
    await removeUnconfirmed(kysely, 'local', [three], now)
    expect(await found()).toBe(two)
    expect(await isEmailTaken(kysely, 'local', email, null, now)).toBe(false)
    await confirmPlayer(kysely, 'local', one, now)
    expect(await found()).toBe(one)
    await expect(confirmPlayer(kysely, 'local', two, now)).rejects.toThrow(ValueTakenError)
    await erasePlayer(kysely, 'local', one, { deletionTypeId: null, reason: null }, now)
    expect(await found()).toBe(two)
    expect(await lookUps(one)).toEqual([])
  })

  it('of an address keeps the former one until the change can be undone no more', async () => {
    const ada = await player('ada')
    const bob = await player('bob')
    const row = await findById(kysely, 'local', ada)
    if (!row) throw new Error('Ada is gone.')
    await take(kysely, 'local', ada, [emailKey('new@site.test')], now)
    const verified = { email: 'new@site.test', verifiedBy: 'press', isFormerPutOut: false } as const
    const change = { ...verified, formerKeptUntil: later }
    await setEmail(kysely, row, change, now)
    const isTakenFor = (playerId: number, at = now) =>
      isEmailTaken(kysely, 'local', 'Ada@site.test', playerId, at)
    expect([await isTakenFor(bob), await isTakenFor(ada), await isTakenFor(bob, later)]).toEqual([
      true,
      false,
      false,
    ])
    expect(await findByEmail(kysely, 'local', 'ada@site.test')).toBe(undefined)
    expect((await findByEmail(kysely, 'local', 'new@site.test'))?.id).toBe(ada)
  })
})

describe('the row of a player', () => {
  it('has the last word: a row in `taken` with another value counts as none', async () => {
    const ada = await player('ada', { idempotencyKey: 'key' })
    const account = { accountId: '76561198000000001', name: 'Ada', avatar: '' }
    await saveConnection(kysely, 'local', ada, 'steam', account, now)
    const of = { deployment: 'local', sector: 'guild' }
    const subject = (await issueSubjects(kysely, of, [ada], now)).get(ada) ?? ''
    const partner = { partner: 'relic', subject: '2001' }
    await insertPartnerIdentity(kysely, 'local', ada, partner, now)
    expect((await findByPartner(kysely, 'local', partner))?.id).toBe(ada)
    expect(await findBySubject(kysely, of, subject)).toBe(ada)
    expect((await findByRegistration(kysely, 'local', 'key', now))?.id).toBe(ada)
    expect(await findByRegistration(kysely, 'local', 'key', registeredFor(now))).toBe(undefined)

    // Stray rows for every value of another player, and for values without a player.
    const bob = await player('bob')
    await kysely.updateTable('unique_values').set({ player_id: bob }).execute()
    await take(kysely, 'local', bob, [usernameKey('ghost'), emailKey('ghost@site.test')], now)
    for (const name of ['ada', 'ghost']) {
      expect(await findByUsername(kysely, 'local', name)).toBe(undefined)
      expect(await findByEmail(kysely, 'local', `${name}@site.test`)).toBe(undefined)
      expect(await holderOfUsername(kysely, 'local', name, null, now)).toBe('none')
      expect(await isEmailTaken(kysely, 'local', `${name}@site.test`, null, now)).toBe(false)
      for (const login of [name, `${name}@site.test`]) {
        const { player } = await findLoginCandidate(database, 'local', login, '203.0.113.7', now)
        expect(player).toBe(undefined)
      }
    }
    expect(await findByPartner(kysely, 'local', partner)).toBe(undefined)
    expect(await findBySubject(kysely, of, subject)).toBe(null)
    expect(await findByRegistration(kysely, 'local', 'key', now)).toBe(undefined)
    await refreshConnection(kysely, 'local', 'steam', account.accountId, 'gone', now)
    const linked = await kysely.selectFrom('connections').select('gone_at').execute()
    expect(linked).toEqual([{ gone_at: null }])
  })
})

describe('the sweep of unique values', () => {
  it('changes nothing where every player has theirs', async () => {
    const ada = await player('ada', { idempotencyKey: 'key' })
    await player('bob', { isConfirmed: false })
    await player('cyd', { isConfirmed: false, email: 'bob@site.test' })
    await insertPartnerIdentity(kysely, 'local', ada, { partner: 'relic', subject: '1' }, now)
    await keepUntil(kysely, 'local', ada, usernameKey('former'), after(now, 30 * 24 * hour), now)
    const before = await lookUps()
    expect(await reconcileUniqueValues(kysely, 'local', now)).toEqual(nothing)
    expect(await reconcileUniqueValues(kysely, 'local', later)).toEqual(nothing)
    expect(await lookUps()).toEqual(before)
  })

  it('removes what is over, and an hour later what has no player', async () => {
    const ada = await player('ada', { idempotencyKey: 'key' })
    const gone = 1_000_000
    await keepUntil(kysely, 'local', ada, usernameKey('former'), after(now, hour), now)
    await take(kysely, 'local', ada, [usernameKey('never'), emailKey('never@site.test')], now)
    await take(kysely, 'local', gone, [usernameKey('ghost')], now)
    await take(kysely, 'sandbox', gone, [usernameKey('ghost')], now)
    expect(await reconcileUniqueValues(kysely, 'local', now)).toEqual(nothing)
    expect(await reconcileUniqueValues(kysely, 'local', later)).toEqual({
      over: 1,
      orphaned: 3,
      missing: 0,
    })
    expect(await lookUps()).toHaveLength(3)
    expect(await reconcileUniqueValues(kysely, 'local', registeredFor(now))).toMatchObject({
      over: 1,
    })
    expect(await lookUps()).toEqual(['email ada@site.test', 'username ada'])
    expect((await kysely.selectFrom('unique_values').select('value').execute()).length).toBe(3)
  })

  it('adds the missing values of players, and leaves to others what is theirs', async () => {
    const ada = await player('ada', { idempotencyKey: 'key' })
    const bob = await player('bob', { isConfirmed: false, email: 'shared@site.test' })
    await player('cyd', { isConfirmed: false, email: 'shared@site.test' })
    await saveConnection(kysely, 'local', ada, 'steam', account('1'), now)
    await insertPartnerIdentity(kysely, 'local', ada, { partner: 'relic', subject: '1' }, now)
    await issueSubjects(kysely, { deployment: 'local', sector: 'guild' }, [ada, bob], now)
    const before = await lookUps()
    await forget()
    const { missing, ...rest } = await reconcileUniqueValues(kysely, 'local', now)
    expect([missing, rest]).toEqual([11, { over: 0, orphaned: 0 }])
    expect(await lookUps()).toEqual(before)

    await kysely.deleteFrom('unique_values').where('kind', '=', 'username').execute()
    await take(kysely, 'local', ada, [subjectKey('guild', 'x'), usernameKey('bob')], now)
    expect(await reconcileUniqueValues(kysely, 'local', now)).toEqual({ ...nothing, missing: 2 })
    expect(await reconcileUniqueValues(kysely, 'local', later)).toEqual({
      ...nothing,
      orphaned: 2,
      missing: 1,
    })
    expect(await lookUps()).toEqual(before)
  })

  it('goes through any number of players in parts', async () => {
    const rows = Array.from({ length: 603 }, (_, index) => ({
      deployment: 'local',
      username: `many${index}`,
      username_key: `many${index}`,
      email: `many${index}@site.test`,
      email_key: `many${index}@site.test`,
      created_at: now,
      confirmed_at: now,
    }))
    await kysely.insertInto('players').values(rows).execute()
    // All but those at the edges of the parts.
    await sql`insert into unique_values (deployment, kind, value, player_id, created_at)
      select deployment, kind, value, id, created_at from players,
        lateral (values ('username', username_key), ('email', email_key)) as key (kind, value)
      where username not in ('many0', 'many499', 'many500', 'many602')`.execute(kysely)
    const ended = AbortSignal.abort()
    expect(await reconcileUniqueValues(kysely, 'local', now, ended)).toEqual(nothing)
    expect(await reconcileUniqueValues(kysely, 'local', now)).toEqual({ ...nothing, missing: 8 })
    expect(await reconcileUniqueValues(kysely, 'local', later)).toEqual(nothing)
    expect((await findByUsername(kysely, 'local', 'Many602'))?.username).toBe('many602')
  })
})

function account(accountId: string) {
  return { accountId, name: 'Ada', avatar: '' }
}
