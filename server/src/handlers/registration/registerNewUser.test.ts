import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmedPlayer,
  type RegisterForm,
  registerForm,
  samplePassword,
} from '../../testing/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../../testing/startApp.ts'
import { plantSeeds } from '../../seeds.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({
    settings: { LIMITS: 'off' },
    deployments: {
      preprod: { RegisterWithAccessKeys: true },
      sandbox: { enumerationProtection: 'strict' },
      prod: { EnableNewsletterSection: false },
    },
  })
  await plantSeeds(app.services)
  await confirmedPlayer(app, registerForm({ Username: 'QaPlayer', Email: 'qa@x.test' }))
})
afterAll(() => app.close())

async function items(given: Partial<RegisterForm>, deployment?: DeploymentName): Promise<string[]> {
  const body = registerForm({ Username: 'Newcomer', ...given })
  return (await app.visitor(deployment).refused('registerNewUser', { body })).items
}

async function count(table: 'players' | 'mail_links' | 'consents'): Promise<number> {
  const { kysely } = app.services.database
  const row = await kysely
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

describe('the faults of a register form', () => {
  it('AT-API-04 R-3.8-1 come together, one an item a property', async () => {
    const response = await app
      .visitor('prod')
      .send({ method: 'POST', url: '/api/register/new-user', payload: {} })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        ErrorMessages: [
          { Property: 'Username', ErrorMessage: 'ERROR_USERNAME_LENGTH' },
          { Property: 'Password', ErrorMessage: 'ERROR_PASSWORD_LENGTH' },
          { Property: 'Email', ErrorMessage: 'ERROR_EMAIL_EMPTY' },
          { Property: 'ApprovePrivacyPolicy', ErrorMessage: 'ERROR_APPROVE_PRIVACY_POLICY' },
          { Property: 'ApproveEULA', ErrorMessage: 'ERROR_APPROVE_EULA' },
        ],
      },
    ])
  })

  it('X08 C16 tell wrong types beside broken rules', async () => {
    const response = await app.visitor().send({
      method: 'POST',
      url: '/api/register/new-user',
      payload: {
        ...registerForm({ Username: 'Newcomer' }),
        Username: 5,
        ApproveEULA: 'true',
        ApprovePrivacyPolicy: 1,
        Email: ['a'],
        Password: 'short1',
        ConfirmPassword: 'short1',
      },
    })
    const { ErrorMessages } = response.json<{
      ErrorMessages: { Property: string; ErrorMessage: string }[]
    }>()
    expect(ErrorMessages.map((item) => `${item.ErrorMessage}@${item.Property}`)).toEqual([
      'ERROR_USERNAME_PATTERN@Username',
      'ERROR_EMAIL_INCORRECT_FORMAT@Email',
      'ERROR_APPROVE_PRIVACY_POLICY@ApprovePrivacyPolicy',
      'ERROR_APPROVE_EULA@ApproveEULA',
      'ERROR_PASSWORD_LENGTH@Password',
      'ERROR_CONFIRM_EMAIL_INVALID@ConfirmEmail',
    ])
  })

  it.each([
    ['', 'ERROR_USERNAME_LENGTH'],
    ['a', 'ERROR_USERNAME_LENGTH'],
    ['a'.repeat(26), 'ERROR_USERNAME_LENGTH'],
    ['a b', 'ERROR_USERNAME_PATTERN'],
    ['a_b', 'ERROR_USERNAME_PATTERN'],
    ['é1', 'ERROR_USERNAME_PATTERN'],
    ['a\u0000b', 'ERROR_USERNAME_PATTERN'],
    ['12345', 'ERROR_USERNAME_LETTERS'],
    ['me@site.test', 'ERROR_USERNAME_EMAIL'],
    ['Admin', 'ERROR_USERNAME_EXIST'],
    ['support', 'ERROR_USERNAME_EXIST'],
    ['GatehouseLocal', 'ERROR_USERNAME_EXIST'],
  ])('C11 the username %j: %s', async (Username, code) => {
    expect(await items({ Username, Email: 'new@site.test' })).toEqual([`${code}@Username`])
  })

  it.each([
    ['12345678', 'ERROR_PASSWORD_LETTERS'],
    ['abcdefgh', 'ERROR_PASSWORD_NUMBERS'],
    ['xxNICK123', 'ERROR_PASSWORD_USERNAME'],
    ['short12', 'ERROR_PASSWORD_LENGTH'],
    [`${'a'.repeat(50)}1`, 'ERROR_PASSWORD_LENGTH'],
    ['Password1', 'ERROR_PASSWORD_COMMON'],
    ['Qwerty123', 'ERROR_PASSWORD_COMMON'],
    ['GatehouseLocal2026', 'ERROR_PASSWORD_COMMON'],
    ['ada.lovelace77', 'ERROR_PASSWORD_COMMON'],
  ])('AT-API-06 R-5.8-8 B15 the password %s: %s', async (Password, code) => {
    const form = { Username: 'Nick', Email: 'ada.lovelace@site.test', Password }
    expect(await items(form)).toEqual([`${code}@Password`])
  })

  it('AT-API-06 R-5.8-10 confirmations must match', async () => {
    expect(await items({ ConfirmPassword: 'Another1', ConfirmEmail: 'other@site.test' })).toEqual([
      'ERROR_CONFIRM_PASSWORD_INVALID@ConfirmPassword',
      'ERROR_CONFIRM_EMAIL_INVALID@ConfirmEmail',
    ])
  })

  it.each([
    ['', 'ERROR_EMAIL_EMPTY'],
    ['x', 'ERROR_EMAIL_LENGTH'],
    [`${'x'.repeat(250)}@a.test`, 'ERROR_EMAIL_LENGTH'],
    ['no-at', 'ERROR_EMAIL_INCORRECT_FORMAT'],
    ['a@b@c.test', 'ERROR_EMAIL_INCORRECT_FORMAT'],
    ['x@[127.0.0.1]', 'ERROR_EMAIL_INCORRECT_FORMAT'],
    ['x@localhost', 'ERROR_EMAIL_INCORRECT_FORMAT'],
    ['a@invalid.test', 'ERROR_EMAIL_INVALID'],
    ['a@unauthorized.test', 'ERROR_EMAIL_DOMAIN_UNAUTHORIZED'],
    ['a@disposable.test', 'ERROR_EMAIL_DISPOSABLE_ADDRESS'],
    ['a@deep.sub.disposable.test', 'ERROR_EMAIL_DISPOSABLE_ADDRESS'],
    ['a@sub.mailinator.com', 'ERROR_EMAIL_DISPOSABLE_ADDRESS'],
    ['a@undeliverable.test', 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'],
    ['a@highrisk.test', 'ERROR_EMAIL_HIGH_RISK'],
  ])('the address %j: %s', async (Email, code) => {
    expect(await items({ Email, ConfirmEmail: Email })).toEqual([`${code}@Email`])
  })

  it('D15 line breaks are in no field', async () => {
    const Email = 'a@site.test\r\nBcc: b@site.test'
    expect(await items({ Email, ConfirmEmail: Email })).toEqual([
      'ERROR_EMAIL_INCORRECT_FORMAT@Email',
      'ERROR_CONFIRM_EMAIL_INVALID@ConfirmEmail',
    ])
  })

  it('AT-API-07 R-8.4-11 R-8.4-26 name and address are taken in any case', async () => {
    expect(await items({ Username: 'qaPLAYER', Email: 'QA@X.TEST' })).toEqual([
      'ERROR_USERNAME_EXIST@Username',
      'ERROR_EMAIL_EXIST@Email',
    ])
  })

  it('M-9 a name that was given up lately is taken', async () => {
    const { kysely } = app.services.database
    const until = new Date(app.clock.now().getTime() + 1000)
    const row = { deployment: 'local', username_key: 'formerly', player_id: 1, until }
    await kysely.insertInto('username_quarantine').values(row).execute()
    expect(await items({ Username: 'Formerly' })).toEqual(['ERROR_USERNAME_EXIST@Username'])
    app.clock.advance(2)
    await app.visitor().call('registerNewUser', { body: registerForm({ Username: 'Formerly' }) })
  })

  it('an unknown referrer is told, a known one in any case is taken', async () => {
    expect(await items({ Referrer: 'nobody' })).toEqual(['ERROR_USER_REFERRER_NOTEXISTS@Referrer'])
    const body = registerForm({ Username: 'Referred', Referrer: 'qaplayer' })
    await app.visitor().call('registerNewUser', { body })
    const { kysely } = app.services.database
    const rows = await kysely
      .selectFrom('players as referred')
      .innerJoin('players as referrer', 'referrer.id', 'referred.referrer_id')
      .select('referrer.username')
      .where('referred.username', '=', 'Referred')
      .execute()
    expect(rows).toEqual([{ username: 'QaPlayer' }])
  })

  it('AT-API-16 R-5.8-13 R-5.3-1 C15 age, names and code of conduct where they are asked', async () => {
    const at = 'two-point-studios'
    const { deployment } = app.visitor(at)
    expect(deployment.rules.registerAsksIdentity).toBe(true)
    expect(await items({ Firstname: '', Lastname: ' ', ApproveCodeOfConduct: false }, at)).toEqual([
      'ERROR_APPROVE_CODE_OF_CONDUCT@ApproveCodeOfConduct',
      'ERROR_FIRSTNAME_EMPTY@Firstname',
      'ERROR_LASTNAME_EMPTY@Lastname',
    ])
    const tooYoung = 'You must be at least 13 years old@DateOfBirth'
    for (const [date, item] of [
      ['2013-03-03', tooYoung],
      ['2026-01-01', tooYoung],
      ['2001-02-30', 'Invalid date value@DateOfBirth'],
      ['1899-12-31', 'Invalid date value@DateOfBirth'],
      ['2027-01-01', 'Invalid date value@DateOfBirth'],
      ['20010101', 'Invalid date value@DateOfBirth'],
      ['', 'Invalid date value@DateOfBirth'],
    ] as const) {
      expect(await items({ DateOfBirth: date }, at)).toEqual([item])
    }
    const birthday = registerForm({ Username: 'Thirteen', DateOfBirth: '2013-03-02' })
    await app.visitor(at).call('registerNewUser', { body: birthday })
  })
})

describe('a registration', () => {
  it('AT-API-11 answers 201 and mails one link of the deployment’s own address', async () => {
    const visitor = app.visitor()
    await visitor.call('registerNewUser', { body: registerForm({ Username: 'Made' }) })
    expect([visitor.last?.statusCode, visitor.last?.body]).toEqual([201, '{}'])
    const mails = await app.mails('made@site.test')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/http:\/\/localhost:4000\/confirm-email\?uid=[\w-]{43}\n/)
    expect(mails[0]?.messageId).toMatch(/^<[\w-]+@localhost>$/)
  })

  it('mails a verification code where the register screen validates', async () => {
    const body = registerForm({ Username: 'Coded' })
    await app.visitor('two-point-studios').call('registerNewUser', { body })
    expect((await app.mails('coded@site.test'))[0]?.text).toMatch(
      /two-point-studios\.localhost:4000\/register\/validate\?verificationCode=[\w-]{43}\n/,
    )
  })

  it('R-5.4-9 M-5 gives a robot in a trap 200 and makes nothing', async () => {
    const before = [await count('players'), await count('mail_links')]
    for (const trap of [{ UsageNameHoneyPot: 'x' }, { Additional: true }]) {
      const visitor = app.visitor()
      const body = registerForm({ Username: 'Robot', ...trap })
      await visitor.call('registerNewUser', { body })
      expect([visitor.last?.statusCode, visitor.last?.body]).toEqual([200, '{}'])
    }
    expect([await count('players'), await count('mail_links')]).toEqual(before)
    expect(await app.mails('robot@site.test')).toEqual([])
  })

  it('M-13 C18 keeps a journal of what was agreed to, the opt-in only when it was ticked', async () => {
    await app.visitor().call('registerNewUser', {
      body: registerForm({ Username: 'Keen', G2GSegaOptin: true }),
    })
    await app.visitor('prod').call('registerNewUser', {
      body: registerForm({ Username: 'Keen', G2GSegaOptin: true }),
    })
    const { kysely } = app.services.database
    const rows = await kysely
      .selectFrom('consents')
      .innerJoin('players', 'players.id', 'consents.player_id')
      .select(['consents.deployment', 'consents.subject', 'consents.accepted'])
      .where('players.username', '=', 'Keen')
      .orderBy('consents.id')
      .execute()
    expect(rows.map((row) => `${row.deployment} ${row.subject} ${row.accepted}`)).toEqual([
      'local privacy-policy true',
      'local eula true',
      'local newsletter 1 true',
      'prod privacy-policy true',
      'prod eula true',
    ])
  })

  it('C12 stores nothing that the form does not have', async () => {
    const payload = {
      ...registerForm({ Username: 'Sneaky' }),
      Id: 1,
      Titles: 'Admin',
      SteamCheck: true,
      ConfirmedAt: '2020-01-01',
    }
    const visitor = app.visitor()
    await visitor.send({ method: 'POST', url: '/api/register/new-user', payload })
    const row = await app.services.database.kysely
      .selectFrom('players')
      .selectAll()
      .where('username', '=', 'Sneaky')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ titles: '', steam_check: false, confirmed_at: null })
  })

  it('C09 twenty at once for one name and address make one player and one mail', async () => {
    const body = registerForm({ Username: 'Twenty' })
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.visitor().call('registerNewUser', { body })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await app.mails('twenty@site.test')).toHaveLength(1)
    expect(await items({ Username: 'Twenty' })).toEqual([
      'ERROR_USERNAME_EXIST@Username',
      'ERROR_EMAIL_EXIST@Email',
    ])
  })

  it('C14 is closed where the partner registers players', async () => {
    expect(await items({}, 'relic')).toEqual(['ERROR_NOT_ALLOWED@'])
  })
})

describe('access keys at registration', () => {
  const at = 'preprod'

  it('R-8.4-46 are checked with the other fields, at the general place', async () => {
    expect(await items({ AccessKeyValue: 'NO-KEY', Username: 'a' }, at)).toEqual([
      'ERROR_USERNAME_LENGTH@Username',
      'ERROR_ACCESS_KEY_NON_EXISTANT@',
    ])
    expect(await items({ AccessKeyValue: 'USED-KEY-0001' }, at)).toEqual([
      'ERROR_ACCESS_KEY_ALREADY_USED@',
    ])
  })

  it('twenty at once with one key make one player; a refused form keeps the key', async () => {
    const AccessKeyValue = 'FREE-KEY-0001'
    expect(await items({ AccessKeyValue, Username: 'a' }, at)).toHaveLength(1)
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => {
        const body = registerForm({ Username: `Keyed${index}`, AccessKeyValue })
        return app.visitor(at).call('registerNewUser', { body })
      }),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { kysely } = app.services.database
    const rows = await kysely
      .selectFrom('players')
      .select('id')
      .where('username', 'like', 'Keyed%')
      .execute()
    expect(rows).toHaveLength(1)
  })
})

describe('under strict enumeration protection', () => {
  it('A07 a known address looks like a new one; its owner is told by mail', async () => {
    const at = 'sandbox'
    await confirmedPlayer(app, registerForm({ Username: 'Holder' }), at)
    const before = await count('players')
    const visitor = app.visitor(at)
    const body = registerForm({ Username: 'Prober', Email: 'HOLDER@site.test' })
    await visitor.call('registerNewUser', { body })
    expect([visitor.last?.statusCode, visitor.last?.body]).toEqual([201, '{}'])
    expect(await count('players')).toBe(before)
    const mails = await app.mails('holder@site.test')
    expect(mails.at(-1)?.subject).toBe('You already have a Gatehouse Sandbox account')
    const login = { UsernameOrEmail: 'Prober', Password: samplePassword }
    await expect(app.visitor(at).logIn(login.UsernameOrEmail, login.Password)).rejects.toThrow(
      '400',
    )
  })
})
