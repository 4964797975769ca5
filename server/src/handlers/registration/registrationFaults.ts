import { dateOfBirthFault, passwordFault, usernameFault } from '@gatehouse/contract/fields'
import { isCommonPassword } from '../../commonPasswords.ts'
import { readAccessKey } from '../../database/accessKeys.ts'
import { findByEmail, findByUsername, isQuarantined, keyOf } from '../../database/players.ts'
import { emailRefusal } from '../../emailAcceptance.ts'
import type { CallContext } from '../../handler.ts'
import { Faults } from '../../refusals.ts'
import { isReserved } from '../../reservedUsernames.ts'

type Context = CallContext<'registerNewUser'>

/** Everything that is wrong with a register form, at most one fault a field. */
export async function registrationFaults(
  context: Context,
  referrerId: number | null,
): Promise<Faults<'registerNewUser'>> {
  const { input, inputFaults, rules, services } = context
  const form = input.body
  const faults = new Faults<'registerNewUser'>(inputFaults)

  faults.add(usernameFault(form.Username) as 'ERROR_USERNAME_LENGTH' | null, 'Username')
  if (!faults.has('Username')) faults.add(await takenUsername(context, form.Username))
  faults.add(passwordFault(form.Password, form.Username) as 'ERROR_PASSWORD_LENGTH' | null)
  const knownWords = [context.deployment.configuration.RegisterStudioName, localPart(form.Email)]
  if (isCommonPassword(form.Password, knownWords)) faults.add('ERROR_PASSWORD_COMMON')
  if (form.ConfirmPassword !== form.Password) faults.add('ERROR_CONFIRM_PASSWORD_INVALID')
  if (!faults.has('Email')) {
    faults.add(await emailRefusal(services, context.deployment, form.Email))
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

async function takenUsername({ deployment, services }: Context, username: string) {
  const { kysely } = services.database
  const isTaken =
    isReserved(username, deployment) ||
    (await findByUsername(kysely, deployment.name, username)) !== undefined ||
    (await isQuarantined(kysely, deployment.name, username, services.clock.now()))
  return isTaken ? 'ERROR_USERNAME_EXIST' : null
}

/** Where enumeration is protected against, the owner is told by mail and the visitor nothing. */
async function takenEmail({ deployment, services }: Context, email: string) {
  if (deployment.enumerationProtection === 'strict') return null
  const owner = await findByEmail(services.database.kysely, deployment.name, email)
  return owner ? 'ERROR_EMAIL_EXIST' : null
}

async function accessKeyFault({ input, deployment, services }: Context) {
  const { kysely } = services.database
  const state = await readAccessKey(kysely, deployment.name, input.body.AccessKeyValue)
  if (state === 'free') return null
  return state === 'used' ? 'ERROR_ACCESS_KEY_ALREADY_USED' : 'ERROR_ACCESS_KEY_NON_EXISTANT'
}

function localPart(email: string): string {
  return email.slice(0, Math.max(0, email.lastIndexOf('@')))
}
