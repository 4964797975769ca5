import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'

let app: TestApp
let here: TestVisitor
let there: TestVisitor
const ada = registerForm({ Username: 'Ada' })

beforeAll(async () => {
  app = await startApp()
  here = await signedInPlayer(app, ada)
  there = app.visitor('prod')
  for (const [name, value] of here.jar) there.jar.set(name, value)
})
afterAll(() => app.close())

describe('the data of one deployment (M-14)', () => {
  it('leaves a name and an address free in another one', async () => {
    await app.visitor('prod').call('registerNewUser', { body: ada })
    const [mail] = (await app.mails(ada.Email)).slice(-1)
    expect(mail?.text).toContain('http://prod.localhost:4000/confirm-email')
  })

  it('includes mail links that are unknown in another one', async () => {
    const Uid = await linkToken(app, ada.Email)
    expect((await app.visitor().refused('confirmEmail', { body: { Uid } })).items).toEqual([
      'ERROR_EMAIL_RECOVERY_NOTEXISTS@',
    ])
    await app.visitor('prod').call('confirmEmail', { body: { Uid } })
  })

  it('includes a session id, a bearer and a refresh value that are unknown in another one', async () => {
    const token = await here.readToken()
    expect((await there.refused('readToken', { path: { identity: here.identity } })).status).toBe(
      404,
    )
    const verify = { query: { access_token: token.Value, client_id: '' } }
    expect((await there.refused('verifyToken', verify)).items).toEqual(['ERROR_TOKEN_INVALID@'])
    const refresh = { ...verify.query, refresh_token: token.Refresh }
    expect((await there.refused('refreshToken', { query: refresh })).items).toEqual([
      'ERROR_TOKEN_INVALID_REFRESH@',
    ])
    expect((await here.readToken()).Validated).toBe(true)
  })

  it('includes an id that is unknown in another one', async () => {
    const { Id_User: userId } = await here.readToken()
    const input = { path: { userId }, body: { Password: samplePassword } }
    expect((await there.refused('logInUser', input)).items).toEqual(['ERROR_USER_NOT_EXISTS@'])
  })

  it('includes a ban that does not hold in another one', async () => {
    await app.services.database.kysely
      .insertInto('ip_bans')
      .values({ deployment: 'prod', network: '198.51.100.0/24', scope: 'general', until: null })
      .execute()
    await app.visitor('local', '198.51.100.7').logIn('Ada', samplePassword)
    const banned = app.visitor('prod', '198.51.100.7').logIn('Ada', samplePassword)
    await expect(banned).rejects.toThrow('400')
  })
})
