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
  thiefsPassword,
  victim,
} from '../fixtures/takeovers.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'
import { codeAt } from '../fixtures/totp.ts'

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
    for (const { link, number, subject } of (await safetyMails(app, 'Cal-c@thief.test')).slice(-4)) {
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

  it('gets no way to a password where the older one belongs to another account by now', async () => {
    const owner = await victim(app, 'Dan')
    const thief = await thiefOf(app, owner)
    await changeAddress(app, thief, owner.id, 'dan-b@thief.test')
    // The time for which it was kept is over, and its reader has made another account.
    await app.services.database.kysely
      .deleteFrom('unique_values')
      .where('value', '=', owner.address)
      .execute()
    await signedInPlayer(app, registerForm({ Username: 'DanAgain', Email: owner.address }))
    const { mail, entry } = await doubt(app, owner.address, addressChanged)
    const before = (await app.mails('dan-b@thief.test')).length
    const done = await act(elsewhere(7), mail, { From: entry.Id }).catch((error: unknown) => error)
    console.log(JSON.stringify(done), await playerRow(app, owner.id), (await app.mails('dan-b@thief.test')).slice(before).map((m) => [m.subject, m.text]))
  })
})
