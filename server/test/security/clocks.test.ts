import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

let app: TestApp
const minute = 60
const hour = 60 * minute
const day = 24 * hour

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const form = (Username: string, DateOfBirth: string) => ({
  body: registerForm({ Username, DateOfBirth }),
})

const register = (name: string, born: string) =>
  app.visitor('two-point-studios').call('registerNewUser', form(name, born))
const refused = async (name: string, born: string) =>
  (await app.visitor('two-point-studios').refused('registerNewUser', form(name, born))).items

/** Puts the clock to a moment. */
function to(moment: string): void {
  app.clock.advance((Date.parse(moment) - app.clock.now().getTime()) / 1000)
}

const isAlive = async (visitor: TestVisitor) =>
  (await visitor.send({ method: 'GET', url: '/api/profile/connects' })).statusCode === 200

describe('a server whose clock is put back or forward', () => {
  it('T30 a session ends when it was to end, however the clock jumped meanwhile', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const { ExprireAt } = await ada.readToken()
    for (const jump of [-hour, 5 * minute, -5 * minute, hour]) {
      app.clock.advance(jump)
      expect(await ada.readToken()).toMatchObject({ ExprireAt, Validated: true })
      expect(await isAlive(ada)).toBe(true)
    }
    app.clock.advance(-hour)
    for (let days = 0; days < 29; days += 7) {
      app.clock.advance(7 * day)
      await ada.readToken()
    }
    app.clock.advance((Date.parse(ExprireAt) - app.clock.now().getTime()) / 1000)
    expect(await ada.readToken()).toMatchObject({ Validated: false, Value: '' })
  })

  it('T30 nobody is kept out for longer by a clock that was put back', async () => {
    const form = registerForm({ Username: 'Bea' })
    await signedInPlayer(app, form)
    const ip = '198.51.100.77'
    const guess = { body: logInForm({ UsernameOrEmail: 'Bea', Password: 'wrong-1' }) }
    const visitor = app.visitor('local', ip)
    const guessed = async () => {
      const { items } = await visitor.refused('logIn', guess)
      return { items, wait: Number(visitor.last?.headers['retry-after']) }
    }
    for (let count = 0; count < 10; count += 1) await guessed()
    const before = await guessed()
    app.clock.advance(-hour)
    const after = await guessed()
    expect(after.items).toEqual(before.items)
    expect(after.wait).toBeLessThanOrEqual(before.wait)
    app.clock.advance(after.wait)
    await app.visitor('local', ip).logIn('Bea', samplePassword)
  })

  it('T30 a link that one server mails is good at another whose clock is ten minutes behind', async () => {
    app.clock.advance(5 * minute)
    await app.visitor().call('registerNewUser', { body: registerForm({ Username: 'Cleo' }) })
    const [mail] = await app.mails('cleo@site.test')
    app.clock.advance(-10 * minute)
    const Uid = /uid=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(await app.visitor().call('confirmEmail', { body: { Uid } })).toEqual({})
    await app.visitor().logIn('Cleo', samplePassword)
  })
})

describe('days', () => {
  it('T32 are those of UTC: thirteen from its midnight on, a leapling on the first of March', async () => {
    const tooYoung = [expect.stringMatching(/@DateOfBirth$/)]
    to('2029-02-28T23:59:59Z')
    expect(await refused('Leap1', '2016-02-29')).toEqual(tooYoung)
    to('2029-03-01T00:00:00Z')
    await register('Leap2', '2016-02-29')
    // The night in which Europe puts its clocks forward.
    to('2029-03-24T23:59:59Z')
    expect(await refused('Spring1', '2016-03-25')).toEqual(tooYoung)
    to('2029-03-25T00:00:00Z')
    await register('Spring2', '2016-03-25')
  })
})
