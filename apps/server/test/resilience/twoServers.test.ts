import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/platform/config/settings.ts'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

let one: TestApp
let two: TestApp

beforeAll(async () => {
  one = await startApp({ nodes: 1 })
  two = await startApp({ beside: one, nodes: 1 })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

/** The same browser, with its next requests at the other server. */
function sameBrowser(visitor: TestVisitor): TestVisitor {
  const copy = two.visitor()
  for (const [name, value] of visitor.jar) copy.jar.set(name, value)
  copy.identity = visitor.identity
  copy.bearer = visitor.bearer
  return copy
}

describe('two servers on one database (T40)', () => {
  it('share sessions and their end', async () => {
    const here = await signedInPlayer(one, registerForm({ Username: 'Ada' }))
    const there = sameBrowser(here)
    const { Id_User: userId, Value } = await there.readToken()
    expect(Value).toBe(here.bearer)
    await there.call('logOut', { path: { userId }, body: {} })
    const response = await here.send({ method: 'GET', url: '/api/profile/connects' })
    expect(response.statusCode).toBe(401)
  })

  it('show a change on one server at once on the other', async () => {
    const here = await signedInPlayer(one, registerForm({ Username: 'Fay' }))
    const there = sameBrowser(here)
    const { Id_User: userId } = await there.readToken()
    const read = (visitor: TestVisitor) =>
      visitor.send({ method: 'GET', url: `/api/profile/user/${userId}` })
    const seen = async (visitor: TestVisitor) =>
      (await read(visitor)).json<{ IsCookiePopupSeen: boolean }>().IsCookiePopupSeen
    expect([await seen(here), await seen(there)]).toEqual([false, false])

    await there.call('seeCookiePopup', { path: { userId }, body: {} })
    expect([await seen(here), await seen(there)]).toEqual([true, true])

    await there.call('logOut', { path: { userId }, body: {} })
    expect((await read(here)).statusCode).toBe(401)
  })

  it('give the same successor to a refresh that reaches both', async () => {
    const here = await signedInPlayer(one, registerForm({ Username: 'Bea' }))
    const there = sameBrowser(here)
    const { Value, Refresh } = await here.readToken()
    const query = { access_token: Value, refresh_token: Refresh, client_id: '' }
    const answers = await Promise.all([
      here.call('refreshToken', { query }),
      there.call('refreshToken', { query }),
    ])
    expect(answers[0]).toEqual(answers[1])
  })

  it('count wrong passwords together (B02)', async () => {
    await signedInPlayer(one, registerForm({ Username: 'Cleo' }))
    const guess = { body: logInForm({ UsernameOrEmail: 'Cleo', Password: 'wrong-1' }) }
    const ip = '198.51.100.20'
    const visitors = [one.visitor('local', ip), two.visitor('local', ip)] as const
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        visitors[index % 2 === 0 ? 0 : 1].refused('logIn', guess),
      ),
    )
    const verified = answers.filter(
      (answer) => answer.items[0] === 'ERROR_USERNAME_PASSWORD_INCORRECT@',
    )
    expect(verified).toHaveLength(limits.wrongPasswords.max)
  })

  it('create one player from twenty registrations (C09)', async () => {
    const body = registerForm({ Username: 'Dora' })
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : two).visitor().call('registerNewUser', { body }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('send each mail once, and either takes its link (T23)', async () => {
    const body = registerForm({ Username: 'Ella' })
    await two.visitor().call('registerNewUser', { body })
    const [mailsOfOne, mailsOfTwo] = await Promise.all([
      one.mails('ella@site.test'),
      two.mails('ella@site.test'),
    ])
    expect(mailsOfOne.length + mailsOfTwo.length).toBe(1)
    const sender = mailsOfOne.length === 1 ? one : two
    const Uid = await linkToken(sender, 'ella@site.test')
    await one.visitor().call('confirmEmail', { body: { Uid } })
    await two.visitor().logIn('Ella', samplePassword)
  })
})
