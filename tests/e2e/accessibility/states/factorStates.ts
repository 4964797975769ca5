import type { Answer } from '../../fixtures/stubbed-api/answers.ts'
import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { control, rowControl, field } from '../../fixtures/page.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { makeNewCodes } from '../../fixtures/steps/makeNewCodes.ts'
import { heading, open, type State } from './state.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'

const strong = { EnableSecuritySection: true, StrongSignIn: 'optional' } as const
const home = { environment: 'PROD', isSignedIn: true, differences: strong } as const

/** A refusal with more than a code. */
function refusedWith(item: object): Answer {
  return { status: 400, body: { ErrorMessages: [{ Property: '', ...item }] } }
}

const Step = {
  Handle: 'HANDLE-1',
  Ways: ['totp', 'recovery-code'],
  ExpiresAt: '2030-01-01T00:00:00Z',
  MayTrust: true,
  TrustDays: 30,
}
const ErrorMessage = 'ERROR_SECOND_FACTOR_REQUIRED'
const asked = refusedWith({ ErrorMessage, Step })
const passkeyAsked = refusedWith({
  ErrorMessage,
  Step: { ...Step, Ways: ['passkey', ...Step.Ways] },
})
const proof = refusedWith({
  ErrorMessage: 'ERROR_REAUTHENTICATION_REQUIRED',
  Proof: {
    Ways: [
      ['password', 'totp'],
      ['password', 'recovery-code'],
    ],
  },
})

const proofByPasskey = refusedWith({
  ErrorMessage: 'ERROR_REAUTHENTICATION_REQUIRED',
  Proof: { Ways: [['passkey'], ['password']] },
})

/** The states that a player with a second factor sees, and one who adds the first. */
export const factorStates: readonly State[] = [
  {
    name: 'Second step of a log-in',
    environment: 'PROD',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST log/log-in', asked)
      await open(page, '/login')
      await logIn(page, 'PROD')
      await field(page, 'Code from your authenticator app').waitFor()
    },
  },
  {
    name: 'Second step of a log-in, by a recovery code',
    environment: 'PROD',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST log/log-in', asked)
      await open(page, '/login')
      await logIn(page, 'PROD')
      await control(page, 'Use a recovery code').click()
      await field(page, 'Recovery code').waitFor()
    },
  },
  {
    name: 'Second step of a log-in, by passkey',
    environment: 'PROD',
    differences: strong,
    async show(page, stubbedApi) {
      stubbedApi.stub('POST log/log-in', passkeyAsked)
      stubbedApi.stub('POST log/second-step/options', refused('ERROR_PASSKEY_REFUSED'))
      await open(page, '/login')
      await logIn(page, 'PROD')
      await control(page, 'Use a passkey').click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    ...home,
    name: 'Second step for a site',
    async show(page) {
      await page.goto('/login/second-step')
      await heading(page).waitFor()
    },
  },
  {
    ...home,
    name: 'Set-up of a second step that is required',
    async show(page, stubbedApi) {
      stubbedApi.stub('GET profile/user/42', ok({ ...player, MustEnrol: true }))
      stubbedApi.stub('POST security/enrolment-code', ok({ Email: 'p.....r@example.com' }))
      await page.goto('/login/set-up')
      await field(page, 'Code from our mail').waitFor()
    },
  },
  {
    ...home,
    name: 'Two-step verification',
    async show(page) {
      await open(page, '/account/security')
      await control(page, 'Make new codes').waitFor()
    },
  },
  {
    ...home,
    name: 'Two-step verification, old codes to end',
    async show(page) {
      await open(page, '/account/security')
      await control(page, 'Make new codes').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    ...home,
    name: 'Two-step verification, proof asked for',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST security/recovery-codes', proof)
      await open(page, '/account/security')
      await makeNewCodes(page)
      await field(page.getByRole('dialog'), 'Code from your authenticator app').waitFor()
    },
  },
  {
    ...home,
    name: 'Two-step verification, passkey asked for',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST security/recovery-codes', proofByPasskey)
      await open(page, '/account/security')
      await makeNewCodes(page)
      await control(page.getByRole('dialog'), 'Use a passkey').waitFor()
    },
  },
  {
    ...home,
    name: 'Two-step verification, app to add',
    async show(page, stubbedApi) {
      const Secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
      const Uri = `otpauth://totp/Studio:PlayerOne?secret=${Secret}&issuer=Studio`
      stubbedApi.stub('POST security/authenticators/start', ok({ Id: 2, Secret, Uri }))
      await open(page, '/account/security')
      await control(page, 'Add an authenticator app').click()
      await page.getByRole('dialog').getByRole('img').waitFor()
    },
  },
  {
    ...home,
    name: 'Two-step verification, new codes',
    async show(page, stubbedApi) {
      const Codes = Array.from({ length: 10 }, (_, index) => `TEST-AAAA-AAAA-00${index + 10}`)
      stubbedApi.stub('POST security/recovery-codes', ok({ Codes }))
      await open(page, '/account/security')
      await makeNewCodes(page)
      await page.getByRole('dialog').getByRole('checkbox').waitFor()
    },
  },
  {
    ...home,
    name: 'Two-step verification, app to remove',
    async show(page) {
      await open(page, '/account/security')
      await rowControl(page, 'Remove').click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
