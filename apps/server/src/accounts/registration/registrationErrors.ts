import { dateOfBirthError, isSamePassword } from '@gatehouse/contract/fields'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { findByEmail, findByUsername, keyOf } from '../../database/accounts/players.ts'
import { spendCaptchaPass } from '../../database/auth/captchaPasses.ts'
import { emailRefusal } from '../email/emailRefusal.ts'
import { isEmailTaken } from '../../database/accounts/emailChanges.ts'
import { passwordRefusal } from '../../auth/password/passwordRefusal.ts'
import { ErrorCollector, refuse } from '../../platform/apiError.ts'
import { usernameRefusal } from '../username/usernameRefusal.ts'
import { correctedRegistration } from './isRepeated.ts'
import type { RegistrationContext } from './registrationContext.ts'
import { accessKeyError } from './validateAccessKey.ts'

type Context = RegistrationContext

const tooYoung = 'You must be at least 13 years old'

/** All errors of a register form, at most one a field. */
export async function registrationErrors(
  context: Context,
): Promise<ErrorCollector<'registerNewUser'>> {
  const { input, inputErrors, deployment, rules, services } = context
  const form = input.body
  const errors = new ErrorCollector<'registerNewUser'>(inputErrors)

  const corrected = await correctedRegistration(context)
  errors.add(await usernameRefusal(services, deployment, form.Username, corrected))
  const owner = { username: form.Username, email: form.Email }
  const { Password, ConfirmPassword = '', ConfirmEmail = form.Email } = form
  if (Password !== undefined) {
    errors.add(await passwordRefusal(context, owner, Password))
    if (!isSamePassword(ConfirmPassword, Password)) errors.add('ERROR_CONFIRM_PASSWORD_INVALID')
  }
  if (!errors.has('Email')) {
    errors.add(await emailRefusal(services, deployment, form.Email))
    if (!errors.has('Email')) errors.add(await takenEmail(context, form.Email))
  }
  if (keyOf(ConfirmEmail) !== keyOf(form.Email)) errors.add('ERROR_CONFIRM_EMAIL_INVALID')
  if (!form.ApprovePrivacyPolicy) errors.add('ERROR_APPROVE_PRIVACY_POLICY')
  if (!form.ApproveEULA) errors.add('ERROR_APPROVE_EULA')
  if (rules.codeOfConduct === 'at-register' && !form.ApproveCodeOfConduct) {
    errors.add('ERROR_APPROVE_CODE_OF_CONDUCT')
  }
  if (rules.registerAsksIdentity) {
    if (form.Firstname === '') errors.add('ERROR_FIRSTNAME_EMPTY')
    if (form.Lastname === '') errors.add('ERROR_LASTNAME_EMPTY')
    errors.add(ageError(context))
  }
  if (rules.registersWithAccessKeys) {
    const value = form.AccessKeyValue
    if (value === '') errors.add('ERROR_ACCESS_KEY_NON_EXISTANT', '')
    else errors.add(await accessKeyError({ ...context, refuse }, value, corrected), '')
  }
  errors.add(await referrerError(context))
  // A visitor who was too young cannot be older a minute later in the same browser.
  if (
    rules.registerAsksIdentity &&
    context.clientContext.cookie('age') !== null &&
    errors.isEmpty
  ) {
    errors.add(tooYoung)
  }
  return errors
}

/** Under strict protection the owner gets a mail, and the visitor sees no error. */
async function takenEmail(context: Context, email: string) {
  const { deployment, services, clientContext } = context
  if (deployment.enumerationProtection === 'strict') return null
  const { kysely } = services.database
  const now = services.clock.now()
  if (!(await isEmailTaken(kysely, deployment.name, email, null, now))) return null
  const owner = await findByEmail(kysely, deployment.name, email)
  context.concerns({ playerId: owner?.id })
  await consumeOrRefuse({ ...context, refuse }, 'takenEmails', clientContext.address)
  return 'ERROR_EMAIL_EXIST'
}

function ageError({ input, services, response }: Context) {
  const refusal = dateOfBirthError(input.body.DateOfBirth, services.clock.now())
  if (refusal === tooYoung) response.set('age', '1')
  return refusal
}

/**
 * Returns the error of an unknown referrer, together with the form's other errors. Strict
 * protection checks the name only in an otherwise valid form: `referrerOf` does.
 */
async function referrerError(context: Context) {
  const answersEarly = context.deployment.enumerationProtection === 'spec'
  if (!answersEarly || (await findReferrer(context)) !== null) return null
  await consumeOrRefuse({ ...context, refuse }, 'unknownReferrers', context.clientContext.address)
  return 'ERROR_USER_REFERRER_NOTEXISTS'
}

/**
 * The id of the referrer; null without one. Under strict protection the form must not list
 * accounts: an unknown name costs a captcha and an attempt.
 */
export async function referrerOf(context: Context): Promise<number | null> {
  const found = await findReferrer(context)
  if (found !== null) return found === 'none' ? null : found
  const { input, deployment, rules, services, clientContext } = context
  const { ReCAPTCHAToken } = input.body
  if (rules.asksCaptcha && ReCAPTCHAToken !== undefined) {
    const { database, clock } = services
    await spendCaptchaPass(database.kysely, deployment.name, ReCAPTCHAToken, clock.now())
  }
  await consumeOrRefuse({ ...context, refuse }, 'unknownReferrers', clientContext.address)
  throw refuse('ERROR_USER_REFERRER_NOTEXISTS')
}

async function findReferrer({ input, deployment, services }: Context) {
  const { Referrer } = input.body
  if (Referrer === '') return 'none' as const
  const player = await findByUsername(services.database.kysely, deployment.name, Referrer)
  return player?.id ?? null
}
