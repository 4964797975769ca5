import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmedPlayer,
  registerForm,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

describe('a log-out', () => {
  it('ends the bearer and the session id (AT-OUT-07, R-4.3-1)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const token = await visitor.readToken()
    const cookies = [...visitor.jar]
    const userId = token.Id_User
    expect(await visitor.call('logOut', { path: { userId }, body: {} })).toEqual({
      CookieName: null,
    })
    expect(visitor.jar.has('sso_session')).toBe(false)
    expect((await visitor.refused('logOut', { path: { userId }, body: {} })).status).toBe(401)
    expect(
      (await visitor.refused('readToken', { path: { identity: visitor.identity } })).status,
    ).toBe(404)
    for (const [name, value] of cookies) visitor.jar.set(name, value)
    expect(await visitor.readToken()).toMatchObject({ Validated: false, Value: '', Refresh: '' })
    const query = { access_token: token.Value, refresh_token: token.Refresh, client_id: '' }
    expect((await visitor.refused('refreshToken', { query })).items).toEqual([
      'ERROR_TOKEN_INVALID_REFRESH@',
    ])
  })

  it('needs no body', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Bea' }))
    const { Id_User } = await visitor.readToken()
    const url = `/api/log/user/${Id_User}/log-out`
    expect((await visitor.send({ method: 'POST', url })).statusCode).toBe(200)
  })

  it('is refused alike for every other id and then ends nothing (R-6.1-9)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Cleo' }))
    const other = await signedInPlayer(app, registerForm({ Username: 'Dora' }))
    const { Id_User: otherId } = await other.readToken()
    for (const userId of [otherId, 999_999]) {
      expect(await visitor.refused('logOut', { path: { userId }, body: {} })).toEqual({
        status: 400,
        items: ['ERROR_NOT_ALLOWED@'],
      })
    }
    expect((await other.readToken()).Validated).toBe(true)
    expect((await visitor.readToken()).Validated).toBe(true)
  })

  it('ends this session and leaves the player’s others alone', async () => {
    const form = await confirmedPlayer(app, registerForm({ Username: 'Ella' }))
    const [here, there] = [app.visitor(), app.visitor()]
    const { Id_User: userId } = await here.logIn('Ella', form.Password)
    await there.logIn('Ella', form.Password)
    await here.call('logOut', { path: { userId }, body: {} })
    expect((await there.readToken()).Validated).toBe(true)
  })
})
