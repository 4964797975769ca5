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

/** Addresses that nobody is sent on to. */
const foreign = [
  'javascript:alert(1)',
  '//evil.io',
  'https://evil.io/?u=https://site.test',
  'https://site.test@evil.io/',
  'https://site.test.evil.io/',
  '/\\evil.io',
]

const waysOn = async () => {
  const { kysely } = app.services.database
  const rows = await kysely.selectFrom('authorization_flows').select('redirect_url').execute()
  return rows.map((row) => row.redirect_url)
}

/** Departures whose addresses are not followed are departures to nowhere in particular. */
async function dropsForeign(name: DeploymentName, call: CallName, segment: string) {
  const before = (await waysOn()).length
  for (const RedirectUrl of foreign) {
    const body = { ClientId: 'nobody', RedirectUrl }
    expect(await answerTo(app.visitor(name), call, { segment, body })).toBe('200')
  }
  expect((await waysOn()).slice(before)).toEqual(foreign.map(() => ''))
  const long = { ClientId: '', RedirectUrl: `https://site.test/${'x'.repeat(2000)}` }
  expect(await answerTo(app.visitor(name), call, { segment, body: long })).toBe(
    '400 INVALID_REQUEST@RedirectUrl',
  )
  const longClient = { ClientId: 'x'.repeat(1001), RedirectUrl: '' }
  expect(await answerTo(app.visitor(name), call, { segment, body: longClient })).toBe(
    '400 INVALID_REQUEST@ClientId',
  )
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

describe('bad input: the way to a partner', () => {
  it('P22 leads to the deployment’s own partner, whoever is named', async () => {
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

  it('P23 of Creative Assembly is that deployment’s alone', async () => {
    for (const name of ['local', 'relic', 'focus'] as const) {
      expect(await answerTo(app.visitor(name), 'creativeAssemblyLoginUrl')).toBe(notAllowed)
    }
    await dropsForeign('creative-assembly', 'creativeAssemblyLoginUrl', '')
  })

  it('P24 of Focus is that deployment’s alone', async () => {
    for (const name of ['local', 'relic', 'creative-assembly'] as const) {
      expect(await answerTo(app.visitor(name), 'focusLoginUrl')).toBe(notAllowed)
    }
    await dropsForeign('focus', 'focusLoginUrl', '')
  })

  it('P25 to register leads to the deployment’s own partner, whoever is named', async () => {
    for (const segment of others) {
      expect(await answerTo(app.visitor('relic'), 'partnerRegisterUrl', { segment })).toMatch(
        /^(400 ERROR_NOT_ALLOWED@|404|405)$/,
      )
    }
    const own = { segment: 'relic', query: 'redirectUrl=https%3A%2F%2Fevil.io' }
    const before = (await waysOn()).length
    expect(await answerTo(app.visitor('relic'), 'partnerRegisterUrl', own)).toBe('200')
    expect((await waysOn()).slice(before)).toEqual([''])
    expect(await answerTo(app.visitor('local'), 'partnerRegisterUrl', own)).toBe(notAllowed)
  })

  it('P26 in the second step is that of the player whose partner proves who it is', async () => {
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
    // Nothing of the payload but the id is read, and of the query no foreign address.
    const flows = (await waysOn()).length
    const odd = { AuthPartner: 'Nobody', Email: 'no-at', RedirectUrl: 'https://site.test/' }
    for (const url of foreign) {
      const query = new URLSearchParams({ redirectUrl: url, clientId: '' }).toString()
      expect(await step(odd, query)).toBe('200')
    }
    expect((await waysOn()).slice(flows)).toEqual(foreign.map(() => ''))
  })
})

/** Returns of a browser that has set out to nobody, or to somebody else: what another studio says. */
async function answerToReturns(name: DeploymentName, call: CallName) {
  const visitor = app.visitor(name)
  const code = 'code'
  const { state = '' } = await visitPartner(await leaveForLogin(visitor), 'cancel')
  const told = '<b>told by the partner</b>'
  const before = await whatIsLeft(app)
  for (const query of [
    {},
    { code },
    { state: 'unknown', code },
    { state: 'unknown', error: 'access_denied', error_description: told },
  ]) {
    expect(await answerTo(visitor, call, { query })).toBe(notAuthorized)
    expect(visitor.last?.body).not.toContain('partner')
  }
  expect(await answerTo(visitor, call, { query: `state=${state}&state=${state}&code=c` })).toBe(
    oddQuery,
  )
  const long = `state=${state}&code=${'x'.repeat(10_000)}`
  expect(await answerTo(visitor, call, { query: long })).toBe(oddQuery)
  // Another browser's state is nobody's in this one.
  const stolen = { query: { state, code } }
  expect(await answerTo(app.visitor(name), call, stolen)).toBe(notAuthorized)
  expect(await whatIsLeft(app)).toBe(before)
  const denied = { state, error: 'access_denied', error_description: told }
  expect(await answerTo(visitor, call, { query: denied })).toBe(notAuthorized)
  expect(visitor.last?.body).not.toContain('told')
  // Whatever came of it, it was the one return.
  expect(await answerTo(visitor, call, { query: { state, code } })).toBe(notAuthorized)
  return answerTo(app.visitor('prod'), call, { query: {} })
}

describe('bad input: the way back from a partner', () => {
  it('P27 is the way of a browser that set out to Focus', async () => {
    expect(await answerToReturns('focus', 'focusCallback')).toBe(notAllowed)
  })

  it('P28 is the way of a browser that set out to Creative Assembly', async () => {
    expect(await answerToReturns('creative-assembly', 'creativeAssemblyCallback')).toBe(notAllowed)
  })

  it('P29 is the way of a browser that set out to Relic', async () => {
    expect(await answerToReturns('relic', 'partnerUserLogIn')).toBe(notAllowed)
  })

  it('P30 is the way of a browser that set out in a second step', async () => {
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

  it('P31 ends with what this browser’s registration answered, once', async () => {
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

  it('P32 is a registration of whom the partner has proven, and of nobody else', async () => {
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
    for (const [Username, fault] of [
      ['a', 'LENGTH'],
      ['a'.repeat(26), 'LENGTH'],
      ['12345', 'LETTERS'],
      ['a b', 'PATTERN'],
      ['a@site.test', 'EMAIL'],
      ['support', 'EXIST'],
    ] as const) {
      expect(await register({ Username })).toBe(`400 ERROR_USERNAME_${fault}@Username`)
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
    // Who it is comes from the proof, whatever the form says.
    const claims = { Id_SSO: -1, Partner: 'focus', Email: 'victim@relic.example' }
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
