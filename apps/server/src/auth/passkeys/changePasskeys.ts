import { bounds } from '@gatehouse/contract/limits'
import type { Player } from '../../database/accounts/players.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import {
  endPasskey,
  insertPasskey,
  keepUserHandle,
  listPasskeysOf,
  renamePasskeyOf,
  spendChallenge,
} from '../../database/auth/passkeys.ts'
import { listWaysIn } from '../../database/federation/connectionStatements.ts'
import { noteVerifiedFactor } from '../../database/auth/sessionStatements.ts'
import { endTrust } from '../../database/auth/trustedBrowsers.ts'
import { writeFactors } from '../../database/accounts/credentials.ts'
import { endOpen } from '../../database/schema/endOpen.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import { isRestricted } from '../../deployments/secondStepPolicy.ts'
import { UnauthorizedError } from '../../http/authenticate.ts'
import { refuse as refuseWith } from '../../platform/apiError.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { factorsBefore } from '../security-acts/past.ts'
import { recordMailedAct } from '../security-acts/recordAct.ts'
import { type AuthContext, handler, type PlayerCall } from '../authServices.ts'
import { mayMail } from '../security-acts/securityMails.ts'
import { consumeOrRefuse } from '../rate-limits/rateLimiter.ts'
import { lockCaller } from '../session/lockCaller.ts'
import { requireRecentAuth } from '../password/requireRecentAuth.ts'
import { requireWayIn } from '../password/requireWayIn.ts'
import { requireEnrolmentCode } from '../enrolment/enrolmentCode.ts'
import { refuseLossOfNeeded } from '../enrolment/refuseLossOfNeeded.ts'
import { creationOptions } from './passkeyOptions.ts'
import {
  AnswerRefusedError,
  challengeOf,
  type Registration,
  verifyRegistration,
} from './readPasskeyAnswer.ts'
import { passkeyOf, signal, signalOf } from './readPasskeys.ts'

/** A partner's player signs in at the partner alone. */
function refusePartnerPlayer({ caller }: Pick<PlayerCall, 'caller'>): void {
  if (caller.auth_type === 2) throw refuseWith('ERROR_NOT_ALLOWED')
}

/** A player without passkeys has nothing to see or change where none can be added. */
function refuseWithoutPasskeys({ caller }: Pick<PlayerCall, 'caller'>): void {
  if ((caller.factors & factorBits.passkey) === 0) throw refuseWith('ERROR_NOT_ALLOWED')
}

/** Runs a change in a transaction, the caller's row locked; refuses a session that has ended. */
function inChange<T>(
  { deployment, services, caller }: PlayerCall,
  change: (transaction: Executor, player: Player) => Promise<T>,
): Promise<T> {
  return inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockCaller(transaction, deployment, caller)
    if (!player) throw new UnauthorizedError()
    return change(transaction, player)
  })
}

/**
 * Answers the options of a browser for a new passkey, for this session alone. Refuses a wrong code of the
 * mail where one is asked.
 */
export const passkeyOptions = handler('passkeyOptions', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  refusePartnerPlayer(context)
  requireRecentAuth(context, 'passkeyOptions')
  await requireEnrolmentCode(context, input.body.EnrolmentCode)
  return inChange(context, async (transaction, { id, username }) => {
    const known = await listPasskeysOf(transaction, deployment.name, id)
    if (known.length >= bounds.passkeys.max) throw refuse('ERROR_PASSKEY_LIMIT')
    const handle = await keepUserHandle(transaction, deployment.name, id, services.clock.now())
    const user = { handle, name: username }
    return { Options: creationOptions(context, caller.family, user, known) }
  })
})

/**
 * Adds a passkey, which the session has asked for. The player gets a mail. Refuses one that a player,
 * the caller included, has here already: ERROR_PASSKEY_EXIST.
 */
export const addPasskey = handler('addPasskey', async (context) => {
  const { input, caller, refuse } = context
  refusePartnerPlayer(context)
  requireRecentAuth(context, 'addPasskey')
  await consumeOrRefuse(context, 'passkeyAdditions', String(caller.player_id))
  const { challenge, registration } = await readRegistration(context, input.body.Credential)
  const isMailed = await mayMail(context, caller.email, 'securityMails')
  const challengeHash = hashOf(challenge)
  return inChange(context, (transaction, player) =>
    add(context, transaction, player, { challengeHash, isMailed, ...registration }),
  ).catch((error: unknown) => {
    throw isValueTaken(error) ? refuse('ERROR_PASSKEY_EXIST') : error
  })
})

async function readRegistration(
  { deployment, services, caller, report }: AuthContext<'addPasskey'>,
  credential: AuthContext<'addPasskey'>['input']['body']['Credential'],
) {
  const about = { deployment, key: services.key, now: services.clock.now() }
  try {
    const challenge = challengeOf(about, { purpose: 'add', subject: caller.family }, credential)
    return { challenge, registration: await verifyRegistration(about, credential, challenge) }
  } catch (error) {
    if (!(error instanceof AnswerRefusedError)) throw error
    report('passkey.refused', caller.player_id, { reason: error.message })
    throw refuseWith('ERROR_PASSKEY_REFUSED')
  }
}

interface NewPasskey extends Registration {
  readonly challengeHash: Buffer
  readonly isMailed: boolean
}

async function add(
  context: AuthContext<'addPasskey'>,
  transaction: Executor,
  player: Player,
  { challengeHash, isMailed, ...registration }: NewPasskey,
) {
  const { input, deployment, services, caller, refuse } = context
  const { name } = deployment
  const now = services.clock.now()
  if (!(await spendChallenge(transaction, name, challengeHash, now))) {
    throw refuse('ERROR_PASSKEY_REFUSED')
  }
  const known = await listPasskeysOf(transaction, name, player.id)
  if (known.length >= bounds.passkeys.max) throw refuse('ERROR_PASSKEY_LIMIT')
  const handle = await keepUserHandle(transaction, name, player.id, now)
  const { Name } = input.body
  const before = await factorsBefore(transaction, player)
  const passkey = await insertPasskey(transaction, {
    deployment: name,
    player_id: player.id,
    rp_id: deployment.rpId,
    credential_id: registration.credentialId,
    public_key: registration.publicKey,
    counter: registration.counter,
    transports: [...(input.body.Credential.response.transports ?? [])],
    aaguid: registration.aaguid,
    is_backup_eligible: registration.isBackupEligible,
    is_backed_up: registration.isBackedUp,
    name: Name,
    created_at: now,
  })
  const { family } = caller
  if (isRestricted(deployment, caller)) {
    // It has verified its player, who goes on to recovery codes with it.
    const verified = { method: 'pk', isFirst: false, isSecond: true } as const
    await noteVerifiedFactor(transaction, name, caller, verified, now)
  }
  const act = { act: 'passkey-added', shown: { Name }, before, family, isMailed } as const
  await recordMailedAct(context, transaction, player, act)
  return {
    Passkey: passkeyOf(passkey),
    Signal: signal(deployment, handle, player.username, [...known, passkey]),
    HasCodes: (player.factors & factorBits.recoveryCodes) !== 0,
  }
}

/** Gives a passkey of the caller another name. Refuses one that the caller has not. */
export const renamePasskey = handler('renamePasskey', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  refuseWithoutPasskeys(context)
  const { Id, Name } = input.body
  const { kysely } = services.database
  const isRenamed = await renamePasskeyOf(kysely, deployment.name, caller.player_id, Id, Name)
  if (!isRenamed) throw refuse('ERROR_NOT_ALLOWED')
  return {}
})

/**
 * Removes a passkey of the caller; the player gets a mail. Refuses the last way in, and the last
 * second factor of a player who asked for a second step.
 */
export const removePasskey = handler('removePasskey', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  refuseWithoutPasskeys(context)
  requireRecentAuth(context, 'removePasskey')
  const { name } = deployment
  const now = services.clock.now()
  const isMailed = await mayMail(context, caller.email, 'securityMails')
  const Signal = await inChange(context, async (transaction, player) => {
    const known = await listPasskeysOf(transaction, name, caller.player_id)
    const passkey = known.find(({ id }) => id === input.body.Id)
    if (!passkey) throw refuse('ERROR_NOT_ALLOWED')
    const passkeys = known.filter(({ id }) => id !== passkey.id)
    const hasPassword = player.password_hash !== null
    const services = (await listWaysIn(transaction, name, player.id)).length
    requireWayIn('passkey', { hasPassword, passkeys, services, factors: player.factors })
    const isLast = passkeys.length === 0
    const left = isLast ? player.factors & ~factorBits.passkey : player.factors
    refuseLossOfNeeded(context, player.factors, left)
    const before = await factorsBefore(transaction, player)
    await endPasskey(transaction, name, passkey, { isLast, now })
    if (isLast && (player.factors & factorBits.app) === 0) {
      // Recovery codes would be a second step alone.
      await endOpen(transaction, 'recovery_code_sets', name, player.id, now)
      await writeFactors(transaction, name, player.id, { without: factorBits.recoveryCodes })
    }
    // A browser may be trusted by it.
    await endTrust(transaction, name, player.id, now)
    const shown = { Name: passkey.name }
    const { family } = caller
    const act = { act: 'passkey-removed', shown, before, family, isMailed } as const
    await recordMailedAct(context, transaction, player, act)
    return signalOf(transaction, deployment, player)
  })
  if (Signal === null) throw new Error('A player with passkeys has no handle.')
  return { Signal }
})
