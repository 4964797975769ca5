import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailRefusal } from './emailRefusal.ts'
import { createMailDomains } from './mailDomains.ts'
import { createMailer } from '../../mail/mailer.ts'
import { createMailValidator } from './mailValidator.ts'
import { seed } from '../../../samples/seed.ts'
import { readSettings } from '../../platform/config/readSettings.ts'
import { openMailSink } from '../../../test/fixtures/processes/mailSink.ts'
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

/** The refusal of an address under the given settings. */
function refusalOf(email: string, given: Readonly<Record<string, string>> = {}) {
  const { services } = app
  const settings = readSettings({ NODE_ENV: 'test', ...given })
  return emailRefusal(
    {
      database: services.database,
      settings,
      mailer: createMailer(settings),
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
  ])('is refused when it is %s (C17)', async (email, code) => {
    expect(await refusalOf(email)).toBe(code)
  })

  it.each([
    'ada@site.test',
    'ada.o’neil+games@sub.site.test'.replace('’', "'"),
    'пользователь@почта.рф',
    'x@münchen.test',
    'x@duck.com',
    'x@mozmail.com',
    'x@passmail.net',
  ])('is accepted when it is %s', async (email) => {
    expect(await refusalOf(email)).toBeNull()
  })

  it('passes every other check when its domain or a parent is allowed', async () => {
    expect(await refusalOf('x@allowed.disposable.test')).toBeNull()
    const settings = { EMAIL_ALLOWED_DOMAINS: 'mailinator.com, other.test' }
    expect(await refusalOf('x@sub.mailinator.com', settings)).toBeNull()
    expect(await refusalOf('not an address', settings)).toBe('ERROR_EMAIL_INCORRECT_FORMAT')
  })

  it('is checked against a setting for each list', async () => {
    const denied = { EMAIL_DENIED_DOMAINS: 'site.test' }
    expect(await refusalOf('x@sub.site.test', denied)).toBe('ERROR_EMAIL_DOMAIN_UNAUTHORIZED')
    expect(await refusalOf('x@mailinator.com', { EMAIL_DISPOSABLE_CHECK: 'off' })).toBeNull()
  })
})

describe('the DNS check of an address', () => {
  it.each([
    ['ok.test', null],
    ['aonly.test', null],
    ['null.test', 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'],
    ['empty.test', 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'],
    ['inner.test', 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'],
    ['nobody.test', 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'],
    ['servfail.test', null],
    ['drop.test', null],
  ])('answers for %s: %s', async (domain, code) => {
    const settings = { EMAIL_MX_CHECK: 'on', EMAIL_DNS_SERVERS: standIns.nameServer }
    expect(await refusalOf(`x@${domain}`, settings)).toBe(code)
  })
})

describe('the validation service', () => {
  it.each([
    ['ada', null],
    ['unknown', null],
    ['missing', 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'],
    ['disposable', 'ERROR_EMAIL_DISPOSABLE_ADDRESS'],
    ['risky', 'ERROR_EMAIL_HIGH_RISK'],
    ['refused', 'ERROR_EMAIL_INVALID'],
  ])('answers for %s@site.test: %s', async (local, code) => {
    expect(await refusalOf(`${local}@site.test`, serviceSettings())).toBe(code)
  })

  it('refuses no address when it fails', async () => {
    for (const switches of [{ busy: true }, { garbage: true }, { down: true }]) {
      await standIns.turn('mail-validator', switches)
      expect(await refusalOf('missing@site.test', serviceSettings())).toBeNull()
      await standIns.reset('mail-validator')
    }
    const wrongKey = { ...serviceSettings(), EMAIL_VALIDATE_KEY: 'wrong' }
    expect(await refusalOf('missing@site.test', wrongKey)).toBeNull()
  })
})

describe('our own mail server', () => {
  it.each([
    ['without SMTPUTF8', ['PIPELINING', 'SIZE 10000000'], 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'],
    ['with SMTPUTF8', ['8BITMIME', 'SMTPUTF8'], null],
  ])('%s decides about letters before the @', async (_, extensions, refusal) => {
    const sink = await openMailSink(extensions)
    const given = { SMTP_URL: sink.url, EMAIL_ALLOWED_DOMAINS: 'friends.test' }
    for (const email of ['jörg@site.test', '用户@例子.广告', 'jörg@friends.test']) {
      expect([email, await refusalOf(email, given)]).toEqual([email, refusal])
    }
    for (const email of ['ada@münchen.test', 'ａｄａ@site.test', "o'neil+games@site.test"]) {
      expect([email, await refusalOf(email, given)]).toEqual([email, null])
    }
    await sink.close()
  })

  it('that does not answer refuses nobody', async () => {
    expect(await refusalOf('jörg@site.test', { SMTP_URL: 'smtp://127.0.0.1:1' })).toBeNull()
  })

  it('says with each mail what it can, and is asked no more', async () => {
    const sink = await openMailSink()
    const mailer = createMailer(readSettings({ NODE_ENV: 'test', SMTP_URL: sink.url }))
    const mail = { subject: 'Hello', text: 'Hello.', html: '', messageId: '<1@site.test>' }
    await mailer?.send({ ...mail, to: 'ada@site.test' })
    await sink.close()
    expect(await mailer?.takesUtf8()).toBe(false)
  })
})
