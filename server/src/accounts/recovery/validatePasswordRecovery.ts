import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { identityProviders } from '@gatehouse/contract/identityProviders'
import { lifetimes } from '@gatehouse/contract/limits'
import { confirmAccount } from '../mail-links/confirmAccount.ts'
import { after } from '../../platform/clock.ts'
import { listConnectionsOf } from '../../database/federation/connections.ts'
import { lockPlayer, setPassword } from '../../database/accounts/credentials.ts'
import { endUndoOfEmailChanges } from '../../database/accounts/emailChanges.ts'
import { readMailLink, takeMailLink } from '../../database/accounts/mailLinks.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import { endFactorsOf } from '../../database/auth/endFactors.ts'
import { writeFactors } from '../../database/auth/factors.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import { findById, type Player } from '../../database/accounts/players.ts'
import { type AccountContext, handler } from '../handler.ts'
import { recordAct } from '../../auth/acts/recordAct.ts'
import { passwordRefusal } from '../../auth/password/passwordRefusal.ts'
import { ErrorCollector } from '../../platform/apiError.ts'

type Context = AccountContext<'validatePasswordRecovery'>

const kind = 'password-recovery'

/**
 * Sets a new password by the link of a recovery mail, which only success uses up. The reader of the
 * mailbox is the owner: the account is confirmed, everything that somebody else may hold of it ends,
 * an undo of a change of address too, of an unconfirmed account the factors as well, and this browser
 * is known. All errors of the form are answered at once.
 */
export const validatePasswordRecovery = handler(
  'validatePasswordRecovery',
  async (context) => {
    const { input, inputErrors, deployment, services, clientContext, response } = context
    const { refuse } = context
    const { Token, Password, Confirm } = input.body
    const { database, clock, rateLimiter, secrets } = services
    const { kysely } = database
    const now = clock.now()
    const sought = secrets.lookup('mail link', Token)
    const link = await readMailLink(kysely, deployment.name, kind, sought, now)
    if (link.state === 'unknown') {
      const admission = await rateLimiter.consume(deployment, 'unknownLinks', clientContext.address)
      if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
    }
    const player =
      link.state === 'open' ? await findById(kysely, deployment.name, link.playerId) : undefined

    const errors = new ErrorCollector<'validatePasswordRecovery'>(inputErrors)
    if (link.state === 'expired') errors.add('ERROR_PASSWORD_RECOVERY_EXPIRED')
    else if (!player) errors.add('ERROR_PASSWORD_RECOVERY_NOTEXISTS')
    errors.add(passwordRefusal(deployment, player ?? { username: '', email: '' }, Password))
    if (Confirm !== Password) errors.add('ERROR_CONFIRM_PASSWORD_INVALID')
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
    // Otherwise strangers' guesses could keep the owner from the first log-in.
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
  await endUndoOfEmailChanges(transaction, name, player.id, at)
  // What was added before anybody read the mailbox is not its reader's.
  if (locked?.confirmed_at === null) await endFactorsOf(transaction, name, player.id, at)
  // The mailbox must not replace the passkeys: they are the second step from now on.
  else if (locked && (locked.factors & factorBits.withoutPassword) !== 0) {
    await writeFactors(transaction, name, player.id, { with: factorBits.twoStep, since: at })
    const act = { act: 'two-step-on', shown: {}, actor: 'mail', isMailed: false } as const
    await recordAct(context, transaction, player, act)
  }
  await confirmAccount(services, transaction, deployment, player.id, 'recovery')
  const linked = await linkedLately(transaction, name, player.id, at)
  const act = { act: 'password-set', shown: { How: 'recovered' }, actor: 'mail', linked } as const
  await recordAct(context, transaction, player, act)
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
  const connects = await listConnectionsOf(transaction, deployment, playerId)
  const late: ReadonlySet<string> = new Set(
    connects.filter((each) => each.linked_at > since).map((each) => each.canonical_name),
  )
  const named = identityProviderNames.filter((name) => late.has(name))
  return named.map((name) => identityProviders[name].title)
}
