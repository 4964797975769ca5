import { ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { logIn, toPasswordStep } from '../../fixtures/steps/logIn.ts'
import { control, field, submit } from '../../fixtures/page.ts'
import {
  fillRegistration,
  registrationOf,
  sendRegistration,
} from '../../fixtures/steps/registration.ts'
import { heading, never, open, type State, toSay } from './state.ts'

/** The environment with the most fields. */
const many = 'TWO-POINT-STUDIOS'
const first = (name: string, path: string, more: Partial<State> = {}): State => ({
  name,
  environment: many,
  show: (page) => open(page, path),
  ...more,
})

/** The states that a visitor without an account sees. */
export const visitorStates: readonly State[] = [
  first('Home, asked for cookies', '/', { environment: 'PROD', asksConsent: true }),
  first('Home of a partner', '/', { environment: 'CREATIVE-ASSEMBLY' }),
  {
    ...first('Settings of cookies', '/'),
    asksConsent: true,
    async show(page) {
      await open(page, '/')
      await control(page, 'More settings').click()
      await page.getByRole('switch').first().waitFor()
    },
  },
  {
    ...first('Settings of cookies, failed', '/'),
    asksConsent: true,
    async show(page, stubbedApi) {
      stubbedApi.stub('GET cookie', status(500))
      await open(page, '/')
      await control(page, 'More settings').click()
      await toSay(page, 'We cannot show your settings')
    },
  },

  first('Log-in, asked for cookies', '/login', { asksConsent: true }),
  first('Log-in by name first', '/login', { environment: 'PROD' }),
  {
    name: 'Log-in with passkeys',
    environment: 'PROD',
    differences: { StrongSignIn: 'optional' },
    async show(page) {
      await open(page, '/login')
      await control(page, 'Log in with a passkey').waitFor()
    },
  },
  {
    name: 'Log-in, name refused',
    environment: 'PROD',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST log/identify', refused(['UsernameOrEmail', 'ERROR_USER_UNKNOWN']))
      await open(page, '/login')
      await toPasswordStep(page, 'PROD', 'Nobody')
      await toSay(page, 'is unknown')
    },
  },
  {
    name: 'Log-in, password',
    environment: 'PROD',
    async show(page) {
      await open(page, '/login')
      await toPasswordStep(page, 'PROD')
      await field(page, 'Password').fill('Welcome2Gatehouse')
      await control(page, 'Show').click()
    },
  },
  {
    name: 'Log-in, password refused',
    environment: 'PROD',
    async show(page, stubbedApi) {
      stubbedApi.stub(
        'POST log/log-in',
        refused(['Password', 'ERROR_USERNAME_PASSWORD_INCORRECT'], ['', 'ERROR_USER_BANNED']),
      )
      await open(page, '/login')
      await logIn(page, 'PROD')
      await toSay(page, 'banned')
    },
  },
  {
    name: 'Log-in, by a partner',
    environment: 'PROD',
    async show(page, stubbedApi) {
      const pat = { AuthPartner: 'Relic', Id_User: 7, Username: 'Pat', Email: player.Email }
      stubbedApi.stub('POST log/identify', ok({ AuthType: 2, ...pat }))
      await open(page, '/login')
      await toPasswordStep(page, 'PROD')
      await toSay(page, 'then come right back')
    },
  },
  {
    name: 'Log-in, busy',
    environment: many,
    async show(page, stubbedApi) {
      stubbedApi.stub('POST log/log-in', never)
      await open(page, '/login')
      await logIn(page, many)
      await page.locator('button[aria-busy=true]').waitFor()
    },
  },
  {
    name: 'Log-in, not confirmed',
    environment: many,
    async show(page, stubbedApi) {
      stubbedApi.stub('POST log/log-in', refused('ERROR_USER_CONFIRMED'))
      await open(page, '/login')
      await logIn(page, many)
      await toSay(page, 'You must confirm')
    },
  },

  first('Registration, asked for cookies', '/register', { asksConsent: true }),
  {
    name: 'Registration, filled',
    environment: many,
    async show(page) {
      await open(page, '/register')
      await fillRegistration(page, many, { ...registrationOf('Qa'), password: 'castle' })
      await field(page, 'Password').focus()
    },
  },
  {
    name: 'Registration, refused',
    environment: many,
    hasClock: true,
    async show(page, stubbedApi) {
      stubbedApi.stub(
        'POST register/new-user',
        refused(
          ...['Username', 'Firstname', 'Lastname', 'DateOfBirth', 'Password', 'Email'].map(
            (name) => [name, 'INVALID_REQUEST'] as const,
          ),
          ['Username', 'ERROR_USERNAME_EXIST'],
          ['PrivacyPolicy', 'ERROR_APPROVE_PRIVACY_POLICY'],
          ['', 'ERROR_NOT_ALLOWED'],
        ),
      )
      await open(page, '/register')
      await fillRegistration(page, many)
      await sendRegistration(page)
      await toSay(page, 'already taken')
    },
  },
  {
    name: 'Registration, busy',
    environment: 'PROD',
    hasClock: true,
    async show(page, stubbedApi) {
      stubbedApi.stub('POST register/new-user', never)
      await open(page, '/register')
      await fillRegistration(page, 'PROD')
      await sendRegistration(page)
      await page.locator('button[aria-busy=true]').waitFor()
    },
  },
  {
    name: 'Confirmation email, by a dead link',
    environment: 'PROD',
    differences: { EnableSecuritySection: true },
    async show(page, stubbedApi) {
      stubbedApi.stub('POST email/confirm', refused('ERROR_EMAIL_RECOVERY_EXPIRED'))
      await open(page, '/confirm-email?uid=UID-1')
      await control(page, 'Send a new link').click()
      await toSay(page, 'where the old one went')
    },
  },
  {
    name: 'Confirmation email, of one of several accounts',
    environment: 'PROD',
    async show(page, stubbedApi) {
      const ErrorMessage = 'ERROR_EMAIL_SHARED'
      const item = { Property: '', ErrorMessage, Account: { Username: player.Username } }
      stubbedApi.stub('POST email/confirm', { status: 400, body: { ErrorMessages: [item] } })
      await open(page, '/confirm-email?uid=UID-1')
      await control(page, 'Confirm this account').waitFor()
    },
  },
  {
    name: 'Confirmation email, refused',
    environment: many,
    async show(page, stubbedApi) {
      stubbedApi.stub('POST register/**', refused(['Email', 'ERROR_EMAIL_INCORRECT_FORMAT']))
      stubbedApi.stub('POST **', refused(['Email', 'ERROR_EMAIL_INCORRECT_FORMAT']))
      await open(page, '/confirm-email/send')
      await page.getByRole('textbox').first().fill('nobody')
      await submit(page).click()
      await toSay(page, 'incorrect')
    },
  },

  {
    name: 'Password recovery, refused',
    environment: 'PROD',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST **', refused('ERROR_TOO_MANY_ATTEMPTS'))
      await open(page, '/password-recovery')
      await page.getByRole('textbox').first().fill('player@example.com')
      await submit(page).click()
      await toSay(page, 'Too many attempts')
    },
  },
  first('Password recovery, no token', '/password-recovery/reset'),
  {
    name: 'Access key, refused',
    environment: many,
    differences: { RegisterWithAccessKeys: true },
    async show(page, stubbedApi) {
      stubbedApi.stub('POST **', refused(['Key', 'ERROR_ACCESS_KEY_NON_EXISTANT']))
      stubbedApi.stub('GET **', refused(['Key', 'ERROR_ACCESS_KEY_NON_EXISTANT']))
      await open(page, '/access-key')
      await field(page, 'Key').fill('NO-KEY')
      await submit(page).click()
      await toSay(page, 'invalid')
    },
  },

  first('Error, asked for cookies', '/errors', { asksConsent: true }),
  {
    name: 'Bad request, of a link that has expired',
    environment: many,
    async show(page, stubbedApi) {
      stubbedApi.stub('GET email/update-email-recovery', refused('ERROR_EMAIL_RECOVERY_EXPIRED'))
      await page.goto('/account/update-email/recovery?uid=U')
      await heading(page).waitFor()
      await toSay(page, 'expired')
    },
  },
]
