import { bounds, lifetimes } from '@gatehouse/contract/limits'
import {
  confirmApp,
  findPendingApp,
  insertApp,
  listApps,
  removeApp,
} from '../../database/auth/authenticatorApps.ts'
import { findLivingSet, replaceSet } from '../../database/auth/recoveryCodeStatements.ts'
import { endOpen } from '../../database/schema/endOpen.ts'
import { factorBits } from '../../database/schema/values.ts'
import { noteVerifiedFactor } from '../../database/auth/sessionStatements.ts'
import { isRestricted } from '../../deployments/secondStepPolicy.ts'
import { after } from '../../platform/clock.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import { type AuthContext, handler } from '../authServices.ts'
import { withLockedCaller } from '../session/lockCaller.ts'
import { changeFactors, type FactorChange, requireOffered, requireOwner } from './changeFactors.ts'
import { requireEnrolmentCode } from '../enrolment/enrolmentCode.ts'
import { sealCodes } from './pendingCodes.ts'
import { newRecoveryCodes } from './recoveryCodes.ts'
import { digitsOf, isOfAnotherTime, newSecretOfApp, stepOf, uriOf } from './totp.ts'

/**
 * Begins to add an authenticator app. The secret is shown in this answer alone, and only this session
 * can confirm it, within 15 minutes. Refuses a fourth app, a caller who has to re-authenticate, and a wrong
 * code of the mail where one is asked.
 */
export const startAuthenticator = handler('startAuthenticator', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  const { name, configuration } = deployment
  const player = await requireOwner(context, 'startAuthenticator')
  await requireEnrolmentCode(context, input.body.EnrolmentCode)
  const apps = await listApps(services.database.kysely, name, player.id)
  if (apps.length >= bounds.authenticatorApps.max) throw refuse('ERROR_AUTHENTICATOR_LIMIT')
  const Secret = newSecretOfApp()
  const app = {
    deployment: name,
    player_id: player.id,
    secret_sealed: seal(Secret, services.key.factors),
    session_family: caller.family,
    name: '',
    created_at: services.clock.now(),
  }
  const Id = await withLockedCaller(context, (transaction) => insertApp(transaction, app))
  return { Id, Secret, Uri: uriOf(configuration.RegisterStudioName, player.username, Secret) }
})

/**
 * Adds the app by a code that it shows. The first one makes recovery codes, if there are none, and
 * switches the second step on, both at once or with `keepRecoveryCodes`. The code counts as used, and re-authenticates this session.
 */
export const confirmAuthenticator = handler('confirmAuthenticator', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  const { Id, Name, Code } = input.body
  const { database, clock } = services
  const player = await requireOwner(context, 'confirmAuthenticator')
  const name = Name.normalize('NFC')
  const { min, max } = bounds.factorName
  if ([...name].length < min || [...name].length > max) throw refuse('ERROR_PASSKEY_NAME')
  const step = await confirmedStep(context, Id, digitsOf(Code))
  const hasCodes = await findLivingSet(database.kysely, deployment.name, player.id)
  const fresh = hasCodes ? null : await newRecoveryCodes(services.passwords)
  return changeFactors(context, async (transaction, locked, at) => {
    const of = { deployment: deployment.name, playerId: locked.id, id: Id }
    const apps = await listApps(transaction, deployment.name, locked.id)
    if (apps.length >= bounds.authenticatorApps.max) throw refuse('ERROR_AUTHENTICATOR_LIMIT')
    if (!(await confirmApp(transaction, of, { name, step }, clock.now()))) {
      throw refuse('ERROR_NOT_ALLOWED')
    }
    const codes = (await findLivingSet(transaction, deployment.name, locked.id)) ? null : fresh
    const { CodesWait: waits = false } = input.body
    if (codes && !waits) await replaceSet(transaction, deployment.name, locked.id, codes, at)
    const verified = { method: 'otp', isFirst: false, isSecond: true } as const
    await noteVerifiedFactor(transaction, deployment.name, caller, verified, at)
    const isFirst =
      isRestricted(deployment, caller) ||
      (locked.factors & (factorBits.app | factorBits.twoStep)) === 0
    // A second step without codes would lock a player out who loses the device.
    const isPending = codes !== null && waits
    return {
      answer: {
        RecoveryCodes: codes === null ? null : [...codes.codes],
        Seal: isPending ? sealCodes(context, { ...codes, switchesOn: isFirst }) : null,
      },
      factors:
        locked.factors |
        factorBits.app |
        (isPending ? 0 : factorBits.recoveryCodes | (isFirst ? factorBits.twoStep : 0)),
      acts: [
        { act: 'app-added', shown: { Name: name } },
        // The mail about the app is enough.
        ...(codes === null || isPending
          ? []
          : [{ act: 'codes-made', shown: {}, isMailed: false } as const]),
        ...(isFirst && !isPending ? [{ act: 'two-step-on', shown: {} } as const] : []),
      ],
    } satisfies FactorChange<unknown>
  })
})

/** The time step of the first code of a pending app; refuses a wrong one, and one of a wrong clock. */
async function confirmedStep(
  { deployment, services, caller, refuse }: AuthContext<'confirmAuthenticator'>,
  id: number,
  code: string | null,
): Promise<number> {
  const { database, key, clock } = services
  const now = clock.now()
  const of = { deployment: deployment.name, playerId: caller.player_id, id }
  const since = after(now, -lifetimes.authenticatorEnrolment)
  const sealed = await findPendingApp(database.kysely, of, caller.family, since)
  if (sealed === undefined) throw refuse('ERROR_NOT_ALLOWED')
  const secret = unseal(sealed, key.factors) as string
  if (code === null) throw refuse('ERROR_CODE_INVALID')
  const step = stepOf(secret, code, now)
  if (step !== null) return step
  throw refuse(isOfAnotherTime(secret, code, now) ? 'ERROR_CODE_CLOCK' : 'ERROR_CODE_INVALID')
}

/**
 * Removes an app. With the last second factor the second step goes, and the recovery codes, which
 * would be a second step alone.
 */
export const removeAuthenticator = handler('removeAuthenticator', async (context) => {
  const { input, deployment, refuse } = context
  const { name } = deployment
  requireOffered(context)
  await requireOwner(context, 'removeAuthenticator')
  return changeFactors(context, async (transaction, player, at) => {
    const of = { deployment: name, playerId: player.id, id: input.body.Id }
    const removed = await removeApp(transaction, of, at)
    if (removed === undefined) throw refuse('ERROR_NOT_ALLOWED')
    const isLastApp = (await listApps(transaction, name, player.id)).length === 0
    const isLast = isLastApp && (player.factors & factorBits.passkey) === 0
    if (isLast) await endOpen(transaction, 'recovery_code_sets', name, player.id, at)
    const wasOn = (player.factors & factorBits.twoStep) !== 0
    const gone =
      (isLastApp ? factorBits.app : 0) |
      (isLast ? factorBits.recoveryCodes | factorBits.twoStep : 0)
    return {
      answer: {},
      factors: player.factors & ~gone,
      acts: [
        { act: 'app-removed', shown: { Name: removed } },
        ...(isLast && wasOn ? [{ act: 'two-step-off', shown: {} } as const] : []),
      ],
    }
  })
})
