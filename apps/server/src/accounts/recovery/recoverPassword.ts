import type { CanonicalName } from '@gatehouse/contract/entities'
import { emailError, isSamePassword } from '@gatehouse/contract/fields'
import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { identityProviders } from '@gatehouse/contract/identityProviders'
import { lifetimes } from '@gatehouse/contract/limits'
import { secondFactorsOf } from '../../auth/session/requiredSecondStep.ts'
import { linksBefore } from '../../auth/security-acts/past.ts'
import { recordAct, recordMailedAct } from '../../auth/security-acts/recordAct.ts'
import { type MailContext, mailAbout, mayMail } from '../../auth/security-acts/securityMails.ts'
import { isBanned } from '../../auth/login/bans.ts'
import { mailNewPassword } from '../../auth/password/mailNewPassword.ts'
import { passwordRefusal } from '../../auth/password/passwordRefusal.ts'
import { consumeForPlayer } from '../../auth/rate-limits/consumeByBrowser.ts'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { lockPlayer, setPassword, writeFactors } from '../../database/accounts/credentials.ts'
import { endUndoOfEmailChanges } from '../../database/accounts/emailChanges.ts'
import { findLinkOwner, readMailLink, takeMailLink } from '../../database/accounts/mailLinks.ts'
import { findByEmail, findById, type Player } from '../../database/accounts/players.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import { endFactorsOf } from '../../database/auth/endFactors.ts'
import {
  listConnectionsOf,
  removeConnection,
  setWayIn,
} from '../../database/federation/connectionStatements.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { type AccountContext, type AccountServices, handler } from '../accountServices.ts'
import { confirmAccount } from '../mail-links/confirmationLink.ts'

type Context = AccountContext<'validatePasswordRecovery'>

const kind = 'password-recovery'

/**
 * Mails a link for a new password; older links end. Refuses accounts without their own password,
 * sends banned ones no mail and frozen ones the way back, and limits the mails of an address.
 * Strict protection answers all of these alike.
 */
export const recoverPassword = handler('recoverPassword', async (context) => {
  const { input, deployment, services, refuse } = context
  const { email } = input.body
  if (email === '') throw refuse('ERROR_EMAIL_EMPTY')
  if (emailError(email) !== null) throw refuse('ERROR_EMAIL_INCORRECT_FORMAT')
  const { kysely } = services.database
  const player = await findByEmail(kysely, deployment.name, email)
  context.concerns({ playerId: player?.id })
  await consumeForPlayer(context, 'recoveryRequests', player)

  const revealsAccounts = deployment.enumerationProtection === 'spec'
  if (!player && revealsAccounts) throw refuse('ERROR_EMAIL_UNKNOWN')
  if (player?.auth_type === 2 && revealsAccounts) throw refuse('ERROR_NOT_ALLOWED')
  if (player) await mailRecovery(context, player)
  return {}
})

/** The mail that a player got for a recovery, or the reason for none. */
export type RecoveryMailed = 'link' | 'way back' | 'by partner' | 'banned' | 'too many'

/**
 * Mails a player a link for a new password, and a frozen one the way back, where the rules of
 * `recoverPassword` allow it. `alongside` is done in the same transaction.
 */
export async function mailRecovery(
  context: MailContext & {
    readonly services: Pick<AccountServices, 'database' | 'events' | 'rateLimiter'>
  },
  player: Player,
  alongside?: (transaction: Executor) => Promise<void>,
): Promise<RecoveryMailed> {
  if (player.auth_type === 2) return 'by partner'
  if (await isBanned(context, player)) return 'banned'
  if (!(await mayMail(context, player.email, 'mailsToAddress'))) return 'too many'
  const isFrozen = player.frozen_at !== null
  await inTransaction(context.services.database.kysely, async (transaction) => {
    if (isFrozen) await mailAbout(context, transaction, player, { name: 'frozen' })
    else await mailNewPassword(context, transaction, player, 'passwordRecovery')
    await alongside?.(transaction)
  })
  return isFrozen ? 'way back' : 'link'
}

/**
 * Names the account of an open link: whoever holds it can set the password, and so log in. It uses nothing
 * up, and refuses as the new password does.
 */
export const readPasswordRecovery = handler('readPasswordRecovery', async (context) => {
  const { refuse } = context
  const { link, player } = await findLink(context)
  if (link.state === 'expired') throw refuse('ERROR_PASSWORD_RECOVERY_EXPIRED')
  if (!player) throw refuse('ERROR_PASSWORD_RECOVERY_NOTEXISTS')
  return { Username: player.username }
})

/** The link of a call, and its player while it is open. Unknown ones are counted. */
async function findLink(
  context: AccountContext<'readPasswordRecovery'> | AccountContext<'validatePasswordRecovery'>,
) {
  const { input, deployment, services, clientContext } = context
  const { kysely } = services.database
  const sought = services.secrets.lookup('mail link', input.body.Token)
  const link = await readMailLink(kysely, deployment.name, kind, sought, services.clock.now())
  if (link.state !== 'open') {
    const owner = await findLinkOwner(kysely, deployment.name, kind, sought)
    context.concerns({ playerId: owner ?? undefined })
  }
  if (link.state === 'unknown')
    await consumeOrRefuse(context, 'unknownLinks', clientContext.address)
  const player =
    link.state === 'open' ? await findById(kysely, deployment.name, link.playerId) : undefined
  return { link, player }
}

/**
 * Sets a new password by the link of a recovery mail, which only success uses up. The reader of the
 * mailbox is the owner: the account is confirmed, everything that another person may hold of it
 * ends, an undo of a change of address too, of an unconfirmed account the factors as well, and this
 * browser is known. All errors of the form are answered at once.
 */
export const validatePasswordRecovery = handler(
  'validatePasswordRecovery',
  async (context) => {
    const { input, inputErrors, services, response, refuse } = context
    const { Password, Confirm } = input.body
    const { kysely } = services.database
    const { link, player } = await findLink(context)
    const errors = new ErrorCollector<'validatePasswordRecovery'>(inputErrors)
    if (link.state === 'expired') errors.add('ERROR_PASSWORD_RECOVERY_EXPIRED')
    else if (!player) errors.add('ERROR_PASSWORD_RECOVERY_NOTEXISTS')
    errors.add(await passwordRefusal(context, player ?? { username: '', email: '' }, Password))
    if (!isSamePassword(Confirm, Password)) errors.add('ERROR_CONFIRM_PASSWORD_INVALID')
    errors.throwIfAny()
    if (!player) throw refuse('ERROR_PASSWORD_RECOVERY_NOTEXISTS')

    const hash = await services.passwords.hash(Password)
    const isDone = await inTransaction(kysely, (transaction) =>
      recover(context, transaction, player, hash),
    ).catch((error: unknown) => {
      // Another registration with this address was confirmed since the mail.
      if (!isValueTaken(error)) throw error
      return false
    })
    if (!isDone) throw refuse('ERROR_PASSWORD_RECOVERY_NOTEXISTS')
    // Otherwise other visitors' guesses could keep the owner from the first log-in.
    response.setKnownBrowserCookie(player.id)
    return {}
  },
  { collectsErrors: true },
)

/** False when another request used the link first. */
async function recover(
  context: Context,
  transaction: Executor,
  player: Player,
  hash: string,
): Promise<boolean> {
  const { input, deployment, services, refuse } = context
  const { name } = deployment
  const at = services.clock.now()
  const locked = await lockPlayer(transaction, name, player.id)
  const link = services.secrets.lookup('mail link', input.body.Token)
  const taken = await takeMailLink(transaction, name, kind, link, at, at)
  if (taken.outcome !== 'used') return false
  const keepsAddresses = deployment.rules.hasSecuritySection
  await endUndoOfEmailChanges(transaction, name, player.id, { now: at, keepsAddresses })
  // Factors that were added before the mailbox was read are not its reader's.
  if (locked?.confirmed_at === null) await endFactorsOf(transaction, name, player.id, at)
  // The mailbox must not replace the passkeys: they are the second step from now on.
  else if (locked && isWithoutPassword(locked) && secondFactorsOf(locked.factors).length > 0) {
    await writeFactors(transaction, name, player.id, { with: factorBits.twoStep, since: at })
    const { factors } = locked
    const before = { factors }
    const act = { act: 'two-step-on', shown: {}, before, actor: 'mail', isMailed: false } as const
    await recordMailedAct(context, transaction, player, act)
  }
  await confirmAccount(services, transaction, deployment, player.id, 'recovery')
  const before = {
    factors: (locked ?? player).factors,
    ...(await linksBefore(transaction, player)),
  }
  await endForeignServices(context, transaction, locked ?? player, at)
  const linked = await linkedLately(transaction, name, player.id, at)
  const shown = { How: 'recovered' } as const
  const act = { act: 'password-set', shown, before, actor: 'mail', linked } as const
  await recordMailedAct(context, transaction, player, act)
  if (!(await setPassword(transaction, name, player.id, hash, services.clock.now()))) {
    throw refuse('ERROR_SEGA_RESET_PASSWORD')
  }
  return true
}

/** The names of recently linked services: an intruder may have linked them. */
async function linkedLately(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<readonly string[]> {
  const since = after(now, -lifetimes.recentLink)
  const connections = await listConnectionsOf(transaction, deployment, playerId)
  const late = connections.filter((each) => each.linked_at > since)
  const named = identityProviderNames.filter((name) =>
    late.some((each) => each.canonical_name === name),
  )
  return named.map((name) => identityProviders[name].title)
}

function isWithoutPassword({ factors }: Player): boolean {
  return (factors & factorBits.withoutPassword) !== 0
}

/**
 * Ends the services of another person. Who linked one before the address was confirmed may have taken
 * a foreign address: that link goes. One that was linked lately may be an intruder's: it stays, as the
 * mail says, and is no way in any more.
 */
async function endForeignServices(
  { deployment, services }: Context,
  transaction: Executor,
  { id, confirmed_at: confirmedAt }: Player,
  now: Date,
): Promise<void> {
  const { name } = deployment
  const lately = after(now, -lifetimes.recentLink)
  for (const each of await listConnectionsOf(transaction, name, id)) {
    const service = each.canonical_name as CanonicalName
    const isEarly = confirmedAt === null || each.linked_at < confirmedAt
    if (isEarly) {
      await removeConnection(transaction, name, id, service, now)
      const shown = { CanonicalName: service, AccountName: each.account_name }
      const act = { act: 'unlinked', shown, actor: 'mail' } as const
      await recordAct({ deployment, services, clientContext: null }, transaction, { id }, act)
    } else if (each.signs_in && each.linked_at > lately) {
      await setWayIn(transaction, name, id, service, false)
    }
  }
}
