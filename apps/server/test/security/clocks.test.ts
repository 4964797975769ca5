import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/platform/config/settings.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { solveProof } from '../fixtures/solveProof.ts'
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

/** Sets the clock to a moment. */
function to(moment: string): void {
  app.clock.advance((Date.parse(moment) - app.clock.now().getTime()) / 1000)
}

const isAlive = async (visitor: TestVisitor) =>
  (await visitor.send({ method: 'GET', url: '/api/profile/connects' })).statusCode === 200

describe('a server with a jumping clock', () => {
  it('ends a session at its planned time (T30)', async () => {
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

  it('keeps no player locked out longer after its clock went back (T30)', async () => {
    const form = registerForm({ Username: 'Bea' })
    await signedInPlayer(app, form)
    const ip = '198.51.100.77'
    const guess = { body: logInForm({ UsernameOrEmail: 'Bea', Password: 'wrong-1' }) }
    const visitor = app.visitor('local', ip)
    const guessed = async () => {
      const { items } = await visitor.refused('logIn', guess)
      return { items, wait: Number(visitor.last?.headers['retry-after']) }
    }
    for (let count = 0; count < limits.wrongPasswords.max; count += 1) await guessed()
    const before = await guessed()
    app.clock.advance(-hour)
    const after = await guessed()
    expect(after.items).toEqual(before.items)
    expect(after.wait).toBeLessThanOrEqual(before.wait)
    const { options } = await solveProof(visitor)
    app.clock.advance(after.wait)
    const owners = { body: logInForm({ UsernameOrEmail: 'Bea', Password: samplePassword }) }
    await app.visitor('local', ip).call('logIn', owners, options)
  })

  it('refuses an address that goes on, and leads to the mailbox, for a day at most after its clock went back (T30)', async () => {
    await signedInPlayer(app, registerForm({ Username: 'Dora' }))
    const guess = { body: logInForm({ UsernameOrEmail: 'Dora', Password: 'wrong-1' }) }
    const own = { body: logInForm({ UsernameOrEmail: 'Dora', Password: samplePassword }) }
    const newcomer = app.visitor('local', '198.51.100.79')
    app.clock.advance(30 * day)
    let visitor = app.visitor('local', '198.51.100.78')
    let refused = 0
    const proven = async () => {
      await visitor.refused('logIn', guess)
      if (!visitor.last?.body.includes('Challenge')) return false
      const { seconds, options } = await solveProof(visitor)
      app.clock.advance(seconds)
      await visitor.refused('logIn', guess, options)
      return true
    }
    for (let count = 0; count < limits.wrongPasswords.max; count += 1) {
      await visitor.refused('logIn', guess)
    }
    while (await proven());
    const first = visitor
    const byMail = ['ERROR_LOGIN_BY_MAIL@']
    while ((await newcomer.refused('logIn', own)).items[0] !== byMail[0]) {
      refused += 1
      visitor = app.visitor('local', `198.51.101.${refused}`)
      while (await proven());
    }
    // A count from days that are yet to come ends with a day of the right clock.
    app.clock.advance(-30 * day)
    await first.refused('logIn', own)
    expect(Number(first.last?.headers['retry-after'])).toBeLessThanOrEqual(day)
    expect((await newcomer.refused('logIn', own)).items).toEqual(byMail)
    app.clock.advance(day)
    await first.call('logIn', own)
    await newcomer.call('logIn', own)
  })

  it('accepts a mail link of a server whose clock is ten minutes ahead (T30)', async () => {
    app.clock.advance(5 * minute)
    await app.visitor().call('registerNewUser', { body: registerForm({ Username: 'Cleo' }) })
    const [mail] = await app.mails('cleo@site.test')
    app.clock.advance(-10 * minute)
    const Uid = /uid=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(await app.visitor().call('confirmEmail', { body: { Uid } })).toEqual({
      Username: 'Cleo',
    })
    await app.visitor().logIn('Cleo', samplePassword)
  })
})

describe('the minimum age', () => {
  it('is reached at midnight UTC of the thirteenth birthday, and on the first of March for a leap day (T32)', async () => {
    const tooYoung = [expect.stringMatching(/@DateOfBirth$/)]
    to('2029-02-28T23:59:59Z')
    expect(await refused('Leap1', '2016-02-29')).toEqual(tooYoung)
    to('2029-03-01T00:00:00Z')
    await register('Leap2', '2016-02-29')
    // Europe puts its clocks forward in this night.
    to('2029-03-24T23:59:59Z')
    expect(await refused('Spring1', '2016-03-25')).toEqual(tooYoung)
    to('2029-03-25T00:00:00Z')
    await register('Spring2', '2016-03-25')
  })
})
