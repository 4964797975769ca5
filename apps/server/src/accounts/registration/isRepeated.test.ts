import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkToken, registerForm } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
})
afterAll(() => app.close())

async function countOf(username: string): Promise<number> {
  const rows = await app.services.database.kysely
    .selectFrom('players')
    .select('id')
    .where('username', '=', username)
    .execute()
  return rows.length
}

describe('a registration with an idempotency key', () => {
  it('gets the same answer again within a day and happens once (T04)', async () => {
    const body = registerForm({ Username: 'Ada' })
    const options = { idempotencyKey: 'a-try-of-ada' }
    const first = await app.visitor().call('registerNewUser', { body }, options)
    const visitor = app.visitor()
    expect(await visitor.call('registerNewUser', { body }, options)).toEqual(first)
    expect(visitor.last?.statusCode).toBe(201)
    app.clock.advance(24 * 3600 - 60)
    await app.visitor().call('registerNewUser', { body }, options)
    expect([await countOf('Ada'), await app.mails(body.Email)]).toEqual([1, [expect.anything()]])
    app.clock.advance(120)
    const { items } = await app.visitor().refused('registerNewUser', { body }, options)
    expect(items).toEqual(['ERROR_USERNAME_EXIST@Username'])
  })

  it('happens once for many requests at the same moment, with the same answers (T04)', async () => {
    const body = registerForm({ Username: 'Grace' })
    const options = { idempotencyKey: 'a-try-of-grace' }
    const tries = Array.from({ length: 10 }, () =>
      app.visitor().call('registerNewUser', { body }, options),
    )
    expect(new Set((await Promise.all(tries)).map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect([await countOf('Grace'), await app.mails(body.Email)]).toEqual([1, [expect.anything()]])
  })

  it('shares its key with no other form, and its form with no other key (T04)', async () => {
    const body = registerForm({ Username: 'Joan' })
    const options = { idempotencyKey: 'a-try-of-joan' }
    await app.visitor().call('registerNewUser', { body }, options)
    const Uid = await linkToken(app, body.Email)
    await app.visitor().call('confirmEmail', { body: { Uid } })
    const others = [
      registerForm({ Username: 'Joanna', Email: body.Email }),
      registerForm({ Username: 'Joan', Email: 'other@site.test' }),
      registerForm({ Username: 'Joan', Password: 'Another8Horses' }),
    ]
    for (const other of others) {
      const refusal = await app.visitor().refused('registerNewUser', { body: other }, options)
      expect(refusal).toEqual({ status: 400, items: ['ERROR_NOT_ALLOWED@'] })
    }
    for (const idempotencyKey of ['another-try', undefined]) {
      const again = await app
        .visitor()
        .refused(
          'registerNewUser',
          { body },
          idempotencyKey === undefined ? {} : { idempotencyKey },
        )
      expect(again.items).toContain('ERROR_EMAIL_EXIST@Email')
    }
  })
})
