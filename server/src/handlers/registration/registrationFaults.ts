import { dateOfBirthFault } from '@gatehouse/contract/fields'
import { readAccessKey } from '../../database/accessKeys.ts'
import { keyOf } from '../../database/players.ts'
import { emailRefusal } from '../../emailRefusal.ts'
import { isEmailTaken } from '../../emailTaken.ts'
import type { CallContext } from '../../handler.ts'
import { passwordRefusal } from '../../passwordRefusal.ts'
import { Faults } from '../../refusals.ts'
import { usernameRefusal } from '../../usernameRefusal.ts'

type Context = CallContext<'registerNewUser'>

/** Everything that is wrong with a register form, at most one fault a field. */
export async function registrationFaults(
  context: Context,
  referrerId: number | null,
): Promise<Faults<'registerNewUser'>> {
  const { input, inputFaults, deployment, rules, services } = context
  const form = input.body
  const faults = new Faults<'registerNewUser'>(inputFaults)

  faults.add(await usernameRefusal(services, deployment, form.Username, null))
  const owner = { username: form.Username, email: form.Email }
  faults.add(passwordRefusal(deployment, owner, form.Password))
  if (form.ConfirmPassword !== form.Password) faults.add('ERROR_CONFIRM_PASSWORD_INVALID')
  if (!faults.has('Email')) {
    faults.add(await emailRefusal(services, deployment, form.Email))
    if (!faults.has('Email')) faults.add(await takenEmail(context, form.Email))
  }
  if (keyOf(form.ConfirmEmail) !== keyOf(form.Email)) faults.add('ERROR_CONFIRM_EMAIL_INVALID')
  if (form.Referrer !== '' && referrerId === null) faults.add('ERROR_USER_REFERRER_NOTEXISTS')
  if (!form.ApprovePrivacyPolicy) faults.add('ERROR_APPROVE_PRIVACY_POLICY')
  if (!form.ApproveEULA) faults.add('ERROR_APPROVE_EULA')
  if (rules.codeOfConduct === 'at-register' && !form.ApproveCodeOfConduct) {
    faults.add('ERROR_APPROVE_CODE_OF_CONDUCT')
  }
  if (rules.registerAsksIdentity) {
    if (form.Firstname === '') faults.add('ERROR_FIRSTNAME_EMPTY')
    if (form.Lastname === '') faults.add('ERROR_LASTNAME_EMPTY')
    faults.add(dateOfBirthFault(form.DateOfBirth, services.clock.now()))
  }
  if (rules.registersWithAccessKeys) faults.add(await accessKeyFault(context), '')
  return faults
}

/** Where enumeration is protected against, the owner is told by mail and the visitor nothing. */
async function takenEmail({ deployment, services }: Context, email: string) {
  if (deployment.enumerationProtection === 'strict') return null
  const isTaken = await isEmailTaken(services, deployment, email, null)
  return isTaken ? 'ERROR_EMAIL_EXIST' : null
}

async function accessKeyFault({ input, deployment, services }: Context) {
  const { kysely } = services.database
  const state = await readAccessKey(kysely, deployment.name, input.body.AccessKeyValue)
  if (state === 'free') return null
  return state === 'used' ? 'ERROR_ACCESS_KEY_ALREADY_USED' : 'ERROR_ACCESS_KEY_NON_EXISTANT'
}
