import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doDueDeletions } from '../../src/accounts/deletion/waitingDeletions.ts'
import { doDueRewinds } from '../../src/auth/account-protection/rewindByLink.ts'
import { enrolledPlayer, type Enrolled, logInTwice, strong } from '../fixtures/enrolled.ts'
import {
  acting,
  entryOf,
  newestSafetyMail,
  readSafety,
  type SafetyBody,
  type SafetyMail,
  safetyMails,
} from '../fixtures/safetyMails.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import {
  elsewhere as browserAt,
  changeAddress,
  linkTwitch,
  playerRow,
  stateOf,
  takeOver,
  thiefsPassword,
  victim,
} from '../fixtures/takeovers.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import type { TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'
import { codeAt } from '../fixtures/totp.ts'

/* A thief changes an account; the reader of its earlier address has it as it was. */

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
const newest = (address: string, subject: RegExp) => newestSafetyMail(app, address, subject)
const restore = (visitor: TestVisitor, mail: SafetyMail, given: Partial<SafetyBody>) =>
  visitor.call('actOnSafetyLink', acting(mail, given))
const refusals = async (visitor: TestVisitor, mail: SafetyMail, given: Partial<SafetyBody>) =>
  (await visitor.refused('actOnSafetyLink', acting(mail, given))).items

describe('a takeover', () => {
  it('is undone six days later by the mail at the first address, on another device (AT-SEC-19, 20, 21)', async () => {
    const owner = await victim(app, 'Ada')
    const before = await stateOf(app, owner.id)
    const thief = await takeOver(app, owner)
    const asked = { path: { userId: owner.id }, body: deletionBody(`${owner.name}-c@thief.test`) }
    const { At } = await thief.call('deleteUser', asked)
    expect(At).toEqual(expect.any(String))
    expect(await stateOf(app, owner.id)).not.toEqual(before)
    app.clock.advance(6 * day)
    const device = elsewhere(7)
    const mail = await newest(owner.address, /email address/i)
    const page = await readSafety(device, mail)
    expect(page).toMatchObject({ Kind: 'freeze', NeedsNumber: true, IsFrozen: false })
    const first = entryOf(page, 'email-changed')
    expect(first.Ways).toEqual([])
    const without = { From: first.Id, Number: '' }
    expect(await refusals(device, mail, without)).toEqual(['ERROR_NUMBER_INVALID@Number'])
    const stolen = await stateOf(app, owner.id)
    expect(stolen.username).toBe('AdaTwo')
    const done = await restore(device, mail, { From: first.Id })
    expect(done).toMatchObject({ Outcome: 'done', NotRestored: [], Email: 'a.....a@site.test' })
    expect(await stateOf(app, owner.id)).toEqual(before)
    expect((await playerRow(app, owner.id)).password_hash).toBeNull()
    expect((await thief.refused('readLastLogIn', {})).status).toBe(401)
    // Again: the same answer, and nothing changes. The page of the link says the same.
    expect(await restore(device, mail, { From: first.Id })).toEqual(done)
    expect((await readSafety(device, mail)).Done).toEqual({ Act: 'restore', ...done })
    const freezing = { Act: 'freeze' } as const
    expect(await refusals(device, mail, freezing)).toEqual(['ERROR_SAFETY_LINK_EXPIRED@'])
    for (const address of ['Ada-b@thief.test', 'Ada-c@thief.test']) {
      for (const { link } of await safetyMails(app, address)) {
        const { items } = await elsewhere(66).refused('readSafetyLink', { body: { Link: link } })
        expect(items).toEqual(['ERROR_SAFETY_LINK_NOTEXISTS@'])
      }
    }
    // The way to a new password came with it, and changes are on hold.
    const text = (await app.mails(owner.address)).findLast(({ subject }) =>
      /restored/.test(subject),
    )?.text
    const Token = /token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
    const body = { Token, Password: 'Owners8Password', Confirm: 'Owners8Password' }
    await device.call('validatePasswordRecovery', { body })
    await device.logIn('Ada', 'Owners8Password')
    const name = { path: { userId: owner.id }, body: { Username: 'Adelaide' } }
    const held = await device.refused('updateUsername', name)
    expect(held.items).toEqual(['ERROR_ACCOUNT_HELD@'])
    expect((await device.call('readSecurity', {})).HeldUntil).toEqual(expect.any(String))
    app.clock.advance(72 * 3600 + 1)
    await device.logIn('Ada', 'Owners8Password')
    await device.call('updateUsername', name)
  })

  it('cannot be reached behind by its own address, nor after the window (AT-SEC-21, 22)', async () => {
    const owner = await victim(app, 'Bea')
    await takeOver(app, owner)
    const page = await readSafety(elsewhere(66), await newest('Bea-c@thief.test', /password/i))
    const acts = page.Entries.map(({ Act }) => Act)
    expect(acts).toContain('renamed')
    expect(acts).not.toContain('email-changed')
    // Each act says whether what it did is undone with it.
    const isTakenBack = new Map(page.Entries.map((entry) => [entry.Act, entry.IsTakenBack]))
    expect(Object.fromEntries(isTakenBack)).toEqual({
      'password-set': true,
      unlinked: true,
      linked: true,
      renamed: true,
      'app-added': true,
      'codes-made': true,
      'two-step-on': true,
    })
    const mine = await readSafety(elsewhere(7), await newest(owner.address, /email address/i))
    const foreign = entryOf(mine, 'email-changed').Id
    const refused = await refusals(elsewhere(66), await newest('Bea-c@thief.test', /password/i), {
      From: foreign,
    })
    expect(refused).toEqual(['ERROR_REWIND_NOT_YOURS@'])
    app.clock.advance(8 * day)
    const late = await newest(owner.address, /email address/i)
    const { items } = await elsewhere(7).refused('readSafetyLink', { body: { Link: late.link } })
    expect([['ERROR_SAFETY_LINK_EXPIRED@'], ['ERROR_SAFETY_LINK_NOTEXISTS@']]).toContainEqual(items)
  })

  it('names what another player has by now (AT-SEC-27, 28)', async () => {
    const owner = await victim(app, 'Cleo')
    await takeOver(app, owner)
    const other = await signedInPlayer(app, registerForm({ Username: 'Taker' }))
    await linkTwitch(other, owner.twitch)
    const mail = await newest(owner.address, /email address/i)
    const page = await readSafety(elsewhere(7), mail)
    const done = await restore(elsewhere(7), mail, { From: entryOf(page, 'email-changed').Id })
    expect(done).toMatchObject({ Outcome: 'done', NotRestored: ['twitch'] })
    expect(await stateOf(app, owner.id)).toMatchObject({ username: 'Cleo', connections: [] })
    // The name that the thief chose is free.
    await signedInPlayer(app, registerForm({ Username: 'CleoTwo', Email: 'two@site.test' }))
  })
})

const deletionBody = (Email: string) => ({
  Password: thiefsPassword,
  Email,
  Id_DeletionType: null,
  DeletionReason: '',
})

async function doubted(
  name: string,
): Promise<Enrolled & { id: number; address: string; mail: SafetyMail }> {
  const player = await enrolledPlayer(app, name)
  const { Id_User: id } = await player.visitor.readToken()
  app.clock.advance(20 * day)
  await logInTwice(app, player.visitor, player)
  await player.visitor.call('updateUsername', {
    path: { userId: id },
    body: { Username: `${name}2` },
  })
  const address = `${name.toLowerCase()}@site.test`
  return { ...player, id, address, mail: await newest(address, /name/i) }
}

describe('an account with a second step from before', () => {
  it('waits, frozen, and is put back at its time (AT-SEC-23)', async () => {
    const { id, address, mail } = await doubted('Dora')
    const page = await readSafety(elsewhere(7), mail)
    const from = entryOf(page, 'renamed')
    expect(from.Ways).toEqual(['totp', 'recovery-code'])
    const waits = await restore(elsewhere(7), mail, { From: from.Id })
    expect(waits).toMatchObject({ Outcome: 'waits', Until: expect.any(String) })
    expect((await playerRow(app, id)).frozen_at).not.toBeNull()
    expect((await newest(address, /put back/)).number).toBe('')
    // Neither another press nor the page of the link says that it is done.
    expect(await restore(elsewhere(7), mail, { From: from.Id })).toEqual(waits)
    expect((await readSafety(elsewhere(7), mail)).Done).toEqual({ Act: 'restore', ...waits })
    await doDueRewinds(app.services)
    expect((await playerRow(app, id)).username).toBe('Dora2')
    app.clock.advance(day + 1)
    await Promise.all([doDueRewinds(app.services), doDueRewinds(app.services)])
    expect(await playerRow(app, id)).toMatchObject({
      username: 'Dora',
      frozen_at: null,
      password_hash: null,
    })
  })

  it('is put back at once with a code, also of an app that was removed since (AT-SEC-24)', async () => {
    const { id, secret, visitor, appId, mail } = await doubted('Emma')
    await visitor.call('removeAuthenticator', { body: { Id: appId } })
    const from = entryOf(await readSafety(elsewhere(7), mail), 'renamed')
    expect(from.Ways).toContain('totp')
    const Code = codeAt(secret, app.clock.now())
    const wrong = {
      From: from.Id,
      Way: 'totp',
      Code: codeAt(secret, app.clock.now(), 1000),
    } as const
    expect(await refusals(elsewhere(7), mail, wrong)).toEqual(['ERROR_CODE_INVALID@Code'])
    const done = await restore(elsewhere(7), mail, { From: from.Id, Way: 'totp', Code })
    expect(done).toMatchObject({ Outcome: 'done', NotRestored: [] })
    expect((await stateOf(app, id)).apps).toEqual([{ id: appId }])
  })

  it('stops a thief in the mailbox by its log-in, who then has no right any more (AT-SEC-25, 44)', async () => {
    const { id, name, secret, mail } = await doubted('Fay')
    const from = entryOf(await readSafety(elsewhere(66), mail), 'renamed')
    await restore(elsewhere(66), mail, { From: from.Id })
    const owner = elsewhere(7)
    const body = logInForm({ UsernameOrEmail: `${name}2`, Password: samplePassword })
    const { items } = await owner.refused('logIn', { body })
    expect(items).toEqual(['ERROR_ACCOUNT_FROZEN@'])
    const Link = safetyOf(owner)
    const page = await owner.call('readSafetyLink', { body: { Link } })
    expect(page).toMatchObject({ Kind: 'stop', NeedsNumber: false })
    const stop = { link: Link, number: '', subject: '' }
    expect(await refusals(owner, stop, { Act: 'stop' })).toEqual(['ERROR_CODE_INVALID@Code'])
    const Code = codeAt(secret, app.clock.now())
    const stopped = await restore(owner, stop, { Act: 'stop', Way: 'totp', Code })
    expect((await readSafety(owner, stop)).Done).toEqual({ Act: 'stop', ...stopped })
    // The thief reads that nothing comes of it.
    const { items: over } = await elsewhere(66).refused('readSafetyLink', {
      body: { Link: mail.link },
    })
    expect(over).toEqual(['ERROR_SAFETY_LINK_EXPIRED@'])
    expect(await playerRow(app, id)).toMatchObject({ frozen_at: null, username: 'Fay2' })
    app.clock.advance(day + 1)
    await doDueRewinds(app.services)
    expect((await playerRow(app, id)).username).toBe('Fay2')
    const again = await newest('fay@site.test', /not be put back/)
    const left = await readSafety(elsewhere(66), again)
    expect(left.Entries.map(({ Act }) => Act)).not.toContain('renamed')
    expect(await refusals(elsewhere(66), again, { From: from.Id })).toEqual([
      'ERROR_REWIND_NOT_YOURS@',
    ])
  })
})

describe('many at once', () => {
  it('put an account back once (AT-SEC-31)', async () => {
    const owner = await victim(app, 'Kay')
    await takeOver(app, owner)
    const mail = await newest(owner.address, /email address/i)
    const { Id: From } = entryOf(await readSafety(elsewhere(7), mail), 'email-changed')
    const tries = Array.from({ length: 20 }, () => restore(elsewhere(7), mail, { From }))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    const entries = await app.services.database.kysely
      .selectFrom('account_ledger')
      .select('id')
      .where('player_id', '=', owner.id)
      .where('act', '=', 'rewound')
      .execute()
    expect(entries).toHaveLength(1)
  })
})

describe('a factor that a thief has added', () => {
  it('stops nothing, and opens no account that its owner froze (AT-SEC-26, F-6)', async () => {
    const owner = await victim(app, 'Lou')
    const thief = await takeOver(app, owner)
    const stranger = elsewhere(66)
    const mail = await newest(owner.address, /email address/i)
    await restore(elsewhere(7), mail, { Act: 'freeze' })
    const body = logInForm({ UsernameOrEmail: 'LouTwo', Password: thiefsPassword })
    const { items } = await stranger.refused('logIn', { body })
    expect([items, safetyOf(stranger)]).toEqual([['ERROR_ACCOUNT_FROZEN@'], ''])
    const opening = await newest('Lou-c@thief.test', /frozen/)
    const read = await stranger.refused('readSafetyLink', { body: { Link: opening.link } })
    expect(read.items).toEqual(['ERROR_ACCOUNT_HELD@'])
    // The owner goes on with the same link.
    const { Id: From } = entryOf(await readSafety(elsewhere(7), mail), 'email-changed')
    expect(await restore(elsewhere(7), mail, { From })).toMatchObject({ Outcome: 'done' })
    expect((await thief.refused('readLastLogIn', {})).status).toBe(401)
  })
})

function safetyOf(visitor: TestVisitor): string {
  const body = JSON.parse(visitor.last?.body ?? '{}') as {
    readonly ErrorMessages?: readonly { readonly Safety?: { readonly Link: string } }[]
  }
  return body.ErrorMessages?.[0]?.Safety?.Link ?? ''
}

describe('a freeze by a former address', () => {
  it('holds against the present one, until that address lets go (6.2)', async () => {
    const owner = await victim(app, 'Gus')
    const thief = elsewhere(66)
    await thief.logIn('Gus', samplePassword)
    await changeAddress(app, thief, owner.id, 'gus-b@thief.test')
    const mail = await newest(owner.address, /email address/i)
    await restore(elsewhere(7), mail, { Act: 'freeze' })
    const opening = await newest('gus-b@thief.test', /frozen/)
    const { items } = await thief.refused('readSafetyLink', { body: { Link: opening.link } })
    expect(items).toEqual(['ERROR_ACCOUNT_HELD@'])
    expect(await readSafety(elsewhere(7), mail)).toMatchObject({ MayRelease: true, IsFrozen: true })
    await restore(elsewhere(7), mail, { Act: 'release' })
    expect((await readSafety(thief, opening)).Kind).toBe('unfreeze')
  })
})

describe('a deletion that waits', () => {
  it('is carried out at its time, and a log-in before it cancels it (AT-SEC-33)', async () => {
    const gone = await victim(app, 'Hal')
    const kept = await victim(app, 'Iris')
    for (const { id, visitor, name, address } of [gone, kept]) {
      await visitor.logIn(name, samplePassword)
      const body = { ...deletionBody(address), Password: samplePassword }
      await visitor.call('deleteUser', { path: { userId: id }, body })
      expect((await visitor.refused('readLastLogIn', {})).status).toBe(401)
    }
    app.clock.advance(13 * day)
    await doDueDeletions(app.services)
    expect((await playerRow(app, gone.id)).deleted_at).toBeNull()
    await elsewhere(8).logIn('Iris', samplePassword)
    expect((await playerRow(app, kept.id)).deletion_due_at).toBeNull()
    app.clock.advance(day + 1)
    await doDueDeletions(app.services)
    expect((await playerRow(app, gone.id)).deleted_at).not.toBeNull()
    expect((await playerRow(app, kept.id)).deleted_at).toBeNull()
  })
})

it('nothing is changed by opening links a hundred times (AT-SEC-17)', async () => {
  const owner = await victim(app, 'Jo')
  await takeOver(app, owner)
  const mails = await safetyMails(app, owner.address)
  const dump = async () => {
    const { kysely } = app.services.database
    const links = await kysely
      .selectFrom('safety_links')
      .selectAll()
      .where('player_id', '=', owner.id)
      .execute()
    const ledger = await kysely
      .selectFrom('account_ledger')
      .selectAll()
      .where('player_id', '=', owner.id)
      .execute()
    return JSON.stringify([links, ledger, await playerRow(app, owner.id)])
  }
  const before = await dump()
  for (const mail of mails) {
    for (let count = 0; count < 20; count += 1) await readSafety(elsewhere(9), mail)
  }
  expect(mails.length).toBeGreaterThan(1)
  expect(await dump()).toBe(before)
})
