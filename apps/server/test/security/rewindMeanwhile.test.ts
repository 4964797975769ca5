import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doDueRewinds } from '../../src/auth/account-protection/rewindByLink.ts'
import { enrol, enrolledPlayer, logInTwice, strong } from '../fixtures/enrolled.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import { acting, newestSafetyMail } from '../fixtures/safetyMails.ts'
import { samplePassword } from '../fixtures/samples/samplePlayers.ts'
import type { TestApp } from '../fixtures/startApp.ts'
import {
  act,
  changeAddress,
  doubt,
  elsewhere as browserAt,
  ledgerActs,
  playerRow,
  stateOf,
  takeOver,
  victim,
} from '../fixtures/takeovers.ts'
import { codeAt } from '../fixtures/totp.ts'

/* What becomes of a rewind whose deployment is another one by the time that it is done, and who hears of it. */

let standIns: StandIns
let app: TestApp
/** The same deployment once its operator has changed it. */
let shorter: TestApp
let without: TestApp
const day = 24 * 3600
const addressChanged = { subject: /email address/i, act: 'email-changed' } as const

beforeAll(async () => {
  standIns = await startStandIns()
  const rewind = { days: 30, waitHours: 24, holdHours: 72 }
  const changed = (local: object) =>
    startLinkingApp(standIns, { beside: app, deployments: { local } })
  app = await startLinkingApp(standIns, {
    deployments: { local: { ...strong, SignInWith: 'twitch', rewind } },
  })
  shorter = await changed({ ...strong, rewind: { ...rewind, days: 7 } })
  without = await changed({ StrongSignIn: 'optional', rewind })
})
afterAll(async () => {
  await shorter.close()
  await without.close()
  await app.close()
  await standIns.stop()
})

const elsewhere = (last: number, at = app) => browserAt(at, last)

const eventsOf = async (id: number) => {
  const rows = await app.services.database.kysely
    .selectFrom('account_events')
    .select('type')
    .where('player_id', '=', id)
    .orderBy('at')
    .execute()
  return rows.map(({ type }) => type)
}

/** The owner's address has asked for a rewind of what a thief did twenty days ago, and has no code at hand. */
async function waiting(name: string) {
  const owner = await enrolledPlayer(app, name)
  const { Id_User: id } = await owner.visitor.readToken()
  app.clock.advance(40 * day)
  await logInTwice(app, owner.visitor, owner)
  // The thief is in this session.
  const lower = name.toLowerCase()
  await changeAddress(app, owner.visitor, id, `${lower}-b@thief.test`)
  const thief = await enrol(app, name, owner.visitor)
  app.clock.advance(20 * day)
  const { mail, entry } = await doubt(app, `${lower}@site.test`, addressChanged)
  expect((await act(elsewhere(7), mail, { From: entry.Id })).Outcome).toBe('waits')
  return { id, thief, address: `${lower}@site.test`, thiefs: `${lower}-b@thief.test` }
}

describe('a rewind that waits while its deployment allows fewer days', () => {
  it('is done as it was asked for', async () => {
    const { id, address } = await waiting('Abe')
    app.clock.advance(day + 1)
    await doDueRewinds(shorter.services)
    expect(await playerRow(app, id)).toMatchObject({ email: address, frozen_at: null })
  })

  it('is stopped by no factor that the thief has added since', async () => {
    const { thief, thiefs } = await waiting('Ben')
    const stop = await newestSafetyMail(app, thiefs, /put back/)
    const Code = codeAt(thief.secret, app.clock.now())
    const given = { Act: 'stop', Way: 'totp', Code } as const
    const { items } = await elsewhere(66, shorter).refused('actOnSafetyLink', acting(stop, given))
    expect(items).toEqual(['ERROR_CODE_INVALID@Code'])
  })
})

describe('a rewind that waits where the section has ended', () => {
  it('is not done, because nobody can stop it, and leaves the account open', async () => {
    const { id, thiefs } = await waiting('Cal')
    app.clock.advance(day + 1)
    await doDueRewinds(without.services)
    expect(await playerRow(app, id)).toMatchObject({ email: thiefs, frozen_at: null })
    expect((await ledgerActs(app, id)).at(-1)).toBe('unfrozen')
    expect((await eventsOf(id)).at(-1)).toBe('account.unfrozen')
  })
})

describe('clients', () => {
  it('hear of what a rewind has put back, and that a frozen account is open (AT-SEC-34)', async () => {
    const owner = await victim(app, 'Dan')
    await takeOver(app, owner)
    const { mail, entry } = await doubt(app, owner.address, addressChanged)
    await act(elsewhere(7), mail, { Act: 'freeze' })
    const before = (await eventsOf(owner.id)).length
    app.clock.advance(1)
    await act(elsewhere(7), mail, { From: entry.Id })
    expect((await eventsOf(owner.id)).slice(before).toSorted()).toEqual([
      'account.credentials_changed',
      'account.email_changed',
      'account.platform_linked',
      'account.platform_unlinked',
      'account.renamed',
      'account.restored',
      'account.sessions_revoked',
      'account.unfrozen',
    ])
    expect(await stateOf(app, owner.id)).toMatchObject({ email: owner.address, username: 'Dan' })
  })
})

it('a linked account that is back is as old as before, and stays a way in when its owner chooses a password', async () => {
  const owner = await victim(app, 'Eli')
  const body = { CanonicalName: 'twitch', IsOn: true } as const
  await owner.visitor.logIn('Eli', samplePassword)
  await owner.visitor.call('setServiceSignIn', { body })
  app.clock.advance(20 * day)
  const linkOf = () =>
    app.services.database.kysely
      .selectFrom('connections')
      .select(['account_id', 'signs_in', 'linked_at'])
      .where('player_id', '=', owner.id)
      .execute()
  const before = await linkOf()
  await takeOver(app, owner)
  const { mail, entry } = await doubt(app, owner.address, addressChanged)
  await act(elsewhere(7), mail, { From: entry.Id })
  expect(await linkOf()).toEqual(before)
  const text = (await app.mails(owner.address)).findLast(({ subject }) => /restored/.test(subject))
  const Token = /token=([\w-]+)/.exec(text?.text ?? '')?.[1] ?? ''
  const passwords = { Password: 'Owners8Password', Confirm: 'Owners8Password' }
  await elsewhere(7).call('validatePasswordRecovery', { body: { Token, ...passwords } })
  expect(await linkOf()).toEqual(before)
})
