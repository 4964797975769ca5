import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmedPlayer,
  registerForm,
  registerPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp
let id: number
const ada = registerForm({ Username: 'Ada' })

beforeAll(async () => {
  app = await startApp()
  await confirmedPlayer(app, ada)
  id = await idOf('Ada')
})
afterAll(() => app.close())

async function idOf(username: string): Promise<number> {
  const row = await app.services.database.kysely
    .selectFrom('players')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return row.id
}

const withPassword = (userId: number, Password: string) => ({
  path: { userId },
  body: { Password },
})

describe('a log-in by id', () => {
  it('answers Created, whose token is the player’s (AT-API-08, R-7.5-3)', async () => {
    const visitor = app.visitor()
    visitor.identity = (await visitor.call('logInUser', withPassword(id, ada.Password))).Created
    expect(await visitor.readToken()).toMatchObject({ Id_User: id, Validated: true })
  })

  it('is refused for an empty or wrong password and for an unknown id', async () => {
    const visitor = app.visitor()
    const items = async (userId: number, password: string) =>
      (await visitor.refused('logInUser', withPassword(userId, password))).items
    expect(await items(id, '')).toEqual(['ERROR_PASSWORD_EMPTY@Password'])
    expect(await items(id, 'wrong-1')).toEqual(['ERROR_USERNAME_PASSWORD_INCORRECT@'])
    expect(await items(id + 1000, 'wrong-1')).toEqual(['ERROR_USER_NOT_EXISTS@'])
  })

  it('is refused for an unconfirmed account after the right password', async () => {
    await registerPlayer(app, registerForm({ Username: 'Lazy' }))
    const lazy = await idOf('Lazy')
    const visitor = app.visitor()
    expect((await visitor.refused('logInUser', withPassword(lazy, ada.Password))).items).toEqual([
      'ERROR_USER_CONFIRMED@',
    ])
  })

  it.each(['0', '-1', '1.5', '1e3', '0x10', '9999999999999999999', 'abc', '%201', '%00', '[1]'])(
    'is refused for the id %s (X10)',
    async (userId) => {
      const response = await app.visitor().send({
        method: 'POST',
        url: `/api/log/user/${userId}/log-in`,
        payload: { Password: ada.Password },
      })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({
        ErrorMessages: [{ Property: '', ErrorMessage: 'ERROR_NOT_ALLOWED' }],
      })
    },
  )

  it('is refused where the partner signs players in', async () => {
    const visitor = app.visitor('relic')
    expect((await visitor.refused('logInUser', withPassword(id, ada.Password))).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
  })
})
