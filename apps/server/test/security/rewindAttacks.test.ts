import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doDueRewinds } from '../../src/auth/account-protection/rewindByLink.ts'
import { enrol, enrolledPlayer, logInTwice, strong } from '../fixtures/enrolled.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import {
  acting,
  entryOf,
  newestSafetyMail,
  readSafety,
  type SafetyBody,
  type SafetyMail,
  safetyMails,
} from '../fixtures/safetyMails.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { sampleRequest } from '../fixtures/samples/sampleRequest.ts'
import type { TestApp } from '../fixtures/startApp.ts'
import {
  act,
  changeAddress,
  confirmingUid,
  doubt,
  elsewhere as browserAt,
  ledgerActs,
  playerRow,
  stateOf,
  takeOver,
  thiefOf,
  victim,
} from '../fixtures/takeovers.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'
import { addPasskey, logInWithPasskey, softPasskey } from '../fixtures/passkeys/passkeySteps.ts'
import { codeAt } from '../fixtures/totp.ts'
import { sealBefore } from '../../src/auth/security-acts/past.ts'
import { doDueDeletions } from '../../src/accounts/deletion/waitingDeletions.ts'
import { insertRewind } from '../../src/database/auth/rewinds.ts'
import { emptyLedger, writeLedger } from '../../src/database/auth/ledger.ts'

/* A thief uses the means of the account's owner, who has to win all the same. */

let standIns: StandIns
let app: TestApp
const day = 24 * 3600

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, {
    deployments: { local: { ...strong, deletionGraceDays: 14 } },
  })
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

const elsewhere = (last: number) => browserAt(app, last)
const refusals = async (visitor: TestVisitor, mail: SafetyMail, given: Partial<SafetyBody>) =>
  (await visitor.refused('actOnSafetyLink', acting(mail, given))).items

const addressChanged = { subject: /email address/i, act: 'email-changed' } as const

describe('the address of a thief', () => {
  it('has no right after the rewind of an address that came back meanwhile', async () => {
    const owner = await victim(app, 'Abe')
    const thief = await thiefOf(app, owner)
    await changeAddress(app, thief, owner.id, 'abe-b@thief.test')
    app.clock.advance(60)
    const own = elsewhere(7)
    await own.logIn('Abe', samplePassword)
    await changeAddress(app, own, owner.id, owner.address)
    app.clock.advance(60)
    const { mail, entry } = await doubt(app, owner.address, addressChanged)
    expect(await act(elsewhere(7), mail, { From: entry.Id })).toMatchObject({ Outcome: 'done' })
    const thiefs = await newestSafetyMail(app, 'abe-b@thief.test', /email address/i)
    const read = await elsewhere(66).refused('readSafetyLink', { body: { Link: thiefs.link } })
    expect(read.items).toEqual(['ERROR_SAFETY_LINK_NOTEXISTS@'])
  })

  it('ends no wait of an older address, even with a factor of its own', async () => {
    const enrolled = await enrolledPlayer(app, 'Ben')
    const { Id_User: id } = await enrolled.visitor.readToken()
    app.clock.advance(20 * day)
    await logInTwice(app, enrolled.visitor, enrolled)
    // The thief has the session with its recent proof.
    const thief = enrolled.visitor
    await changeAddress(app, thief, id, 'ben-b@thief.test')
    app.clock.advance(60)
    await enrol(app, 'Ben', thief)
    await thief.call('updateUsername', { path: { userId: id }, body: { Username: 'Ben2' } })
    const older = await doubt(app, 'ben@site.test', addressChanged)
    const waits = await act(elsewhere(7), older.mail, { From: older.entry.Id })
    expect(waits.Outcome).toBe('waits')
    const newer = await doubt(app, 'ben-b@thief.test', { subject: /name/i, act: 'renamed' })
    const Code = codeAt(enrolled.secret, app.clock.now())
    expect(
      await refusals(elsewhere(66), newer.mail, { From: newer.entry.Id, Way: 'totp', Code }),
    ).toEqual(['ERROR_ACCOUNT_HELD@'])
    app.clock.advance(day + 1)
    await doDueRewinds(app.services)
    expect(await stateOf(app, id)).toMatchObject({ email: 'ben@site.test', username: 'Ben' })
  })

  it('takes no rewind away from an older address by asking for its own', async () => {
    const owner = await victim(app, 'Cal')
    await takeOver(app, owner)
    for (const { link, number, subject } of (await safetyMails(app, 'Cal-c@thief.test')).slice(
      -4,
    )) {
      const mail = { link, number, subject }
      const page = await readSafety(elsewhere(66), mail).catch(() => null)
      const From = page?.Entries[0]?.Id
      if (From !== undefined) {
        await elsewhere(66)
          .call('actOnSafetyLink', acting(mail, { From }))
          .catch(() => null)
      }
    }
    const { mail, entry } = await doubt(app, owner.address, addressChanged)
    expect(await act(elsewhere(7), mail, { From: entry.Id })).toMatchObject({ Outcome: 'done' })
  })

  it('is not served where the older one belongs to another account by now', async () => {
    const owner = await victim(app, 'Dan')
    const thief = await thiefOf(app, owner)
    await changeAddress(app, thief, owner.id, 'dan-b@thief.test')
    const { mail } = await doubt(app, owner.address, addressChanged)
    // The days for which it was kept were fewer than those of a rewind are now.
    await app.services.database.kysely
      .deleteFrom('unique_values')
      .where('value', '=', owner.address)
      .execute()
    await signedInPlayer(app, registerForm({ Username: 'DanAgain', Email: owner.address }))
    const { items } = await elsewhere(7).refused('readSafetyLink', { body: { Link: mail.link } })
    expect(items).toEqual(['ERROR_SAFETY_LINK_NOTEXISTS@'])
    expect(await playerRow(app, owner.id)).toMatchObject({ email: 'dan-b@thief.test' })
  })

  it('takes the place of no rewind that an address asked for which came back', async () => {
    const enrolled = await enrolledPlayer(app, 'Eve')
    const { Id_User: id } = await enrolled.visitor.readToken()
    app.clock.advance(20 * day)
    await logInTwice(app, enrolled.visitor, enrolled)
    const session = enrolled.visitor
    await changeAddress(app, session, id, 'eve-b@thief.test')
    app.clock.advance(60)
    await changeAddress(app, session, id, 'eve@site.test')
    app.clock.advance(60)
    const newer = await doubt(app, 'eve-b@thief.test', addressChanged)
    const asked = await act(elsewhere(66), newer.mail, { From: newer.entry.Id })
    expect(asked.Outcome).toBe('waits')
    const older = await doubt(app, 'eve@site.test', addressChanged)
    expect(await act(elsewhere(7), older.mail, { From: older.entry.Id })).toMatchObject({
      Outcome: 'waits',
    })
    app.clock.advance(day + 1)
    await doDueRewinds(app.services)
    expect(await playerRow(app, id)).toMatchObject({ email: 'eve@site.test', frozen_at: null })
    const read = await elsewhere(66).refused('readSafetyLink', { body: { Link: newer.mail.link } })
    expect(read.items).toEqual(['ERROR_SAFETY_LINK_NOTEXISTS@'])
  })
})

describe('a thief in a session', () => {
  it('hides the first change behind no thousands of others, and the owner goes back behind all', async () => {
    const owner = await victim(app, 'Fay')
    const thief = await thiefOf(app, owner)
    await changeAddress(app, thief, owner.id, 'fay-b@thief.test')
    await enrol(app, 'Fay', thief)
    const toggle = (IsOn: boolean) => thief.send(sampleRequest('setTwoStep', { body: { IsOn } }))
    let made = 0
    while (made < 400 && (await toggle(made % 2 === 1)).statusCode === 200) made += 1
    expect(made).toBeGreaterThan(250)
    expect(thief.last?.body).toContain('ERROR_TOO_MANY_ATTEMPTS')
    expect(Number(thief.last?.headers['retry-after'])).toBeGreaterThan(3600)
    // A freeze is refused to nobody.
    const { mail, entry } = await doubt(app, owner.address, addressChanged)
    await act(elsewhere(7), mail, { Act: 'freeze' })
    expect(await act(elsewhere(7), mail, { From: entry.Id })).toMatchObject({ Outcome: 'done' })
    expect(await stateOf(app, owner.id)).toMatchObject({ email: owner.address, apps: [] })
  })
})

describe('a rewind that waits', () => {
  it('is done as it was asked for, however late a server comes to it', async () => {
    const enrolled = await enrolledPlayer(app, 'Gil')
    const { Id_User: id } = await enrolled.visitor.readToken()
    app.clock.advance(20 * day)
    await logInTwice(app, enrolled.visitor, enrolled)
    await changeAddress(app, enrolled.visitor, id, 'gil-b@thief.test')
    const { mail, entry } = await doubt(app, 'gil@site.test', addressChanged)
    expect((await act(elsewhere(7), mail, { From: entry.Id })).Outcome).toBe('waits')
    // All servers are down for weeks, and look after the ledger first.
    app.clock.advance(40 * day)
    await emptyLedger(
      app.services.database.kysely,
      'befores',
      new Date(app.clock.now().getTime() - 20 * day * 1000),
    )
    await doDueRewinds(app.services)
    expect(await playerRow(app, id)).toMatchObject({ email: 'gil@site.test' })
  })

  it('that cannot be done holds up no other', async () => {
    const ids = new Map<string, number>()
    for (const name of ['Ida', 'Jon']) {
      const { visitor } = await enrolledPlayer(app, name)
      const { Id_User: id } = await visitor.readToken()
      ids.set(name, id)
    }
    app.clock.advance(20 * day)
    for (const [name, id] of ids) {
      const address = `${name.toLowerCase()}@site.test`
      await writeLedger(app.services.database.kysely, {
        deployment: 'local',
        playerId: id,
        at: app.clock.now(),
        act: 'renamed',
        actor: 'player',
        requester: null,
        shown: { From: name, To: `${name}2` },
        // Of Ida's act nobody can say any more what there was before.
        ...(name === 'Ida' && { before: 'none of ours' }),
      })
      const { id: from } = await app.services.database.kysely
        .selectFrom('account_ledger')
        .select('id')
        .where('player_id', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await insertRewind(app.services.database.kysely, {
        deployment: 'local',
        player_id: id,
        email_key: address,
        from_entry: from,
        state: 'waiting',
        froze: false,
        asked_at: app.clock.now(),
        due_at: app.clock.now(),
      })
    }
    await expect(doDueRewinds(app.services)).rejects.toThrow('1 of 2 failed.')
    expect((await ledgerActs(app, ids.get('Jon') ?? 0)).at(-1)).toBe('rewound')
    await app.services.database.kysely
      .updateTable('rewinds')
      .set({ state: 'void' })
      .where('state', '=', 'waiting')
      .execute()
  })

  it('that is stopped keeps an account whose deletion came due meanwhile', async () => {
    const enrolled = await enrolledPlayer(app, 'Kim')
    const { Id_User: id } = await enrolled.visitor.readToken()
    app.clock.advance(20 * day)
    await logInTwice(app, enrolled.visitor, enrolled)
    await enrolled.visitor.call('updateUsername', {
      path: { userId: id },
      body: { Username: 'Kim2' },
    })
    const { mail, entry } = await doubt(app, 'kim@site.test', { subject: /name/i, act: 'renamed' })
    expect((await act(elsewhere(66), mail, { From: entry.Id })).Outcome).toBe('waits')
    await app.services.database.kysely
      .updateTable('players')
      .set({ deletion_due_at: app.clock.now() })
      .where('id', '=', id)
      .execute()
    const waiting = await newestSafetyMail(app, 'kim@site.test', /put back to what it was/i)
    const Code = codeAt(enrolled.secret, app.clock.now())
    const stopped = await act(elsewhere(7), waiting, { Act: 'stop', Way: 'totp', Code })
    expect(stopped.Outcome).toBe('done')
    await doDueDeletions(app.services)
    expect(await playerRow(app, id)).toMatchObject({ deletion_due_at: null, deleted_at: null })
  })

  it('is done once by many servers, and with parallel acts in one of the two orders (AT-SEC-31, 32)', async () => {
    for (let round = 0; round < 8; round += 1) {
      const owner = await victim(app, `Hal${round}`)
      const thief = await takeOver(app, owner)
      const { mail, entry } = await doubt(app, owner.address, addressChanged)
      const other = `hal${round}-d@thief.test`
      await thief.call('updateEmail', {
        path: { userId: owner.id },
        body: { Email: other, ConfirmEmail: other },
      })
      const uid = await confirmingUid(app, other)
      await Promise.allSettled([
        app.visitor().call('confirmEmailUpdate', { query: { uid } }),
        act(elsewhere(7), mail, { From: entry.Id }),
        thief.call('twitchUnlink', { body: {} }),
        act(elsewhere(8), mail, { From: entry.Id }),
      ])
      expect(await stateOf(app, owner.id)).toMatchObject({
        username: owner.name,
        email: owner.address,
        apps: [],
        connections: [{ account_id: owner.twitch }],
      })
      const acts = await ledgerActs(app, owner.id)
      expect(acts.filter((each) => each === 'rewound')).toHaveLength(1)
      expect(acts.slice(acts.indexOf('rewound') + 1)).toEqual([])
    }
  })
})

describe('what a rewind leaves out', () => {
  it('is named in its entry, which the page reads again: a passkey too', async () => {
    const owner = await victim(app, 'Lea')
    const own = elsewhere(7)
    await own.logIn('Lea', samplePassword)
    const passkey = softPasskey(app)
    const {
      Passkey: { Id },
    } = await addPasskey(own, passkey)
    app.clock.advance(20 * day)
    await logInWithPasskey(own, passkey)
    await own.call('removePasskey', { body: { Id } })
    const { mail, entry } = await doubt(app, owner.address, {
      subject: /passkey/i,
      act: 'passkey-removed',
    })
    const waits = await act(elsewhere(8), mail, { From: entry.Id })
    expect(waits.Outcome).toBe('waits')
    // It was kept for too short a time.
    await app.services.database.kysely.deleteFrom('passkeys').where('id', '=', Id).execute()
    app.clock.advance(day + 1)
    await doDueRewinds(app.services)
    const { kysely } = app.services.database
    const rewound = await kysely
      .selectFrom('account_ledger')
      .select('shown')
      .where('player_id', '=', owner.id)
      .where('act', '=', 'rewound')
      .executeTakeFirstOrThrow()
    expect(rewound.shown).toMatchObject({ NotRestored: ['passkey'] })
  })

  it('is the consent for a site of the studio, which never had one', async () => {
    const owner = await victim(app, 'Max')
    const { kysely } = app.services.database
    await writeLedger(kysely, {
      deployment: 'local',
      playerId: owner.id,
      at: app.clock.now(),
      act: 'site-allowed',
      actor: 'player',
      requester: null,
      shown: { Name: 'Community' },
      before: sealBefore({ clientId: 'community' }, app.services.key.ledger),
    })
    const thief = await thiefOf(app, owner)
    await thief.call('updateUsername', { path: { userId: owner.id }, body: { Username: 'Max2' } })
    const { mail } = await doubt(app, owner.address, { subject: /name/i, act: 'renamed' })
    const { Id: From } = entryOf(await readSafety(elsewhere(7), mail), 'site-allowed')
    expect(await act(elsewhere(7), mail, { From })).toMatchObject({ Outcome: 'done' })
    const consents = await kysely
      .selectFrom('consents')
      .select('subject')
      .where('player_id', '=', owner.id)
      .where('subject', '=', 'site community')
      .execute()
    expect(consents).toEqual([])
  })
})
