import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { enrolledPlayer, logInTwice, strong } from '../fixtures/enrolled.ts'
import { addPasskey, logInWithPasskey, softPasskey } from '../fixtures/passkeys/passkeySteps.ts'
import { shareClock } from '../fixtures/processes/shareClock.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { sampleClients, TestSite } from '../fixtures/testClient.ts'

/* A site reads how strongly this very session proved its player, whatever the request claims. */

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

const [first, second] = ['urn:gatehouse:acr:1', 'urn:gatehouse:acr:2']

describe('the strength in an ID token', () => {
  it('is the highest for a passkey, and the lowest for a password (AT-STR-41, G53)', async () => {
    const owner = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const passkey = softPasskey(app)
    await addPasskey(owner, passkey)
    const strongest = app.visitor()
    await logInWithPasskey(strongest, passkey)
    const proven = await site.signIn(strongest, { acr_values: 'phr' })
    expect(proven.claims['acr']).toBe('phr')
    expect(proven.claims['amr']).toEqual(expect.arrayContaining(['pop', 'user', 'mfa']))
    const weak = app.visitor()
    await weak.logIn('Ada', samplePassword)
    const { claims } = await site.signIn(weak, { acr_values: first })
    expect(claims).toMatchObject({ acr: first, amr: ['pwd'] })
  })

  it('is that of this session, whatever the request names, and whatever came before (SX-52, G54)', async () => {
    const player = await enrolledPlayer(app, 'Bea')
    const browser = app.visitor()
    await logInTwice(app, browser, player, true)
    const before = await site.signIn(browser, { acr_values: second })
    expect(before.claims['acr']).toBe(second)
    const { Id_User: userId } = await browser.readToken()
    await browser.call('logOut', { path: { userId }, body: {} })
    // By trust in the same browser, where the provider knew a stronger session.
    await browser.logIn('Bea', samplePassword)
    const forged = [
      { acr_values: second },
      { acr_values: `${second} ${first}` },
      { acr_values: `phr made-up ${first}` },
      { acr_values: first, id_token_hint: before.idToken },
      { acr_values: first, acr: 'phr', amr: 'mfa' },
    ]
    for (const each of forged) {
      const { claims } = await site.signIn(browser, each)
      expect([each, claims['acr'], claims['amr']]).toEqual([each, first, ['pwd']])
    }
    const essential = JSON.stringify({ id_token: { acr: { essential: true, value: 'phr' } } })
    const unmet = await site.begin({ acr_values: first, claims: essential })
    const answer = await site.follow(browser, unmet.path)
    expect(answer.searchParams.get('error')).toBe('unmet_authentication_requirements')
    const ofSecond = { essential: true, value: second }
    const demanded = { claims: JSON.stringify({ id_token: { acr: ofSecond } }) }
    for (const given of [{ id_token_hint: before.idToken }, {}]) {
      const asked = await site.begin({ ...demanded, ...given })
      expect((await site.follow(browser, asked.path)).pathname).toBe('/login/second-step')
      const quiet = await site.begin({ ...demanded, prompt: 'none', ...given })
      const refused = await site.follow(browser, quiet.path)
      expect(refused.searchParams.get('error')).toBe('unmet_authentication_requirements')
    }
  })
})
