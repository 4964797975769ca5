import { dateOfBirthFault } from '@gatehouse/contract/fields'
import { readAccessKey } from '../../database/accounts/accessKeys.ts'
import { keyOf } from '../../database/accounts/players.ts'
import { emailRefusal } from '../email/emailRefusal.ts'
import { isEmailTaken } from '../email/emailTaken.ts'
import type { CallContext } from '../../http/handler.ts'
import { passwordRefusal } from '../../auth/password/passwordRefusal.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { usernameRefusal } from '../username/usernameRefusal.ts'
import { referrerError } from './referrer.ts'

type Context = CallContext<'registerNewUser'>

const tooYoung = 'You must be at least 13 years old'

/** Everything that is wrong with a register form, at most one fault a field. */
export async function registrationErrors(
  context: Context,
): Promise<ErrorCollector<'registerNewUser'>> {
  const { input, inputErrors, deployment, rules, services } = context
  const form = input.body
  const faults = new ErrorCollector<'registerNewUser'>(inputErrors)

  faults.add(await usernameRefusal(services, deployment, form.Username, null))
  const owner = { username: form.Username, email: form.Email }
  faults.add(passwordRefusal(deployment, owner, form.Password))
  if (form.ConfirmPassword !== form.Password) faults.add('ERROR_CONFIRM_PASSWORD_INVALID')
  if (!faults.has('Email')) {
    faults.add(await emailRefusal(services, deployment, form.Email))
    if (!faults.has('Email')) faults.add(await takenEmail(context, form.Email))
  }
  if (keyOf(form.ConfirmEmail) !== keyOf(form.Email)) faults.add('ERROR_CONFIRM_EMAIL_INVALID')
  if (!form.ApprovePrivacyPolicy) faults.add('ERROR_APPROVE_PRIVACY_POLICY')
  if (!form.ApproveEULA) faults.add('ERROR_APPROVE_EULA')
  if (rules.codeOfConduct === 'at-register' && !form.ApproveCodeOfConduct) {
    faults.add('ERROR_APPROVE_CODE_OF_CONDUCT')
  }
  if (rules.registerAsksIdentity) {
    if (form.Firstname === '') faults.add('ERROR_FIRSTNAME_EMPTY')
    if (form.Lastname === '') faults.add('ERROR_LASTNAME_EMPTY')
    faults.add(ageFault(context))
  }
  if (rules.registersWithAccessKeys) faults.add(await accessKeyFault(context), '')
  faults.add(await referrerError(context))
  // Whoever said to be too young cannot be older a minute later in the same browser.
  if (rules.registerAsksIdentity && context.visitor.hasAgeGate && faults.isEmpty) {
    faults.add(tooYoung)
  }
  return faults
}

/** Where enumeration is protected against, the owner is told by mail and the visitor nothing. */
async function takenEmail({ deployment, services, visitor, refuse }: Context, email: string) {
  if (deployment.enumerationProtection === 'strict') return null
  if (!(await isEmailTaken(services, deployment, email, null))) return null
  const telling = await services.rateLimiter.admit(deployment, 'takenEmails', visitor.address)
  if (!telling.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', telling)
  return 'ERROR_EMAIL_EXIST'
}

function ageFault({ input, services, answering }: Context) {
  const fault = dateOfBirthFault(input.body.DateOfBirth, services.clock.now())
  if (fault === tooYoung) answering.setAgeGateCookie()
  return fault
}

/** The form is no way around the limit on guesses. */
async function accessKeyFault({ input, deployment, services, visitor, refuse }: Context) {
  const { AccessKeyValue } = input.body
  if (AccessKeyValue === '') return 'ERROR_ACCESS_KEY_NON_EXISTANT'
  const { database, rateLimiter } = services
  const admission = await rateLimiter.admit(deployment, 'wrongAccessKeys', visitor.address)
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
  const state = await readAccessKey(database.kysely, deployment.name, AccessKeyValue)
  if (state === 'free') {
    await rateLimiter.forgive(deployment, [['wrongAccessKeys', visitor.address]], 'one')
    return null
  }
  return state === 'used' ? 'ERROR_ACCESS_KEY_ALREADY_USED' : 'ERROR_ACCESS_KEY_NON_EXISTANT'
}
