import type { ErrorBody } from '@gatehouse/contract/errorItems'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partnerPlayer } from '../../../test/fixtures/partners/partnerPlayer.ts'
import {
  confirmedPlayer,
  registerForm,
  registerPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp
const ada = registerForm({ Username: 'Ada' })

beforeAll(async () => {
  const beyond = { EnableSecuritySection: true, enumerationProtection: 'strict' } as const
  app = await startApp({ deployments: { sandbox: beyond } })
  await confirmedPlayer(app, ada)
})
afterAll(() => app.close())

const wrong = (name: string) => ({
  body: logInForm({ UsernameOrEmail: name, Password: 'wrong-1' }),
})
const right = (name: string) => ({
  body: logInForm({ UsernameOrEmail: name, Password: ada.Password }),
})

describe('a log-in', () => {
  it('answers Created for name or address in any case (AT-API-08, R-7.5-2)', async () => {
    const visitor = app.visitor()
    const answer = await visitor.call('logIn', right('aDA'))
    expect(Object.keys(answer)).toEqual(['Created'])
    await app.visitor().call('logIn', right('ADA@SITE.TEST'))
  })

  it('keeps the secret half of the session in a cookie that scripts cannot read', async () => {
    const visitor = app.visitor()
    await visitor.call('logIn', right('Ada'))
    const cookies = [visitor.last?.headers['set-cookie'] ?? []].flat()
    expect(cookies).toContainEqual(
      expect.stringMatching(
        /^sso_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    )
  })

  it('reveals a ban or a missing confirmation only after the right password (AT-API-08, R-8.4-33)', async () => {
    const lazy = registerForm({ Username: 'Lazy' })
    await registerPlayer(app, lazy)
    await confirmedPlayer(app, registerForm({ Username: 'Cheat' }))
    await app.services.database.kysely
      .updateTable('players')
      .set({ banned_at: app.clock.now() })
      .where('username', '=', 'Cheat')
      .execute()
    const visitor = app.visitor()
    expect(await visitor.refused('logIn', right('Lazy'))).toEqual({
      status: 400,
      items: ['ERROR_USER_CONFIRMED@'],
    })
    expect(await visitor.refused('logIn', right('Cheat'))).toEqual({
      status: 400,
      items: ['ERROR_USER_BANNED@'],
    })
    for (const name of ['Lazy', 'Cheat', 'Ada']) {
      expect(await visitor.refused('logIn', wrong(name))).toEqual({
        status: 400,
        items: ['ERROR_USERNAME_PASSWORD_INCORRECT@'],
      })
    }
  })

  it('tells a browser that has been in the account that its address is confirmed, and no other one', async () => {
    const known = app.visitor('sandbox')
    const kate = registerForm({ Username: 'Kate' })
    await confirmedPlayer(app, kate, 'sandbox')
    await known.call('logIn', right('Kate'))
    for (const [visitor, Known] of [
      [known, true],
      [app.visitor('sandbox'), undefined],
    ] as const) {
      await visitor.refused('logIn', wrong('Kate'))
      const { ErrorMessages } = JSON.parse(visitor.last?.body ?? '') as ErrorBody
      expect(ErrorMessages.map((item) => item.Known)).toEqual([Known])
    }
  })

  it('is refused for empty fields together, and for unknown names (AT-API-08)', async () => {
    const visitor = app.visitor()
    expect(await visitor.refused('logIn', { body: logInForm({}) })).toEqual({
      status: 400,
      items: ['ERROR_USERNAME_EMPTY@UsernameOrEmail', 'ERROR_PASSWORD_EMPTY@Password'],
    })
    expect(await visitor.refused('logIn', wrong('Nobody'))).toEqual({
      status: 400,
      items: ['ERROR_USER_UNKNOWN@UsernameOrEmail'],
    })
  })

  it('is refused where the partner signs players in', async () => {
    const visitor = app.visitor('relic')
    for (const name of ['Ada', 'Nobody']) {
      expect(await visitor.refused('logIn', right(name))).toEqual({
        status: 400,
        items: ['ERROR_NOT_ALLOWED@'],
      })
    }
  })

  it('finds no player of another deployment', async () => {
    expect(await app.visitor('prod').refused('logIn', right('Ada'))).toEqual({
      status: 400,
      items: ['ERROR_USER_UNKNOWN@UsernameOrEmail'],
    })
  })

  it('accepts no password for a partner account', async () => {
    await partnerPlayer(app, 'local', 'Pat')
    expect(await app.visitor().refused('logIn', right('Pat'))).toEqual({
      status: 400,
      items: ['ERROR_NOT_ALLOWED@'],
    })
  })

  it('renews a hash with other parameters', async () => {
    const before = await hashOfAda()
    const stronger = await startApp({ beside: app, settings: { ARGON2_PASSES: '2' } })
    await stronger.visitor().call('logIn', right('Ada'))
    await stronger.close()
    expect(await hashOfAda()).not.toBe(before)
    await app.visitor().call('logIn', right('Ada'))
  })
})

async function hashOfAda(): Promise<string | null> {
  const row = await app.services.database.kysely
    .selectFrom('players')
    .select('password_hash')
    .where('username', '=', 'Ada')
    .executeTakeFirstOrThrow()
  return row.password_hash
}
