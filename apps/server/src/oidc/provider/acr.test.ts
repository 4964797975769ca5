import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { enrolledPlayer, logInTwice, strong } from '../../../test/fixtures/enrolled.ts'
import { addPasskey, proofForm, softPasskey } from '../../../test/fixtures/passkeys/passkeySteps.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../test/fixtures/testClient.ts'
import { codeAt } from '../../../test/fixtures/totp.ts'
import { acrOf, amrOf, askedAcr, meetsAcr } from './acr.ts'

let app: TestApp
let site: TestSite

beforeAll(async () => {
  app = await startApp({ deployments: { local: { ...strong, clients: sampleClients } } })
  site = new TestSite(app)
  shareClock(app.clock)
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

const second = 'urn:gatehouse:acr:2'

/** The parameter `claims` that asks for a strength. */
const claimsOf = (acr: object) => JSON.stringify({ id_token: { acr } })
/** A request that demands a strength. */
const demand = (value: string) => ({ claims: claimsOf({ essential: true, value }) })

it('a session is as strong as what proved its player in it, and trust adds nothing (AT-STR-41, G52)', () => {
  expect(acrOf(['pwd'])).toBe('urn:gatehouse:acr:1')
  expect(acrOf(['pwd', 'tb'])).toBe('urn:gatehouse:acr:1')
  expect(acrOf(['ext'])).toBe('urn:gatehouse:acr:1')
  expect(acrOf(['pwd', 'otp'])).toBe(second)
  expect(acrOf(['pk'])).toBe('phr')
  expect(amrOf(['ext'])).toEqual([])
  expect(amrOf(['pwd', 'tb'])).toEqual(['pwd'])
  expect(amrOf(['pwd', 'rec'])).toEqual(['pwd', 'mfa'])
  expect(meetsAcr(askedAcr(demand(second)), ['pk'])).toBe(true)
  expect(meetsAcr(askedAcr(demand(second)), ['pwd'])).toBe(false)
  const listed = { acr_values: second, claims: claimsOf({ essential: true }) }
  expect(meetsAcr(askedAcr(listed), ['pwd'])).toBe(false)
  expect(meetsAcr(askedAcr({ acr_values: second }), ['pwd'])).toBe(true)
})

it('an ID token says the strength where the client asks for one, and nothing where it does not (AT-STR-41, G53)', async () => {
  const player = await enrolledPlayer(app, 'Ada')
  const visitor = app.visitor()
  await logInTwice(app, visitor, player)
  const asked = await site.signIn(visitor, { acr_values: second })
  expect(asked.claims).toMatchObject({ acr: second, amr: ['pwd', 'otp', 'mfa'] })
  const plain = await site.signIn(visitor)
  expect(plain.claims).not.toHaveProperty('acr')
  expect(plain.claims).not.toHaveProperty('amr')
})

it('a weaker session goes through the second step and comes back stronger; without a question it is refused (AT-STR-42, SX-52, G54)', async () => {
  const player = await enrolledPlayer(app, 'Bea')
  const visitor = app.visitor()
  await logInTwice(app, visitor, player, true)
  // In a browser of trust, with the password alone.
  await visitor.logIn('Bea', samplePassword)
  const quiet = await site.begin({ ...demand(second), prompt: 'none' })
  const refused = await site.follow(visitor, quiet.path)
  expect(refused.searchParams.get('error')).toBe('unmet_authentication_requirements')
  const begun = await site.begin({ acr_values: second, claims: claimsOf({ essential: true }) })
  const page = await site.follow(visitor, begun.path)
  expect(page.pathname).toBe('/login/second-step')
  const body = { Way: 'totp' as const, Password: '', Code: codeAt(player.secret, app.clock.now()) }
  await visitor.call('prove', { body })
  const end = await site.follow(visitor, page.searchParams.get('redirectUrl') ?? '')
  expect(end.searchParams.get('code')).toBeTruthy()
})

it('a client that asks for a passkey gets it of a player who has one, and learns it of a player who has none (AT-STR-42, G79, G80)', async () => {
  const player = await enrolledPlayer(app, 'Dora')
  const visitor = app.visitor()
  await logInTwice(app, visitor, player)
  const alone = await site.begin(demand('phr'))
  const unmet = await site.follow(visitor, alone.path)
  expect(unmet.searchParams.get('error')).toBe('unmet_authentication_requirements')

  const passkey = softPasskey(app)
  await addPasskey(visitor, passkey)
  const stronger = async () => (await visitor.call('proofOptions', { body: {} })).Stronger
  expect(await stronger()).toEqual([['passkey']])
  const begun = await site.begin(demand('phr'))
  const page = await site.follow(visitor, begun.path)
  expect(page.pathname).toBe('/login/second-step')
  await visitor.call('prove', await proofForm(visitor, passkey))
  expect(await stronger()).toEqual([])
  const end = await site.follow(visitor, page.searchParams.get('redirectUrl') ?? '')
  expect(end.searchParams.get('code')).toBeTruthy()

  // Without a second step a fresh password asks nothing, and is still weaker.
  await visitor.call('setTwoStep', { body: { IsOn: false } })
  const other = app.visitor()
  await other.logIn('Dora', samplePassword)
  const { Ways, Stronger } = await other.call('proofOptions', { body: {} })
  expect({ Ways, Stronger }).toEqual({
    Ways: [],
    Stronger: [['passkey'], ['totp'], ['recovery-code']],
  })
})

it('an essential acr is met by a stronger session, which answers with the asked value (O12)', async () => {
  const player = await enrolledPlayer(app, 'Gwen')
  const visitor = app.visitor()
  await logInTwice(app, visitor, player)
  const weakest = { essential: true, values: ['made-up', 'urn:gatehouse:acr:1'] }
  const met = await site.signIn(visitor, { claims: claimsOf(weakest) })
  expect(met.claims).toMatchObject({ acr: 'urn:gatehouse:acr:1', amr: ['pwd', 'otp', 'mfa'] })
  const wished = await site.signIn(visitor, { claims: claimsOf({ values: ['made-up'] }) })
  expect(wished.claims).toMatchObject({ acr: second })
})

it('an essential acr leads a weaker session to the second step, and is refused where none can meet it (O12)', async () => {
  const player = await enrolledPlayer(app, 'Emma')
  const visitor = app.visitor()
  await logInTwice(app, visitor, player, true)
  await visitor.logIn('Emma', samplePassword)
  const begun = await site.begin({ claims: claimsOf({ essential: true, value: second }) })
  const page = await site.follow(visitor, begun.path)
  expect(page.pathname).toBe('/login/second-step')
  const body = { Way: 'totp' as const, Password: '', Code: codeAt(player.secret, app.clock.now()) }
  await visitor.call('prove', { body })
  const end = await site.follow(visitor, page.searchParams.get('redirectUrl') ?? '')
  expect((await site.exchange(begun, end)).claims['acr']).toBe(second)
  for (const value of ['made-up', 'phr']) {
    const refused = await site.begin({
      claims: claimsOf({ essential: true, value }),
      prompt: 'none',
    })
    const error = (await site.follow(visitor, refused.path)).searchParams.get('error')
    expect([value, error]).toEqual([value, 'unmet_authentication_requirements'])
  }
})

it('a visitor whose log-in cannot meet it comes back to the client, which learns it (O12)', async () => {
  await signedInPlayer(app, registerForm({ Username: 'Fay' }))
  for (const given of [demand(second), demand('x')]) {
    const visitor = app.visitor()
    const login = await site.follow(visitor, (await site.begin(given)).path)
    expect(login.pathname).toBe('/login')
    await visitor.logIn('Fay', samplePassword)
    const end = await site.follow(visitor, login.searchParams.get('redirectUrl') ?? '')
    expect(end.searchParams.get('error')).toBe('unmet_authentication_requirements')
  }
})

it('a mere wish asks nothing of a player: the code comes with the strength there is (G55)', async () => {
  const cold = await signedInPlayer(app, registerForm({ Username: 'Wim' }))
  const player = await enrolledPlayer(app, 'Willa')
  const trusted = app.visitor()
  await logInTwice(app, trusted, player, true)
  await trusted.logIn('Willa', samplePassword)
  for (const visitor of [cold, trusted]) {
    for (const wish of [
      { acr_values: second },
      { acr_values: 'phr' },
      { claims: claimsOf({ value: second }) },
      { acr_values: 'phr', claims: claimsOf({ essential: false, values: [second] }) },
    ]) {
      const { claims } = await site.signIn(visitor, wish)
      expect([wish, claims['acr']]).toEqual([wish, 'urn:gatehouse:acr:1'])
    }
  }
})

it('a player without a second factor cannot meet it, and the client learns it (G55)', async () => {
  const visitor = await signedInPlayer(app, registerForm({ Username: 'Cleo' }))
  const begun = await site.begin(demand(second))
  const end = await site.follow(visitor, begun.path)
  expect(end.searchParams.get('error')).toBe('unmet_authentication_requirements')
})
