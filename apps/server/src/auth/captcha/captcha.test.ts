import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmedPlayer,
  registerForm,
  samplePassword,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { type StandIns, startStandIns } from '../../../test/fixtures/processes/standIns.ts'
import { type DeploymentName, startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp
let standIns: StandIns

/** The stand-in and the deployments that use it share this. */
const secret = 'stand-in-captcha-secret'
const passed = { Success: true, IsValid: true }
const refused = { Success: true, IsValid: false }
const unanswered = { Success: false, IsValid: false }
type Action = 'login' | 'register'

beforeAll(async () => {
  standIns = await startStandIns()
  const siteverify = { CaptchaSiteKey: 'sample-site-key', captchaSecret: secret }
  app = await startApp({
    settings: {
      LIMITS: 'off',
      CAPTCHA_VERIFY_URL: `${standIns.origin}/captcha/recaptcha/api/siteverify`,
    },
    deployments: {
      prod: siteverify,
      preprod: { ...siteverify, CaptchaProvider: 'turnstile' },
      sandbox: { CaptchaSiteKey: '', captchaSecret: '' },
    },
  })
  // The players come first: from now on a captcha is required.
  for (const name of ['prod', 'preprod', 'sandbox'] as const) {
    await confirmedPlayer(app, registerForm({ Username: 'Ada' }), name)
    const { rules, configuration } = app.deployment(name)
    Object.assign(rules, { asksCaptcha: true })
    Object.assign(configuration, { EnableCaptcha: true })
  }
})
afterEach(() => standIns.reset('captcha'))
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

/** A token as the browser gets it from the provider. */
async function token(action: Action, hostname: string): Promise<string> {
  const query = new URLSearchParams({ action, hostname })
  const response = await fetch(`${standIns.origin}/captcha/token?${query.toString()}`)
  return ((await response.json()) as { token: string }).token
}

const verify = (deployment: DeploymentName, Token: string, Action?: Action) =>
  app.visitor(deployment).call('verifyCaptcha', {
    body: { Token, ...(Action === undefined ? {} : { Action }) },
  })
const form = (Token: string) => ({
  body: logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword, Token }),
})

describe('reCAPTCHA', () => {
  it('opens one log-in with a good token', async () => {
    const given = await token('login', 'prod.localhost')
    expect(await verify('prod', given)).toEqual(passed)
    await app.visitor('prod').call('logIn', form(given))
    expect((await app.visitor('prod').refused('logIn', form(given))).items).toEqual([
      'You are not allowed to log in.@',
    ])
    expect(await verify('prod', given)).toEqual(refused)
  })

  it('refuses a low score, a token of another site, and an unknown token', async () => {
    expect(await verify('prod', await token('login', 'evil.test'))).toEqual(refused)
    expect(await verify('prod', 'made-up')).toEqual(refused)
    await standIns.turn('captcha', { score: 0.4 })
    expect(await verify('prod', await token('login', 'prod.localhost'))).toEqual(refused)
  })

  it('refuses a token of the other action, at once where the caller names it (B10)', async () => {
    const other = await token('register', 'prod.localhost')
    expect(await verify('prod', other)).toEqual(passed)
    expect((await app.visitor('prod').refused('logIn', form(other))).items).toEqual([
      'You are not allowed to log in.@',
    ])
    const named = await token('register', 'prod.localhost')
    expect(await verify('prod', named, 'login')).toEqual(refused)
  })

  it.each([
    ['is down', { down: true }],
    ['answers a page', { garbage: true }],
    ['does not know our secret', { invalidSecret: true }],
  ])(
    'opens nothing when the provider %s, and works again afterwards (T27, AT-LOG-13)',
    async (_, switches) => {
      const given = await token('login', 'prod.localhost')
      await standIns.turn('captcha', switches)
      expect(await verify('prod', given)).toEqual(unanswered)
      expect((await app.visitor('prod').refused('logIn', form(given))).items).toEqual([
        'ERROR_REGISTER_NO_SUCCESS@',
      ])
      const body = registerForm({ Username: 'Bea', ReCAPTCHAToken: given })
      expect((await app.visitor('prod').refused('registerNewUser', { body })).items).toEqual([
        'ERROR_REGISTER_NO_SUCCESS@',
      ])
      await standIns.reset('captcha')
      expect(await verify('prod', await token('login', 'prod.localhost'))).toEqual(passed)
    },
  )

  it('sets no proof of work', async () => {
    const visitor = app.visitor('prod')
    const input = { query: { action: 'login' as const } }
    expect((await visitor.refused('readCaptchaChallenge', input)).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
  })
})

describe('Turnstile', () => {
  it('works over the same protocol, without a score', async () => {
    const given = await token('login', 'preprod.localhost')
    expect(await verify('preprod', given)).toEqual(passed)
    await app.visitor('preprod').call('logIn', form(given))
  })
})

describe('ALTCHA, the default captcha', () => {
  async function solved(action: Action, change: (payload: Payload) => void = () => undefined) {
    const challenge = await app.visitor('sandbox').call('readCaptchaChallenge', {
      query: { action },
    })
    const solution = await solveChallenge({ challenge, deriveKey })
    if (!solution) throw new Error('The proof of work was not found.')
    const payload: Payload = { challenge, solution }
    change(payload)
    return Buffer.from(JSON.stringify(payload)).toString('base64')
  }
  interface Payload {
    challenge: { parameters: Record<string, unknown>; signature: string }
    solution: { counter: number; derivedKey: string }
  }

  it('opens one log-in for a solved proof of work', async () => {
    const work = await solved('login')
    expect(await verify('sandbox', work)).toEqual(passed)
    await app.visitor('sandbox').call('logIn', form(work))
    expect((await app.visitor('sandbox').refused('logIn', form(work))).items).toEqual([
      'You are not allowed to log in.@',
    ])
    // The same work in other bytes is still the same work.
    const { challenge, solution } = JSON.parse(Buffer.from(work, 'base64').toString()) as Payload
    const again = Buffer.from(JSON.stringify({ solution, challenge })).toString('base64')
    expect(again).not.toBe(work)
    expect(await verify('sandbox', again)).toEqual(refused)
  })

  it('refuses work that is for another action, changed, late or missing', async () => {
    expect(await verify('sandbox', await solved('register'), 'login')).toEqual(refused)
    const changed = await solved('register', ({ challenge }) => {
      Object.assign(challenge.parameters['data'] as object, { purpose: 'login' })
    })
    expect(await verify('sandbox', changed)).toEqual(refused)
    const wrong = await solved('login', ({ solution }) => {
      solution.derivedKey = '00'.repeat(32)
    })
    expect(await verify('sandbox', wrong)).toEqual(refused)
    const late = await solved('login')
    app.clock.advance(121)
    expect(await verify('sandbox', late)).toEqual(refused)
    for (const nothing of ['made-up', Buffer.from('{}').toString('base64')]) {
      expect(await verify('sandbox', nothing)).toEqual(refused)
    }
    expect(await verify('sandbox', '')).toEqual(unanswered)
  })
})
