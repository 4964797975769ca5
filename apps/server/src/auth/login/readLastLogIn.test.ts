import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { local: { EnableSecuritySection: true } } })
})
afterAll(() => app.close())

describe('the last log-in', () => {
  it('is the latest one besides the caller’s own, whatever has been refreshed since', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    await signedInPlayer(app, registerForm({ Username: 'Bea' }))
    const first = app.clock.now().toISOString()
    expect(await ada.call('readLastLogIn', {})).toEqual({ LastLogInAt: null })
    app.clock.advance(3600)
    const other = app.visitor()
    await other.logIn('Ada', samplePassword)
    const second = app.clock.now().toISOString()
    expect(await other.call('readLastLogIn', {})).toEqual({ LastLogInAt: first })
    app.clock.advance(60)
    const token = await other.readToken()
    const query = { access_token: token.Value, refresh_token: token.Refresh, client_id: '' }
    await other.call('refreshToken', { query })
    await ada.readToken()
    expect(await ada.call('readLastLogIn', {})).toEqual({ LastLogInAt: second })
  })
})
