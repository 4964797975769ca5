import { dateOfBirthError } from '@gatehouse/contract/fields'
import { readAccessKey } from '../../database/accounts/accessKeys.ts'
import { keyOf } from '../../database/accounts/players.ts'
import { emailRefusal } from '../email/emailRefusal.ts'
import { isEmailTaken } from '../../database/accounts/emailChanges.ts'
import type { AccountContext } from '../handler.ts'
import { passwordRefusal } from '../../auth/password/passwordRefusal.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { usernameRefusal } from '../username/usernameRefusal.ts'
import { correctedRegistration } from './isRepeated.ts'
import { referrerError } from './referrer.ts'

type Context = AccountContext<'registerNewUser'>

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
  errors.add(passwordRefusal(deployment, owner, form.Password))
  if (form.ConfirmPassword !== form.Password) errors.add('ERROR_CONFIRM_PASSWORD_INVALID')
  if (!errors.has('Email')) {
    errors.add(await emailRefusal(services, deployment, form.Email))
    if (!errors.has('Email')) errors.add(await takenEmail(context, form.Email))
  }
  if (keyOf(form.ConfirmEmail) !== keyOf(form.Email)) errors.add('ERROR_CONFIRM_EMAIL_INVALID')
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
  if (rules.registersWithAccessKeys) errors.add(await accessKeyError(context, corrected), '')
  errors.add(await referrerError(context))
  // A visitor who was too young cannot be older a minute later in the same browser.
  if (rules.registerAsksIdentity && context.clientContext.hasAgeGate && errors.isEmpty) {
    errors.add(tooYoung)
  }
  return errors
}

/** Under strict protection the owner gets a mail, and the visitor sees no error. */
async function takenEmail({ deployment, services, clientContext, refuse }: Context, email: string) {
  if (deployment.enumerationProtection === 'strict') return null
  const { kysely } = services.database
  const now = services.clock.now()
  if (!(await isEmailTaken(kysely, deployment.name, email, null, now))) return null
  const disclosure = await services.rateLimiter.consume(
    deployment,
    'takenEmails',
    clientContext.address,
  )
  if (!disclosure.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', disclosure)
  return 'ERROR_EMAIL_EXIST'
}

function ageError({ input, services, response }: Context) {
  const refusal = dateOfBirthError(input.body.DateOfBirth, services.clock.now())
  if (refusal === tooYoung) response.setAgeGateCookie()
  return refusal
}

/** Without this the form would avoid the limit on guesses. */
async function accessKeyError(
  { input, deployment, services, clientContext, refuse }: Context,
  corrected: number | null,
) {
  const { AccessKeyValue } = input.body
  if (AccessKeyValue === '') return 'ERROR_ACCESS_KEY_NON_EXISTANT'
  const { database, rateLimiter } = services
  const admission = await rateLimiter.consume(deployment, 'wrongAccessKeys', clientContext.address)
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
  const state = await readAccessKey(database.kysely, deployment.name, AccessKeyValue, corrected)
  if (state === 'free') {
    await rateLimiter.refund(deployment, [['wrongAccessKeys', clientContext.address]], 'one')
    return null
  }
  return state === 'used' ? 'ERROR_ACCESS_KEY_ALREADY_USED' : 'ERROR_ACCESS_KEY_NON_EXISTANT'
}
