import { findErrorCode } from '@gatehouse/contract/errors'
import { type Answer, lost, ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { answers as defaults } from '../../fixtures/stubbed-api/defaults.ts'
import { distinctBy, firstByDay } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control, goInside } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

const sorry = 'Ooops, something went wrong.'

for (const environment of distinctBy(() => null)) {
  test(
    `AT-ERR-01 Each of the four error pages is shown · ${environment}`,
    covers('R-2.1-76', 'R-2.1-77', 'R-2.1-78', 'R-2.1-79', 'R-2.23-2', 'R-2.23-3', 'R-2.23-6'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      for (const path of [
        '/errors',
        '/errors/bad-request',
        '/errors/internal',
        '/errors/not-found',
      ]) {
        await page.goto(path)
        await expect(page.getByText(sorry)).toBeVisible()
        await expect(page).toBeOnPath(path)
      }
    },
  )
}

const answers: readonly (readonly [string, Answer, string, string])[] = [
  ['500', status(500), '/errors/internal', ''],
  ['404', status(404), '/errors/not-found', ''],
  [
    '503 with an item',
    { ...refused('ERROR_STEAM_NOT_REACHABLE'), status: 503 },
    '/errors/bad-request',
    'Steam API is not reachable right now. Please try again later.',
  ],
  [
    '400 with two items',
    refused('ERROR_EMAIL_RECOVERY_NOTEXISTS', 'ERROR_NOT_ALLOWED'),
    '/errors/bad-request',
    'Your link is invalid',
  ],
  ['400 without a body', { status: 400 }, '/errors/bad-request', ''],
  ['418', status(418), '/errors', ''],
  ['an answer that never came', lost, '/errors', ''],
]

test(
  'AT-ERR-02 Each kind of failed answer leads to its error page · PROD',
  covers('R-8.1-1', 'R-8.1-3 … R-8.1-11'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await page.goto('/account')
    for (const [what, answer, path, words] of answers) {
      await test.step(what, async () => {
        stubbedApi.stub('GET newsletter', answer)
        await goInside(page, '/account/newsletter')
        await expect(page).toBeOnPath(path)
        await expect(page.getByText(sorry)).toBeVisible()
        await expect(page.getByText('You are not allowed to do this action.')).toHaveCount(0)
        if (words !== '') await expect(page.getByText(words)).toBeVisible()
        const expected = words === '' ? null : expect.stringMatching(/.+/)
        expect(new URL(page.url()).searchParams.get('message')).toEqual(expected)
        await goInside(page, '/account')
        await expect(page.getByRole('heading', { name: 'My information' })).toBeVisible()
      })
    }
  },
)

/** The catalogue's sentences, or the words that they must contain. */
const catalogue: Readonly<Record<string, string>> = {
  ERROR_NOT_ALLOWED: 'You are not allowed to do this action.',
  ERROR_EMAIL_UNKNOWN: 'This email address is unknown.',
  ERROR_PASSWORD_RECOVERY_NOTEXISTS: 'Your link is invalid',
  ERROR_PASSWORD_RECOVERY_EXPIRED: 'Your link has expired.',
  ERROR_EMAIL_RECOVERY_NOTEXISTS: 'Your link is invalid',
  ERROR_EMAIL_RECOVERY_EXPIRED: 'Your link has expired.',
  ERROR_USER_STEAM_EXIST: 'This steam account is already linked to another user.',
  ERROR_USER_REFERRER_NOTEXISTS: "Your referrer doesn't exist.",
  ERROR_USERNAME_LENGTH: 'between 2 and 25 characters',
  ERROR_USERNAME_PATTERN: 'letters and numbers only',
  ERROR_USERNAME_EXIST: 'already taken',
  ERROR_USERNAME_LETTERS: 'at least one letter',
  ERROR_USERNAME_EMAIL: 'email as a username',
  ERROR_USERNAME_EMPTY: 'Please enter your Username or Email.',
  ERROR_PASSWORD_USERNAME: 'must not contain username',
  ERROR_PASSWORD_LENGTH: '8 to 50',
  ERROR_PASSWORD_LETTERS: 'at least 1 letter',
  ERROR_PASSWORD_NUMBERS: 'at least 1 number',
  ERROR_PASSWORD_EMPTY: 'Please enter your password.',
  ERROR_CONFIRM_PASSWORD_INVALID: 'match',
  ERROR_LASTNAME_EMPTY: 'should not be empty',
  ERROR_FIRSTNAME_EMPTY: 'should not be empty',
  ERROR_EMAIL_EMPTY: 'should not be empty',
  ERROR_EMAIL_INVALID: 'is invalid',
  ERROR_EMAIL_LENGTH: '2 to 255 characters',
  ERROR_EMAIL_EXIST: 'An account with this email already exists',
  ERROR_EMAIL_INCORRECT_FORMAT: 'format',
  ERROR_EMAIL_DOMAIN_UNAUTHORIZED: 'not authorized',
  ERROR_EMAIL_DISPOSABLE_ADDRESS: 'disposable address',
  ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST: 'undeliverable',
  ERROR_EMAIL_HIGH_RISK: 'domain high risk',
  ERROR_CONFIRM_EMAIL_INVALID: 'match',
  ERROR_USER_BANNED: 'Your account has been banned.',
  ERROR_USER_UNKNOWN: 'Your username or email is unknown.',
  ERROR_USERNAME_PASSWORD_INCORRECT: 'Your username or password is incorrect.',
  ERROR_APPROVE_PRIVACY_POLICY: 'You must acknowledge the Privacy Policy.',
  ERROR_APPROVE_EULA: 'You must accept the account Terms & Conditions.',
  ERROR_APPROVE_CODE_OF_CONDUCT: 'You must accept the Code of Conduct.',
  ERROR_USER_CONFIRMED: 'You must confirm your email address',
  ERROR_USER_NOT_EXISTS: 'This user does not exist.',
  ERROR_USER_IP_BANNED: 'Your IP address has been banned',
  ERROR_USER_IP_BANNED_LOGIN: 'not allowed to log in',
  ERROR_USER_IP_BANNED_REGISTER: 'not allowed to create an account',
  ERROR_USER_IP_BANNED_Steam_LINK: 'not allowed to link a steam account',
  ERROR_USER_IP_BANNED_Twitch_LINK: 'not allowed to link a twitch account',
  ERROR_USER_IP_BANNED_EpicGames_LINK: 'not allowed to link an epic games account',
  PARTNER_RESPONSE_ERROR: 'An error occured validating partner authentication.',
  ERROR_STEAM_NOT_REACHABLE: 'Steam API is not reachable right now. Please try again later.',
  ERROR_ACCESS_KEY_NON_EXISTANT: 'The key is invalid',
  ERROR_ACCESS_KEY_ALREADY_USED: 'The key is already used.',
  ERROR_OPTIN: 'An error occurred, please try again later',
  ERROR_OPTIN_NOT_EXISTS: 'The list id does not exist.',
  ERROR_REGISTER_NO_SUCCESS: 'An error occured. Please try again later.',
  ERROR_REGISTER_INVALID: "You're not allowed to create an account.",
  ERROR_REGISTER_TOKEN_EMPTY: 'You need a valid token to create an account.',
  ERROR_SEGA_RESET_PASSWORD: 'Could not reset password.',
  ERROR_TOKEN_INVALID: 'Invalid token',
  ERROR_TOKEN_INVALID_REFRESH: 'Invalid token to refresh',
  ERROR_TOKEN_USER_INVALID: "Can't create token for unauthenticated user.",
  ERROR_PASSWORD_COMMON: 'This password is too easy to guess.',
  ERROR_TOO_MANY_ATTEMPTS: 'Too many attempts. Please try again later.',
}

/** By day some show that a sentence comes to the screen: the portal's catalogue has a test of each. */
const codes = firstByDay(Object.keys(catalogue), 3)
const atOnce = 30

for (let from = 0; from < codes.length; from += atOnce) {
  const some = codes.slice(from, from + atOnce)
  test(
    `AT-ERR-04 Each code has its sentence, from ${some[0]} · PROD`,
    covers('R-8.4-1 … R-8.4-56'),
    async ({ page, stubbedApi }) => {
      expect(some.filter((code) => findErrorCode(code) !== code)).toEqual([])
      await stubbedApi.in('PROD')
      stubbedApi.stub(
        'POST log/log-in',
        some.map((code) => refused(code)),
      )
      await page.goto('/login')
      await logIn(page, 'PROD')
      for (const [index, code] of some.entries()) {
        if (index > 0) await control(page, 'Connect').click()
        await expect(page.getByText(catalogue[code] ?? '').first(), code).toBeVisible()
        await expect(page.getByText(code, { exact: true })).toHaveCount(0)
        expect(stubbedApi.sent('POST log/log-in')).toHaveLength(index + 1)
      }
    },
  )
}

test(
  'AT-ERR-05 A code is found without its prefix, and an unknown one is shown · PROD',
  covers('R-8.3-7', 'R-8.4-46', 'R-8.4-54'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    const shown = {
      ACCESS_KEY_NON_EXISTANT: 'The key is invalid',
      TOKEN_INVALID: 'Invalid token',
      ERROR_ACCESS_KEY_NON_EXISTANT: 'The key is invalid',
      ERROR_TOKEN_INVALID: 'Invalid token',
      'Some text already': 'Some text already',
    }
    stubbedApi.stub(
      'POST log/log-in',
      Object.keys(shown).map((code) => refused(code)),
    )
    await page.goto('/login')
    await logIn(page, 'PROD')
    for (const [index, words] of Object.values(shown).entries()) {
      if (index > 0) await control(page, 'Connect').click()
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    }
  },
)

test(
  'AT-ERR-06 A log-in takes 201 for success · PROD',
  covers('R-8.1-2'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    for (const name of ['POST log/identify', 'POST log/log-in', 'GET token/IDENT-1']) {
      stubbedApi.stub(name, asCreated(name))
    }
    await page.goto('/login')
    await logIn(page, 'PROD')
    await expect(page).toBeOnPath('/account')
  },
)

test(
  'AT-ERR-06 A newsletter switch takes 201 for success · PROD',
  covers('R-8.1-2'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    for (const name of ['GET newsletter', 'POST newsletter/optin-user']) {
      stubbedApi.stub(name, asCreated(name))
    }
    await signIn()
    await page.goto('/account/newsletter')
    await control(page, 'Activate').click()
    await expect(page.getByRole('button', { name: 'Active', exact: true })).toHaveCount(2)
  },
)

function asCreated(name: string): Answer {
  return { ...(defaults[name] ?? ok()), status: 201 }
}
