import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createBreachedPasswords, lookUpTime } from '../../src/auth/password/breachedPasswords.ts'
import { guarded } from '../fixtures/samples/guarded.ts'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* Passwords that are known from data leaks of other sites, by a service that speaks like Have I Been Pwned. */

const leaked = 'Summer2024Games'
const [breached, unequal] = [
  'ERROR_PASSWORD_BREACHED@Password',
  'ERROR_CONFIRM_PASSWORD_INVALID@ConfirmPassword',
]
const month = 30 * 24 * 3600

let standIns: StandIns
let app: TestApp

const { milliseconds } = lookUpTime

beforeAll(async () => {
  // A busy machine would miss the time of the service.
  lookUpTime.milliseconds = 30_000
  standIns = await startStandIns()
  app = await startApp({
    settings: standIns.settings,
    // Each server counts its own questions.
    nodes: 1,
    deployments: {
      local: { ...guarded, breachedPasswords: 'range' },
      test: { ...guarded, breachedPasswords: 'off' },
      prod: guarded,
    },
  })
  lookUpTime.milliseconds = milliseconds
})
afterEach(() => standIns.reset('breached'))
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

const questions = async () => (await standIns.requests('breached')).map(({ url }) => url)
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
const unreachable = async () =>
  /^gatehouse_breached_unreachable_total (\d+)$/m.exec(await app.services.metrics.read())?.[1]

describe('a password that is set', () => {
  const another = { Password: leaked, ConfirmPassword: 'other' }

  it('is refused at a registration, with the other faults of the form (AT-STR-43)', async () => {
    const { items } = await app
      .visitor()
      .refused('registerNewUser', { body: registerForm({ ...another, ApproveEULA: false }) })
    expect(items).toEqual([breached, unequal, 'ERROR_APPROVE_EULA@ApproveEULA'])
    const listed = registerForm({ Password: 'Password1234' })
    expect((await app.visitor().refused('registerNewUser', { body: listed })).items).toEqual([
      breached,
    ])
  })

  it('is refused at a recovery, a reset and an opening after a freeze (AT-STR-43)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const email = 'ada@site.test'
    expect((await visitor.refused('resetPassword', { body: another })).items).toEqual([
      breached,
      unequal,
    ])
    await app.visitor().call('recoverPassword', { body: { email } })
    const Token = await linkToken(app, email)
    const recovery = { body: { Token, Password: leaked, Confirm: leaked } }
    expect((await app.visitor().refused('validatePasswordRecovery', recovery)).items).toEqual([
      breached,
    ])
    await visitor.call('freeze', { body: {} })
    const text = (await app.mails(email)).at(-1)?.text ?? ''
    const Link = /\/account-safety\?link=([\w-]+)/.exec(text)?.[1] ?? ''
    const Number = /number: (\d{6})/.exec(text)?.[1] ?? ''
    const opening = { Link, Act: 'unfreeze', Number, Password: leaked, Confirm: leaked } as const
    expect((await app.visitor().refused('actOnSafetyLink', { body: opening })).items).toEqual([
      breached,
    ])
  })

  it('is looked up by five characters of its hash, which are in no log', async () => {
    await app.visitor().refused('registerNewUser', { body: registerForm({ Password: leaked }) })
    expect(await questions()).toEqual([`/breached/range/${hashOf(leaked).slice(0, 5)}`])
    expect(app.logged.filter((line) => line.includes(leaked))).toEqual([])
    expect(app.logged.filter((line) => line.includes(hashOf(leaked).slice(5)))).toEqual([])
  })

  it('is accepted where the answer has it as padding alone', async () => {
    await standIns.turn('breached', { onlyPadding: true })
    const body = registerForm({ Username: 'Bea', Password: leaked })
    await app.visitor().call('registerNewUser', { body })
    expect(await questions()).toHaveLength(1)
  })

  it('is accepted while the service is down, which is counted (AT-STR-43)', async () => {
    await standIns.turn('breached', { down: true })
    const before = Number(await unreachable())
    const body = registerForm({ Username: 'Cleo', Password: leaked })
    await app.visitor().call('registerNewUser', { body })
    expect(Number(await unreachable())).toBe(before + 1)
    const line = app.logged.findLast((each) => each.includes('breached_passwords.unreachable'))
    expect(line).toContain('status 503')
    // Our own list stays.
    const listed = registerForm({ Username: 'Cora', Password: 'Password1234' })
    expect((await app.visitor().refused('registerNewUser', { body: listed })).items).toEqual([
      'ERROR_PASSWORD_COMMON@Password',
    ])
  })

  it('is asked of no service where the deployment does not say so', async () => {
    await app.visitor('prod').call('registerNewUser', { body: registerForm({ Password: leaked }) })
    const listed = registerForm({ Username: 'Dora', Password: 'Qwerty123' })
    expect((await app.visitor('prod').refused('registerNewUser', { body: listed })).items).toEqual([
      'ERROR_PASSWORD_COMMON@Password',
    ])
    await app.visitor('test').call('registerNewUser', { body: listed })
    expect(await questions()).toEqual([])
  })
})

const isLeaked = async (visitor: TestVisitor) => (await visitor.call('readSecurity', {})).Leaked
const mailsOf = async (email: string) =>
  (await app.mails(email)).filter(({ subject }) => subject.startsWith('Choose another password'))

/** A player whose password got into a leak after it was set. */
async function playerWithLeak(Username: string) {
  await standIns.turn('breached', { onlyPadding: true })
  const form = await confirmedPlayer(app, registerForm({ Username, Password: leaked }))
  await standIns.reset('breached')
  return form
}
async function logIn(name: string, Password = leaked) {
  const visitor = app.visitor()
  await visitor.logIn(name, Password)
  return visitor
}

describe('a log-in', () => {
  it('with a leaked password works, says so in the overview, and mails once in 30 days (AT-STR-44)', async () => {
    const { Email } = await playerWithLeak('Emma')
    const visitor = await logIn('Emma')
    await expect.poll(() => isLeaked(visitor)).toBe(true)
    await logIn(Email)
    expect(await questions()).toHaveLength(1)
    const [mail, ...others] = await mailsOf(Email)
    expect(others).toEqual([])
    expect(mail?.text).toContain('known from data leaks of other sites')
    expect(mail?.text).toContain('/password-recovery')
    app.clock.advance(month)
    await logIn('Emma')
    await expect.poll(async () => (await mailsOf(Email)).length).toBe(2)
  })

  it('with another password clears what was found', async () => {
    await playerWithLeak('Faye')
    const visitor = await logIn('Faye')
    await expect.poll(() => isLeaked(visitor)).toBe(true)
    const form = { Password: 'Another9Battery', ConfirmPassword: 'Another9Battery' }
    await visitor.call('resetPassword', { body: form })
    expect(await isLeaked(visitor)).toBe(false)
    await standIns.reset('breached')
    await logIn('Faye', 'Another9Battery')
    await expect.poll(questions).toHaveLength(1)
    expect(await isLeaked(visitor)).toBe(false)
  })

  it('looks nothing up for a wrong password, and again where the service was down', async () => {
    const { Email } = await playerWithLeak('Gwen')
    const wrong = { body: logInForm({ UsernameOrEmail: 'Gwen', Password: 'Wrong4Password' }) }
    await app.visitor().refused('logIn', wrong)
    expect(await questions()).toEqual([])
    await standIns.turn('breached', { broken: true })
    await logIn('Gwen')
    await expect.poll(questions).toHaveLength(1)
    await standIns.reset('breached')
    await logIn('Gwen')
    await expect.poll(async () => (await mailsOf(Email)).length).toBe(1)
  })

  it('of two at once mails once', async () => {
    const { Email } = await playerWithLeak('Hana')
    const [visitor] = await Promise.all([logIn('Hana'), logIn('Hana')])
    await expect.poll(() => isLeaked(visitor)).toBe(true)
    await expect.poll(questions).toHaveLength(2)
    await app.visitor().logIn('Hana', leaked)
    expect(await mailsOf(Email)).toHaveLength(1)
  })

  it('is not delayed by a slow service', async () => {
    await playerWithLeak('Iris')
    await standIns.turn('breached', { slowMs: 700 })
    const visitor = await logIn('Iris')
    expect(await isLeaked(visitor)).toBe(false)
    await expect.poll(() => isLeaked(visitor)).toBe(true)
  })
})

/** With a breaker of its own. */
const lookUp = () =>
  createBreachedPasswords(
    { BREACHED_PASSWORDS_URL: `${standIns.origin}/breached` },
    { log: app.services.log, onUnreachable: () => undefined },
  )

describe('a service that does not answer as it should (SX-53, B32)', () => {
  let redirected = 0
  let elsewhere: Server

  beforeAll(async () => {
    elsewhere = createServer((_request, response) => {
      redirected += 1
      response.end(`${hashOf(leaked).slice(5)}:1`)
    })
    await new Promise<void>((listening) => {
      elsewhere.listen(0, '127.0.0.1', listening)
    })
  })
  afterAll(() => elsewhere.close())

  it.each([
    ['ten megabytes', { endless: true }],
    ['a page', { garbage: true }],
    ['an error', { broken: true }],
    ['nothing in time', { slowMs: 5000 }],
  ])('counts as out of reach within a second: %s', async (_, switches) => {
    await standIns.turn('breached', switches)
    const from = performance.now()
    expect(await lookUp().has(leaked)).toBeNull()
    expect(performance.now() - from).toBeLessThan(1500)
  })

  it('is followed to no other address', async () => {
    const { port } = elsewhere.address() as AddressInfo
    await standIns.turn('breached', { redirectsTo: `http://127.0.0.1:${port}/` })
    expect(await lookUp().has(leaked)).toBeNull()
    expect(redirected).toBe(0)
  })

  it('is left alone after five failures, and passwords are accepted meanwhile', async () => {
    await standIns.turn('breached', { broken: true })
    const breachedPasswords = lookUp()
    for (let each = 0; each < 7; each += 1) {
      expect(await breachedPasswords.has(samplePassword)).toBeNull()
    }
    expect(await questions()).toHaveLength(5)
  })
})
