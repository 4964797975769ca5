import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailRefusal } from './emailRefusal.ts'
import { createMailDomains } from './mailDomains.ts'
import { createMailValidator } from './mailValidator.ts'
import { seed } from '../../tenants/seed.ts'
import { readSettings } from '../../platform/config/settings.ts'
import { type StandIns, startStandIns } from '../../../test/fixtures/processes/standIns.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp
let standIns: StandIns

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startApp()
  await seed(app.services)
  const local = { deployment: 'local', domain: 'allowed.disposable.test', kind: 'allowed' as const }
  await app.services.database.kysely.insertInto('email_rules').values(local).execute()
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

/** The settings that ask the validation service. */
const serviceSettings = () => ({
  EMAIL_VALIDATE_URL: `${standIns.origin}/mail-validator/v4/address/validate`,
  EMAIL_VALIDATE_KEY: 'stand-in-validator-key',
})

/** What is said of an address under some settings. */
function judged(email: string, given: Readonly<Record<string, string>> = {}) {
  const { services } = app
  const settings = readSettings({ NODE_ENV: 'test', ...given })
  return emailRefusal(
    {
      database: services.database,
      settings,
      mailDomains: createMailDomains(settings),
      mailValidator: createMailValidator(settings, services.log),
    },
    app.deployment('local'),
    email,
  )
}

describe('the address of an account', () => {
  it.each([
    ['', 'ERROR_EMAIL_EMPTY'],
    ['x', 'ERROR_EMAIL_LENGTH'],
    [`${'x'.repeat(250)}@site.test`, 'ERROR_EMAIL_LENGTH'],
    [`x@${'a.'.repeat(299)}a`, 'ERROR_EMAIL_LENGTH'],
    ['x@[127.0.0.1]', 'ERROR_EMAIL_INCORRECT_FORMAT'],
    ['x@127.0.0.1', 'ERROR_EMAIL_INCORRECT_FORMAT'],
    ['x@localhost', 'ERROR_EMAIL_INCORRECT_FORMAT'],
    ['x@a..b', 'ERROR_EMAIL_INCORRECT_FORMAT'],
    ['a@x@site.test', 'ERROR_EMAIL_INCORRECT_FORMAT'],
    ['x@invalid.test', 'ERROR_EMAIL_INVALID'],
    ['x@unauthorized.test', 'ERROR_EMAIL_DOMAIN_UNAUTHORIZED'],
    ['x@deep.below.disposable.test', 'ERROR_EMAIL_DISPOSABLE_ADDRESS'],
    ['x@mailinator.com', 'ERROR_EMAIL_DISPOSABLE_ADDRESS'],
    ['x@any.sub.MAILINATOR.com', 'ERROR_EMAIL_DISPOSABLE_ADDRESS'],
    ['x@undeliverable.test', 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'],
    ['x@highrisk.test', 'ERROR_EMAIL_HIGH_RISK'],
  ])('C17 refuses %s', async (email, code) => {
    expect(await judged(email)).toBe(code)
  })

  it.each([
    'ada@site.test',
    'ada.o’neil+games@sub.site.test'.replace('’', "'"),
    'пользователь@почта.рф',
    'x@münchen.test',
    'x@duck.com',
    'x@mozmail.com',
    'x@passmail.net',
  ])('takes %s', async (email) => {
    expect(await judged(email)).toBeNull()
  })

  it('lets an allowed domain pass every other check, and all below it', async () => {
    expect(await judged('x@allowed.disposable.test')).toBeNull()
    const settings = { EMAIL_ALLOWED_DOMAINS: 'mailinator.com, other.test' }
    expect(await judged('x@sub.mailinator.com', settings)).toBeNull()
    expect(await judged('not an address', settings)).toBe('ERROR_EMAIL_INCORRECT_FORMAT')
  })

  it('has a setting for each list', async () => {
    const denied = { EMAIL_DENIED_DOMAINS: 'site.test' }
    expect(await judged('x@sub.site.test', denied)).toBe('ERROR_EMAIL_DOMAIN_UNAUTHORIZED')
    expect(await judged('x@mailinator.com', { EMAIL_DISPOSABLE_CHECK: 'off' })).toBeNull()
  })
})

describe('DNS, where it is asked', () => {
  it.each([
    ['ok.test', null],
    ['aonly.test', null],
    ['null.test', 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'],
    ['empty.test', 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'],
    ['inner.test', 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'],
    ['nobody.test', 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'],
    ['servfail.test', null],
    ['drop.test', null],
  ])('%s: %s', async (domain, code) => {
    const settings = { EMAIL_MX_CHECK: 'on', EMAIL_DNS_SERVERS: standIns.nameServer }
    expect(await judged(`x@${domain}`, settings)).toBe(code)
  })
})

describe('a validation service, where it is asked', () => {
  it.each([
    ['ada', null],
    ['unknown', null],
    ['missing', 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'],
    ['disposable', 'ERROR_EMAIL_DISPOSABLE_ADDRESS'],
    ['risky', 'ERROR_EMAIL_HIGH_RISK'],
    ['refused', 'ERROR_EMAIL_INVALID'],
  ])('%s@site.test: %s', async (local, code) => {
    expect(await judged(`${local}@site.test`, serviceSettings())).toBe(code)
  })

  it('keeps nobody out when it fails', async () => {
    for (const switches of [{ busy: true }, { garbage: true }, { down: true }]) {
      await standIns.turn('mail-validator', switches)
      expect(await judged('missing@site.test', serviceSettings())).toBeNull()
      await standIns.reset('mail-validator')
    }
    const wrongKey = { ...serviceSettings(), EMAIL_VALIDATE_KEY: 'wrong' }
    expect(await judged('missing@site.test', wrongKey)).toBeNull()
  })
})
