import { inTransaction } from '../../database/connection/inTransaction.ts'
import { publishCredentials, publishSessionsRevoked } from '../../webhooks/accessEvents.ts'
import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { identityProviders } from '@gatehouse/contract/identityProviders'
import { lifetimes } from '@gatehouse/contract/limits'
import { paths } from '@gatehouse/contract/routes'
import { confirmAccount } from '../mail-links/confirmAccount.ts'
import { after } from '../../platform/clock.ts'
import { listConnectionsOf } from '../../database/federation/connections.ts'
import { lockPlayer, setPassword } from '../../database/accounts/credentials.ts'
import { endUndoOfEmailChanges } from '../../database/accounts/emailChanges.ts'
import { readMailLink, takeMailLink } from '../../database/accounts/mailLinks.ts'
import { isKeyTaken } from '../../database/accounts/taken.ts'
import { writeLedger } from '../../database/auth/ledger.ts'
import { endFactorsOf } from '../../database/auth/endFactors.ts'
import { writeFactors } from '../../database/auth/factors.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import { findById, type Player } from '../../database/accounts/players.ts'
import { type AccountContext, handler } from '../services/handler.ts'
import { accountNotice } from '../../mail/accountNotice.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import { distrust } from '../../auth/distrust/distrust.ts'
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
    const { refuse, report } = context
    const { Token, Password, Confirm } = input.body
    const { database, clock, rateLimiter, secrets } = services
    const { kysely } = database
    const now = clock.now()
    const sought = secrets.sought('mail link', Token)
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
      if (!isKeyTaken(error)) throw error
      return false
    })
    if (!isDone) throw refuse('ERROR_PASSWORD_RECOVERY_NOTEXISTS')
    // Otherwise strangers' guesses could keep the owner from the first log-in.
    response.setKnownBrowserCookie(player.id)
    report('password.recovered', player.id)
    return {}
  },
  { collectsErrors: true },
)

/** False when another request used the link first. */
async function recover(
  { input, deployment, services, clientContext, refuse }: Context,
  transaction: Executor,
  player: Player,
  hash: string,
): Promise<boolean> {
  const { name } = deployment
  const at = services.clock.now()
  const locked = await lockPlayer(transaction, name, player.id)
  const link = services.secrets.sought('mail link', input.body.Token)
  const taken = await takeMailLink(transaction, name, kind, link, at, at)
  if (taken.outcome !== 'used') return false
  await distrust(transaction, player, 'password-recovered', at)
  await endUndoOfEmailChanges(transaction, name, player.id, at)
  if (!(await setPassword(transaction, name, player.id, hash, at))) {
    throw refuse('ERROR_SEGA_RESET_PASSWORD')
  }
  // What was added before anybody read the mailbox is not its reader's.
  if (locked?.confirmed_at === null) await endFactorsOf(transaction, name, player.id, at)
  // The mailbox must not replace the passkeys: they are the second step from now on.
  else if (locked && (locked.factors & factorBits.withoutPassword) !== 0) {
    await writeFactors(transaction, name, player.id, { with: factorBits.twoStep, since: at })
    await writeLedger(transaction, {
      deployment: name,
      playerId: player.id,
      at,
      act: 'two-step-on',
      actor: 'mail',
      shown: {},
      visitor: clientContext,
    })
  }
  await confirmAccount(services, transaction, deployment, player.id, 'recovery')
  await writeLedger(transaction, {
    deployment: name,
    playerId: player.id,
    at,
    act: 'password-set',
    actor: 'mail',
    shown: { How: 'recovered' },
    visitor: clientContext,
  })
  const changed = { playerId: player.id, kind: 'password', change: 'update' } as const
  await publishCredentials(services, transaction, deployment, changed)
  await publishSessionsRevoked(services, transaction, deployment, player.id)
  const occasion = { at, clientContext }
  const linked = await linkedLately(transaction, name, player.id, at)
  const about = { path: paths.passwordRecovery, services: linked }
  const language = mailLanguageOf(deployment, player, clientContext)
  const reader = { username: player.username, language }
  const content = accountNotice(deployment, reader, 'passwordRecovered', occasion, about)
  const owner = { deployment: name, playerId: player.id }
  await services.outbox.postLater(transaction, owner, player.email, content, 'notices')
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
