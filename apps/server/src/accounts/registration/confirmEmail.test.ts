import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  linkToken,
  type RegisterForm,
  registerForm,
  registerPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

const day = 86_400
const notExisting = { status: 400, items: ['ERROR_EMAIL_RECOVERY_NOTEXISTS@'] }
const expired = { status: 400, items: ['ERROR_EMAIL_RECOVERY_EXPIRED@'] }

let app: TestApp
let ada: RegisterForm
let count = 0

beforeAll(async () => {
  app = await startApp({ deployments: { sandbox: { enumerationProtection: 'strict' } } })
})
beforeEach(() => {
  // A new player, and no limit left over from another test.
  count += 1
  app.clock.advance(3600)
  ada = registerForm({ Username: `Ada${count}` })
})
afterAll(() => app.close())

const withUid = (Uid: string) => ({ body: { Uid } })

const withCode = (VerificationCode: string) => ({ body: { VerificationCode } })
const to = (Email: string) => ({ body: { Email } })

describe('the link of a confirmation mail', () => {
  it('confirms the account, answers its username and logs no player in (C08)', async () => {
    const uid = await registerPlayer(app, ada)
    const visitor = app.visitor()
    const answer = { Username: ada.Username }
    expect(await visitor.call('confirmEmail', withUid(uid))).toEqual(answer)
    expect(await app.visitor().call('confirmEmail', withUid(uid))).toEqual(answer)
    expect(visitor.last?.headers['set-cookie']).toBeUndefined()
    await visitor.logIn(ada.Username, ada.Password)
  })

  it('succeeds again for a day, and on a double click (M-7, D04)', async () => {
    const uid = await registerPlayer(app, ada)
    const clicks = Array.from({ length: 5 }, () => app.visitor().call('confirmEmail', withUid(uid)))
    await Promise.all(clicks)
    app.clock.advance(day - 1)
    await app.visitor().call('confirmEmail', withUid(uid))
    app.clock.advance(1)
    expect(await app.visitor().refused('confirmEmail', withUid(uid))).toEqual(notExisting)
  })

  it('expires after seven days, to the second (D06)', async () => {
    const uid = await registerPlayer(app, ada)
    app.clock.advance(7 * day - 1)
    const early = await registerPlayer(app, registerForm({ Username: `Bea${count}` }))
    app.clock.advance(1)
    expect(await app.visitor().refused('confirmEmail', withUid(uid))).toEqual(expired)
    await app.visitor().call('confirmEmail', withUid(early))
  })

  it('ends with the next link (D07)', async () => {
    const first = await registerPlayer(app, ada)
    await app.visitor().call('sendConfirmationEmail', { body: { Email: ada.Email } })
    const second = await linkToken(app, ada.Email)
    expect(second).not.toBe(first)
    expect(await app.visitor().refused('confirmEmail', withUid(first))).toEqual(notExisting)
    await app.visitor().call('confirmEmail', withUid(second))
    expect(await app.visitor().refused('confirmEmail', withUid(first))).toEqual(notExisting)
  })

  it('is refused in another deployment and as a link of another kind (D20)', async () => {
    const uid = await registerPlayer(app, ada)
    expect(await app.visitor('prod').refused('confirmEmail', withUid(uid))).toEqual(notExisting)
    const code = { body: { VerificationCode: uid } }
    expect(await app.visitor().refused('verifyRegistration', code)).toEqual(notExisting)
    await app.visitor().call('confirmEmail', withUid(uid))
  })

  it('is refused in any other form (X09)', async () => {
    for (const uid of ['', 'x', 'a\u0000b', ' ', 'é', 'x'.repeat(201)]) {
      expect(await app.visitor().refused('confirmEmail', withUid(uid))).toEqual(notExisting)
    }
  })

  it('is refused after too many unknown links (D09)', async () => {
    const visitor = app.visitor()
    for (let count = 0; count < 20; count += 1) {
      expect(await visitor.refused('confirmEmail', withUid(`x${count}`))).toEqual(notExisting)
    }
    const refused = await visitor.refused('confirmEmail', withUid('x'))
    expect(refused.items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
  })

  it('is nowhere in the database, not even among the mails that wait (D09)', async () => {
    await app.visitor().call('registerNewUser', { body: ada })
    const { kysely } = app.services.database
    const links = await kysely.selectFrom('mail_links').selectAll().execute()
    const jobs = await kysely
      .withSchema('pgboss')
      .selectFrom('job' as 'players')
      .selectAll()
      .execute()
    const posted = await kysely.selectFrom('mails').selectAll().execute()
    const dump = JSON.stringify([links, posted, jobs])
    const uid = await linkToken(app, ada.Email)
    expect(dump).toContain('sealed')
    expect(dump).not.toContain(uid)
    expect(dump).not.toContain(Buffer.from(uid).toString('base64'))
    expect(JSON.stringify([posted, jobs])).not.toContain(ada.Email)
  })

  it('is in no line of the log (D18)', async () => {
    const uid = await registerPlayer(app, ada)
    await app.visitor().call('confirmEmail', withUid(uid))
    await app.visitor().send({ method: 'GET', url: `/confirm-email?uid=${uid}` })
    expect(app.logged.join('')).toContain('account.confirmed')
    expect(app.logged.join('')).not.toContain(uid)
  })
})

describe('a verification code', () => {
  it('confirms where the register screen validates, and a missing code has its own error', async () => {
    const at = 'two-point-studios'
    const code = await registerPlayer(app, ada, at)
    const visitor = app.visitor(at)
    expect((await visitor.refused('verifyRegistration', withCode(''))).items).toEqual([
      'This request should have a verification code.@',
    ])
    expect(await visitor.refused('verifyRegistration', withCode('x'))).toEqual(notExisting)
    const answer = { Username: ada.Username }
    expect(await visitor.call('verifyRegistration', withCode(code))).toEqual(answer)
    await visitor.logIn(ada.Username, ada.Password)
  })

  it('is refused where the partner registers players (C14)', async () => {
    const visitor = app.visitor('relic')
    expect((await visitor.refused('verifyRegistration', withCode('x'))).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
    expect((await visitor.refused('confirmEmail', withUid('x'))).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
  })
})

describe('another confirmation mail', () => {
  it('is refused for an invalid or unknown address', async () => {
    const visitor = app.visitor()
    const items = async (Email: string) =>
      (await visitor.refused('sendConfirmationEmail', to(Email))).items
    expect(await items('')).toEqual(['ERROR_EMAIL_EMPTY@Email'])
    expect(await items('x@')).toEqual(['ERROR_EMAIL_INCORRECT_FORMAT@Email'])
    expect(await items('x'.repeat(2000))).toEqual(['ERROR_EMAIL_INCORRECT_FORMAT@Email'])
    expect(await items('nobody@site.test')).toEqual(['ERROR_EMAIL_UNKNOWN@Email'])
    expect(
      (await app.visitor('relic').refused('sendConfirmationEmail', to('a@b.test'))).items,
    ).toEqual(['ERROR_NOT_ALLOWED@'])
  })

  it('is answered alike for every address under strict protection (A06)', async () => {
    const visitor = app.visitor('sandbox')
    expect(await visitor.call('sendConfirmationEmail', to('nobody@site.test'))).toEqual({})
    expect(await app.mails('nobody@site.test')).toEqual([])
  })

  it('goes only to an unconfirmed account', async () => {
    const uid = await registerPlayer(app, ada)
    await app.visitor().call('sendConfirmationEmail', to(ada.Email.toUpperCase()))
    expect(await app.mails(ada.Email)).toHaveLength(2)
    await app.visitor().refused('confirmEmail', withUid(uid))
    await app.visitor().call('confirmEmail', withUid(await linkToken(app, ada.Email)))
    await app.visitor().call('sendConfirmationEmail', to(ada.Email))
    expect(await app.mails(ada.Email)).toHaveLength(2)
  })

  it('is sent within the limit of an hour and then dropped, with its link untouched (AT-GEN-10, D14)', async () => {
    await registerPlayer(app, ada)
    for (let count = 0; count < 3; count += 1) {
      await app.visitor().call('sendConfirmationEmail', to(ada.Email))
    }
    expect(await app.mails(ada.Email)).toHaveLength(4)
    for (let count = 0; count < 5; count += 1) {
      await app.visitor().call('sendConfirmationEmail', to(ada.Email))
      // One by one: mails that wait together go out in any order.
      await app.mails()
    }
    expect(await app.mails(ada.Email)).toHaveLength(6)
    await app.visitor().call('confirmEmail', withUid(await linkToken(app, ada.Email)))
  })

  it('has a link with the configured address, whatever the request says (D01)', async () => {
    await registerPlayer(app, ada)
    for (const headers of [
      { 'x-forwarded-host': 'evil.test' },
      { 'x-forwarded-proto': 'https' },
      { forwarded: 'host=evil.test' },
      { 'x-original-url': 'http://evil.test/' },
      { origin: 'http://evil.test' },
    ]) {
      await app.visitor().send({
        method: 'POST',
        url: '/api/email/send-confirmation-email',
        payload: { Email: ada.Email },
        headers,
      })
    }
    const mails = await app.mails(ada.Email)
    expect(mails.length).toBeGreaterThan(3)
    for (const { text, html } of mails) {
      expect(text).toContain('http://localhost:4000/confirm-email?uid=')
      expect(text + html).not.toContain('evil')
    }
  })
})
