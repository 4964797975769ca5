import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmedPlayer,
  type RegisterForm,
  registerForm,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { everyRow } from '../../../test/fixtures/samples/everyRow.ts'
import { type DeploymentName, startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { keepUntil } from '../../database/accounts/uniqueValues.ts'
import { seed } from '../../../samples/seed.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
  await seed(app.services)
  await confirmedPlayer(app, registerForm({ Username: 'QaPlayer', Email: 'qa@x.test' }))
})
afterAll(() => app.close())

async function items(given: Partial<RegisterForm>, deployment?: DeploymentName): Promise<string[]> {
  const body = registerForm({ Username: 'Newcomer', ...given })
  return (await app.visitor(deployment).refused('registerNewUser', { body })).items
}

const bornOn = (Username: string, DateOfBirth: string) => ({
  body: registerForm({ Username, DateOfBirth }),
})

describe('a register form', () => {
  it('is refused with all errors together, one item a property (AT-API-04, R-3.8-1)', async () => {
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

  it('is refused with errors of types and of rules together (X08, C16)', async () => {
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

  it.each([false, undefined, 'true', 1, null])(
    'is refused with the approval %j (C16)',
    async (given) => {
      const refusals = {
        ApprovePrivacyPolicy: 'ERROR_APPROVE_PRIVACY_POLICY',
        ApproveEULA: 'ERROR_APPROVE_EULA',
        ApproveCodeOfConduct: 'ERROR_APPROVE_CODE_OF_CONDUCT',
      }
      for (const [field, code] of Object.entries(refusals)) {
        const response = await app.visitor('two-point-studios').send({
          method: 'POST',
          url: '/api/register/new-user',
          payload: { ...registerForm({ Username: 'Newcomer' }), [field]: given },
        })
        expect([response.statusCode, response.json()]).toEqual([
          400,
          { ErrorMessages: [{ Property: field, ErrorMessage: code }] },
        ])
      }
    },
  )

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
    ['system', 'ERROR_USERNAME_EXIST'],
    ['null', 'ERROR_USERNAME_EXIST'],
    ['TwoPointStudios', 'ERROR_USERNAME_EXIST'],
    ['Relic', 'ERROR_USERNAME_EXIST'],
    ['qa@x.test', 'ERROR_USERNAME_EMAIL'],
    ['GatehouseLocal', 'ERROR_USERNAME_EXIST'],
  ])('is refused for the username %j: %s (C11)', async (Username, code) => {
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
  ])('is refused for the password %s: %s (AT-API-06, R-5.8-8, B15)', async (Password, code) => {
    const form = { Username: 'Nick', Email: 'ada.lovelace@site.test', Password }
    expect(await items(form)).toEqual([`${code}@Password`])
  })

  it('is refused when the confirmations differ (AT-API-06, R-5.8-10)', async () => {
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
  ])('is refused for the address %j: %s', async (Email, code) => {
    expect(await items({ Email, ConfirmEmail: Email })).toEqual([`${code}@Email`])
  })

  it('is refused with a line break in a field (D15)', async () => {
    const Email = 'a@site.test\r\nBcc: b@site.test'
    expect(await items({ Email, ConfirmEmail: Email })).toEqual([
      'ERROR_EMAIL_INCORRECT_FORMAT@Email',
      'ERROR_CONFIRM_EMAIL_INVALID@ConfirmEmail',
    ])
  })

  it('is refused for a taken name or address in any case (AT-API-07, R-8.4-11, R-8.4-26)', async () => {
    expect(await items({ Username: 'qaPLAYER', Email: 'QA@X.TEST' })).toEqual([
      'ERROR_USERNAME_EXIST@Username',
      'ERROR_EMAIL_EXIST@Email',
    ])
  })

  it('is refused for a name that was given up lately (M-9)', async () => {
    const { kysely } = app.services.database
    const until = new Date(app.clock.now().getTime() + 1000)
    const { id } = await kysely.selectFrom('players').select('id').executeTakeFirstOrThrow()
    const key = { kind: 'username', value: 'formerly' } as const
    await keepUntil(kysely, 'local', id, key, until, app.clock.now())
    expect(await items({ Username: 'Formerly' })).toEqual(['ERROR_USERNAME_EXIST@Username'])
    app.clock.advance(2)
    await app.visitor().call('registerNewUser', { body: registerForm({ Username: 'Formerly' }) })
  })

  it('is refused for an unknown referrer and accepts a known one in any case', async () => {
    expect(await items({ Referrer: 'nobody' })).toEqual(['ERROR_USER_REFERRER_NOTEXISTS@Referrer'])
    const body = registerForm({ Username: 'Referred', Referrer: 'qaplayer' })
    await app.visitor().call('registerNewUser', { body })
    const { kysely } = app.services.database
    const playerNamed = (username: string) =>
      kysely
        .selectFrom('players')
        .select(['id', 'referrer_id'])
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
    const { referrer_id: referrerId } = await playerNamed('Referred')
    expect(await playerNamed('QaPlayer')).toMatchObject({ id: referrerId })
  })

  it('needs age, names and code of conduct where the rules ask for them (AT-API-16, R-5.8-13, R-5.3-1, C15)', async () => {
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

  it('is refused for a day in a browser after an age below the minimum, and nothing of it is stored (C15)', async () => {
    const at = 'two-point-studios'
    const child = app.visitor(at)
    const tooYoung = ['You must be at least 13 years old@DateOfBirth']
    // The clock stands at 2026-03-02.
    const born = '2013-03-03'
    expect((await child.refused('registerNewUser', bornOn('Child', born))).items).toEqual(tooYoung)
    expect([child.last?.headers['set-cookie']].flat()).toEqual([
      'sso_age=1; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax',
    ])
    const older = bornOn('Child', '1990-01-01')
    expect((await child.refused('registerNewUser', older)).items).toEqual(tooYoung)
    const rows = await everyRow(app.services.database.kysely)
    expect(rows).not.toContain(born)
    expect(rows).not.toContain('child@site.test')
    const typo = app.visitor(at)
    for (const date of ['2013-02-29', '2001-04-31', '2027-01-01', '1899-12-31', '']) {
      expect((await typo.refused('registerNewUser', bornOn('Typo', date))).items).toEqual([
        'Invalid date value@DateOfBirth',
      ])
    }
    expect(typo.jar.size).toBe(0)
    const { DateOfBirth: _, ...payload } = bornOn('Typo', '').body
    const url = '/api/register/new-user'
    expect((await typo.send({ method: 'POST', url, payload })).body).toContain('Invalid date value')
    // Another browser counts as another person, even a private window.
    await app.visitor(at).call('registerNewUser', bornOn('Adult', '2013-03-02'))
    await typo.call('registerNewUser', bornOn('Leapling', '2012-02-29'))
  })
})
