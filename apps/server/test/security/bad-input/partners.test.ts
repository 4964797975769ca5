import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallName } from '@gatehouse/contract/calls'
import { answerTo } from '../../fixtures/answerTo.ts'
import { partnerForm } from '../../fixtures/partners/partnerForm.ts'
import type { Values } from '../../fixtures/samples/sampleRequest.ts'
import type { DeploymentName } from '../../fixtures/startApp.ts'
import { type PartnerApp, startPartnerApp } from '../../fixtures/partners/startPartnerApp.ts'
import {
  goThroughPartner,
  leaveForLogin,
  visitPartner,
} from '../../fixtures/partners/throughPartner.ts'
import { whatIsLeft } from '../../fixtures/whatIsLeft.ts'

let app: PartnerApp

beforeAll(async () => {
  app = await startPartnerApp({ settings: { LIMITS: 'off' } })
})
afterAll(() => app.close())

const notAllowed = '400 ERROR_NOT_ALLOWED@'
const notAuthorized = '400 This request is not authorized.@'
const oddQuery = '400 INVALID_REQUEST@'

/** Addresses that are never redirected to. */
const foreign = [
  'javascript:alert(1)',
  '//evil.io',
  'https://evil.io/?u=https://site.test',
  'https://site.test@evil.io/',
  'https://site.test.evil.io/',
  '/\\evil.io',
]

const keptRedirects = async () => {
  const { kysely } = app.services.database
  const rows = await kysely.selectFrom('authorization_flows').select('redirect_url').execute()
  return rows.map((row) => row.redirect_url)
}

/** An authorization request with a foreign address keeps no address. */
async function dropsForeign(name: DeploymentName, call: CallName, segment: string) {
  const before = (await keptRedirects()).length
  const unkept = [...foreign, `https://site.test/${'x'.repeat(2000)}`]
  for (const RedirectUrl of unkept) {
    const body = { ClientId: 'x'.repeat(1001), RedirectUrl }
    expect(await answerTo(app.visitor(name), call, { segment, body })).toBe('200')
  }
  expect((await keptRedirects()).slice(before)).toEqual(unkept.map(() => ''))
}

const others = [
  'nobody',
  'focus',
  'creative-assembly',
  '%2e%2e',
  'relic%2f..',
  '%00',
  'x'.repeat(100),
]

describe('bad input: the authorization request to a partner', () => {
  it('a log-in leads to the deployment’s own partner only (P22)', async () => {
    for (const segment of others) {
      expect(await answerTo(app.visitor('relic'), 'partnerLoginUrl', { segment })).toMatch(
        /^(400 ERROR_NOT_ALLOWED@|404|405)$/,
      )
    }
    expect(await answerTo(app.visitor('local'), 'partnerLoginUrl', { segment: 'relic' })).toBe(
      notAllowed,
    )
    await dropsForeign('relic', 'partnerLoginUrl', 'relic')
  })

  it('a log-in through Creative Assembly works in its own deployment only (P23)', async () => {
    for (const name of ['local', 'relic', 'focus'] as const) {
      expect(await answerTo(app.visitor(name), 'creativeAssemblyLoginUrl')).toBe(notAllowed)
    }
    await dropsForeign('creative-assembly', 'creativeAssemblyLoginUrl', '')
  })

  it('a log-in through Focus works in its own deployment only (P24)', async () => {
    for (const name of ['local', 'relic', 'creative-assembly'] as const) {
      expect(await answerTo(app.visitor(name), 'focusLoginUrl')).toBe(notAllowed)
    }
    await dropsForeign('focus', 'focusLoginUrl', '')
  })

  it('a registration leads to the deployment’s own partner only (P25)', async () => {
    for (const segment of others) {
      expect(await answerTo(app.visitor('relic'), 'partnerRegisterUrl', { segment })).toMatch(
        /^(400 ERROR_NOT_ALLOWED@|404|405)$/,
      )
    }
    const own = { segment: 'relic', query: 'redirectUrl=https%3A%2F%2Fevil.io' }
    const before = (await keptRedirects()).length
    expect(await answerTo(app.visitor('relic'), 'partnerRegisterUrl', own)).toBe('200')
    expect((await keptRedirects()).slice(before)).toEqual([''])
    expect(await answerTo(app.visitor('local'), 'partnerRegisterUrl', own)).toBe(notAllowed)
  })

  it('a partner’s second step accepts only a player with that partner (P26)', async () => {
    const { kysely } = app.services.database
    const idOf = async (username: string) => {
      const found = kysely.selectFrom('players').select('id').where('username', '=', username)
      return (await found.where('deployment', '=', 'local').executeTakeFirstOrThrow()).id
    }
    const own = { Id_User: await idOf('Partnered'), AuthPartner: 'Relic', Username: '', Email: '' }
    const step = (body: Values, query = 'redirectUrl=&clientId=') =>
      answerTo(app.visitor(), 'partnerStepLoginUrl', { body: { ...own, ...body }, query })
    const before = await whatIsLeft(app)
    const unknown = '400 ERROR_USER_NOT_EXISTS@'
    expect(await step({ Id_User: await idOf('PlayerOne') })).toBe(unknown)
    expect(await step({ Id_User: 999_999 })).toBe(unknown)
    expect(await step({ Id_User: '1' })).toMatch(/^400 ERROR_USER_NOT_EXISTS@/)
    expect(await step({ Email: ['a'] })).toBe('400 INVALID_REQUEST@Email')
    expect(await step({}, 'clientId=a&clientId=b')).toBe(oddQuery)
    expect(await whatIsLeft(app)).toBe(before)
    // Of the payload only the id is read, and of the query no foreign address.
    const flows = (await keptRedirects()).length
    const odd = { AuthPartner: 'Nobody', Email: 'no-at', RedirectUrl: 'https://site.test/' }
    for (const url of foreign) {
      const query = new URLSearchParams({ redirectUrl: url, clientId: '' }).toString()
      expect(await step(odd, query)).toBe('200')
    }
    expect((await keptRedirects()).slice(flows)).toEqual(foreign.map(() => ''))
  })
})

/**
 * Sends callbacks without an authorization request or with another browser's; returns the answer of
 * another deployment.
 */
async function answerToReturns(name: DeploymentName, call: CallName) {
  const visitor = app.visitor(name)
  const code = 'code'
  const { state = '' } = await visitPartner(await leaveForLogin(visitor), 'cancel')
  const description = '<b>said by the partner</b>'
  const before = await whatIsLeft(app)
  for (const query of [
    {},
    { code },
    { state: 'unknown', code },
    { state: 'unknown', error: 'access_denied', error_description: description },
  ]) {
    expect(await answerTo(visitor, call, { query })).toBe(notAuthorized)
    expect(visitor.last?.body).not.toContain('partner')
  }
  expect(await answerTo(visitor, call, { query: `state=${state}&state=${state}&code=c` })).toBe(
    oddQuery,
  )
  const long = `state=${state}&code=${'x'.repeat(10_000)}`
  expect(await answerTo(visitor, call, { query: long })).toBe(oddQuery)
  // Another browser's state is unknown in this one.
  const stolen = { query: { state, code } }
  expect(await answerTo(app.visitor(name), call, stolen)).toBe(notAuthorized)
  expect(await whatIsLeft(app)).toBe(before)
  const denied = { state, error: 'access_denied', error_description: description }
  expect(await answerTo(visitor, call, { query: denied })).toBe(notAuthorized)
  expect(visitor.last?.body).not.toContain('said')
  // The first callback used up the state, whatever its outcome.
  expect(await answerTo(visitor, call, { query: { state, code } })).toBe(notAuthorized)
  return answerTo(app.visitor('prod'), call, { query: {} })
}

describe('bad input: the authorization callback of a partner', () => {
  it('the callback of Focus works only in the browser of its request (P27)', async () => {
    expect(await answerToReturns('focus', 'focusCallback')).toBe(notAllowed)
  })

  it('the callback of Creative Assembly works only in the browser of its request (P28)', async () => {
    expect(await answerToReturns('creative-assembly', 'creativeAssemblyCallback')).toBe(notAllowed)
  })

  it('the callback of Relic works only in the browser of its request (P29)', async () => {
    expect(await answerToReturns('relic', 'partnerUserLogIn')).toBe(notAllowed)
  })

  it('the callback of a second step works only in the browser of its request (P30)', async () => {
    const visitor = app.visitor()
    for (const query of [
      {},
      { code: 'c' },
      { state: 's', code: 'c' },
      { state: 's', error: 'x' },
    ]) {
      expect(await answerTo(visitor, 'partnerLogIn', { query })).toBe(notAuthorized)
    }
    const left = app.visitor('relic')
    const query = await visitPartner(await leaveForLogin(left), 'new@relic.example')
    expect(await answerTo(visitor, 'partnerLogIn', { query })).toBe(notAuthorized)
    expect(await answerTo(left, 'partnerLogIn', { query })).toBe(notAllowed)
  })

  it('a partner registration’s value opens one session, in its own browser (P31)', async () => {
    const visitor = app.visitor('relic')
    const info = await goThroughPartner(visitor, 'once@relic.example')
    const { Created } = await visitor.call('registerPartnerUser', partnerForm(info))
    const enter = (segment: string, by = visitor) =>
      answerTo(by, 'exchangePartnerCreated', { segment })
    const refused = '400 ERROR_TOKEN_USER_INVALID@'
    for (const wrong of ['x', Created.slice(1), `${Created}x`]) {
      expect(await enter(wrong)).toBe(refused)
    }
    expect(await enter(Created, app.visitor('relic'))).toBe(refused)
    expect(await enter(Created)).toBe('200')
    expect(await enter(Created)).toBe(refused)
  })

  it('a partner registration creates only the player that the partner has verified (P32)', async () => {
    const visitor = app.visitor('relic')
    const info = await goThroughPartner(visitor, 'form@relic.example')
    const register = (given: Values, by = visitor) =>
      answerTo(by, 'registerPartnerUser', {
        body: { ...partnerForm(info, { Username: 'Formed' }).body, ...given },
      })
    const before = await whatIsLeft(app)
    for (const field of ['ApprovePrivacyPolicy', 'ApproveEULA', 'ApproveCodeOfConduct']) {
      const code = field.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()
      expect(await register({ [field]: false })).toBe(`400 ERROR_${code}@${field}`)
    }
    for (const [Username, error] of [
      ['a', 'LENGTH'],
      ['a'.repeat(26), 'LENGTH'],
      ['12345', 'LETTERS'],
      ['a b', 'PATTERN'],
      ['a@site.test', 'EMAIL'],
      ['support', 'EXIST'],
    ] as const) {
      expect(await register({ Username })).toBe(`400 ERROR_USERNAME_${error}@Username`)
    }
    expect(await register({ Id_SSO: '77' })).toBe('400 INVALID_REQUEST@Id_SSO')
    expect(await register({ Cookies: 'all' })).toBe('400 INVALID_REQUEST@Cookies')
    const many = Array.from({ length: 1000 }, () => ({ Id_Cookie: 2, IsAccepted: true }))
    expect(await register({ Cookies: many })).toBe('400 INVALID_REQUEST@Cookies')
    expect(await register({ SteamConnectUserInfo: { a: { b: { c: [1] } } } })).toBe(
      '400 INVALID_REQUEST@SteamConnectUserInfo',
    )
    for (const Token of ['', 'x', 'x'.repeat(43)]) {
      expect(await register({ Token })).toBe('400 ERROR_REGISTER_TOKEN_EMPTY@')
    }
    expect(await register({}, app.visitor('relic'))).toBe('400 ERROR_REGISTER_TOKEN_EMPTY@')
    expect(await register({}, app.visitor())).toBe(notAllowed)
    expect(await register({ Additional: true })).toBe('200')
    expect(await whatIsLeft(app)).toBe(before)
    // The ticket decides the identity, whatever the form says.
    const claims = { Id_SSO: -1, Partner: 'focus', Email: 'other@relic.example' }
    expect(await register(claims)).toBe('201')
    const { kysely } = app.services.database
    const row = await kysely
      .selectFrom('players')
      .select(['email', 'auth_partner'])
      .where('username', '=', 'Formed')
      .executeTakeFirst()
    expect(row).toEqual({ email: 'form@relic.example', auth_partner: 'Relic' })
  })
})
