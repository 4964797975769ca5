import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../../samples/seed.ts'
import { answerTo } from '../../fixtures/answerTo.ts'
import { registerForm, signedInPlayer } from '../../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../fixtures/startApp.ts'
import type { TestVisitor } from '../../fixtures/testVisitor.ts'
import { whatIsLeft } from '../../fixtures/whatIsLeft.ts'

let app: TestApp
let ada: TestVisitor
let userId: number
let otherId: number

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
  await seed(app.services)
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  userId = (await ada.readToken()).Id_User
  const other = await signedInPlayer(app, registerForm({ Username: 'Other' }))
  otherId = (await other.readToken()).Id_User
})
afterAll(() => app.close())

const notAllowed = '400 ERROR_NOT_ALLOWED@'

const set = (body: object) => answerTo(ada, 'setCookie', { userId, body: { ...body } })

const fields = async (include: string) =>
  Object.keys(await ada.call('readProfile', { path: { userId }, query: { include } }))

const rename = (Username: string) => answerTo(ada, 'updateUsername', { userId, body: { Username } })

describe('bad input: configuration, cookies and profile', () => {
  it('the configuration depends on the host only (P01)', async () => {
    const url = '/runtime-configuration/current/environment.json'
    const get = (path: string, headers = {}) => ada.send({ method: 'GET', url: path, headers })
    const own = (await get(url)).body
    for (const path of [
      '/runtime-configuration/current/../PROD/environment.json',
      '/%2e%2e/x.json',
    ]) {
      const headers = { accept: 'application/json' }
      expect((await get(path, headers)).statusCode).toBe(404)
    }
    for (const junk of ['*', '"x"', 'W/"0"', "'; --"]) {
      const answer = await get(url, { 'if-none-match': junk })
      expect([answer.statusCode, answer.body]).toEqual([200, own])
    }
    expect((await get(url, { host: 'unknown.test' })).statusCode).toBe(421)
    expect((await ada.send({ method: 'POST', url })).statusCode).toBe(405)
    expect(own).not.toContain('RELIC')
  })

  it('the list of cookies ignores a language (P02)', async () => {
    const plain = await ada.send({ method: 'GET', url: '/api/cookie' })
    const url = `/api/cookie?lang=${encodeURIComponent('<script>')}`
    const asked = await ada.send({ method: 'GET', url })
    expect([asked.statusCode, asked.body]).toEqual([200, plain.body])
  })

  it('the cookie choices of another player are refused like those of a missing player (P03)', async () => {
    for (const id of [otherId, 999_999, '0', '-1', '1.5', '0x10', '1e3', 'abc', '%201']) {
      expect(await answerTo(ada, 'listUserCookies', { userId: id })).toBe(notAllowed)
    }
  })

  it('a cookie choice needs an offered category and a boolean (P04)', async () => {
    const before = await whatIsLeft(app)
    expect(await set({ Id_Cookie: 77, IsAccepted: true })).toBe(notAllowed)
    expect(await set({ Id_Cookie: 1, IsAccepted: false })).toBe(notAllowed)
    expect(await set({ Id_Cookie: -1, IsAccepted: true })).toBe('400 INVALID_REQUEST@Id_Cookie')
    expect(await set({ Id_Cookie: 2, IsAccepted: 'yes' })).toBe('400 INVALID_REQUEST@IsAccepted')
    expect(await whatIsLeft(app)).toBe(before)
  })

  it('accepting all cookies needs a boolean (P05)', async () => {
    const before = await whatIsLeft(app)
    for (const body of [{}, { IsAllReject: 'false' }, { IsAllReject: null }, { IsAllReject: 0 }]) {
      expect(await answerTo(ada, 'acceptAllCookies', { userId, body })).toBe(
        '400 INVALID_REQUEST@IsAllReject',
      )
    }
    expect(await whatIsLeft(app)).toBe(before)
  })

  it('the banner is marked as seen whatever the body holds (P06)', async () => {
    for (const body of [{ IsCookiePopupSeen: false, Id: otherId }, {}, '']) {
      expect(await answerTo(ada, 'seeCookiePopup', { userId, body })).toBe('200')
    }
    const user = await ada.call('readProfile', { path: { userId }, query: {} })
    expect(user.IsCookiePopupSeen).toBe(true)
  })

  it('a profile includes only the blocked players on request (P07)', async () => {
    const plain = await fields('')
    expect(plain.join()).not.toMatch(/password|hash/i)
    for (const include of ['Password', '*', 'block', 'x'.repeat(5000), 'Block;Password']) {
      expect(await fields(include)).toEqual(plain)
    }
    expect(await fields('Block,Block')).toEqual([...plain, 'Blocks'])
    for (const query of ['include=Block&include=Password', 'include[]=Block']) {
      expect(await answerTo(ada, 'readProfile', { userId, query })).toBe('400 INVALID_REQUEST@')
    }
  })

  it('the connections are always the caller’s own (P08)', async () => {
    const plain = await ada.call('listConnections', {})
    expect(plain.every(({ IsLinked }) => !IsLinked)).toBe(true)
    const url = `/api/profile/connects?userId=${otherId}`
    expect((await ada.send({ method: 'GET', url })).json()).toEqual(plain)
  })

  it('a token is valid only in its own session, and a refusal gives no reason (P09)', async () => {
    const bob = await signedInPlayer(app, registerForm({ Username: 'Bob' }))
    const again = app.visitor()
    await again.logIn('Ada', registerForm().Password)
    const says = async (Token: string) => {
      await ada.call('validateProfile', { body: { Token } })
      return ada.last?.body
    }
    expect(await says(ada.bearer ?? '')).toBe('{"Success":true}')
    for (const token of [bob.bearer, again.bearer, ada.identity, 'x', `0.${'A'.repeat(43)}`]) {
      expect(await says(token ?? '')).toBe('{"Success":false}')
    }
    const old = ada.bearer ?? ''
    app.clock.advance(3601)
    await ada.readToken()
    expect(await says(old)).toBe('{"Success":false}')
    for (const body of [{}, { Token: '' }]) {
      expect(await answerTo(ada, 'validateProfile', { body })).toBe('400 ERROR_TOKEN_INVALID@')
    }
  })

  it('a new address is valid, confirmed and free (P10)', async () => {
    await ada.call('validatePassword', {
      path: { userId },
      body: { Password: registerForm().Password },
    })
    const before = await whatIsLeft(app)
    const ask = (Email: string, ConfirmEmail = Email) =>
      answerTo(ada, 'updateEmail', { userId, body: { Email, ConfirmEmail } })
    const invalid: readonly (readonly [string, string])[] = [
      ['', 'EMPTY'],
      ['x', 'LENGTH'],
      [`${'x'.repeat(244)}@a.site.test`, 'LENGTH'],
      ['no-at', 'INCORRECT_FORMAT'],
      ['a@b@site.test', 'INCORRECT_FORMAT'],
      ['a@[127.0.0.1]', 'INCORRECT_FORMAT'],
      ['a@127.0.0.1', 'INCORRECT_FORMAT'],
      ['"a b"@site.test', 'INCORRECT_FORMAT'],
      ['a..b@site.test', 'INCORRECT_FORMAT'],
      ['a@invalid.test', 'INVALID'],
      ['a@disposable.test', 'DISPOSABLE_ADDRESS'],
      ['a@undeliverable.test', 'MAILBOX_DOES_NOT_EXIST'],
      ['ada@site.test', 'EXIST'],
      ['OTHER@site.test', 'EXIST'],
    ]
    for (const [email, error] of invalid) {
      expect([email, await ask(email)]).toEqual([email, `400 ERROR_EMAIL_${error}@Email`])
    }
    const confirm = 'ERROR_CONFIRM_EMAIL_INVALID@ConfirmEmail'
    expect(await ask('a@site.test\r\nBcc: b@site.test')).toBe(
      `400 ERROR_EMAIL_INCORRECT_FORMAT@Email ${confirm}`,
    )
    expect(await ask('new@site.test', 'newer@site.test')).toBe(`400 ${confirm}`)
    expect(await ask('new@site.test', '')).toBe(`400 ${confirm}`)
    expect(await answerTo(ada, 'updateEmail', { userId, body: { Email: 'new@site.test' } })).toBe(
      `400 ${confirm}`,
    )
    expect(await whatIsLeft(app)).toBe(before)
    // Addresses are compared without case, and letters of any script are letters.
    expect(await ask('new@site.test', 'NEW@Site.Test')).toBe('200')
    expect(await ask('ada@bücher.test')).toBe('200')
  })

  it('a new username is short, free and made of letters and digits (P11)', async () => {
    const before = await whatIsLeft(app)
    const invalid: readonly (readonly [string, string])[] = [
      ['', 'LENGTH'],
      ['a', 'LENGTH'],
      ['a'.repeat(26), 'LENGTH'],
      ['1234567', 'LETTERS'],
      ['a b', 'PATTERN'],
      ['é1', 'PATTERN'],
      ['ab😀', 'PATTERN'],
      ['ada@site.test', 'EMAIL'],
      ['oTHER', 'EXIST'],
      ['Admin', 'EXIST'],
    ]
    for (const [name, error] of invalid) {
      const expected = [name, `400 ERROR_USERNAME_${error}@Username`]
      expect([name, await rename(name)]).toEqual(expected)
    }
    expect(await rename('Ada')).toBe('200')
    expect(await whatIsLeft(app)).toBe(before)
    for (const name of ['aDA', 'Ab', 'a'.repeat(25)]) {
      expect([name, await rename(name)]).toEqual([name, '200'])
    }
  })

  it('unblocking answers alike for every player who is not blocked (P61)', async () => {
    const notExisting = '400 ERROR_USER_NOT_EXISTS@'
    for (const userBlockedId of [userId, 999_999, otherId, String(otherId), 'x', 0, null]) {
      const said = await answerTo(ada, 'unblock', { body: { userBlockedId } })
      expect([userBlockedId, said.replace('@userBlockedId', '@')]).toEqual([
        userBlockedId,
        notExisting,
      ])
    }
  })
})
