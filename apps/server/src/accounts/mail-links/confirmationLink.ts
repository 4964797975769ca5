import { timingSafeEqual } from 'node:crypto'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { lifetimes } from '@gatehouse/contract/limits'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { isBanned } from '../../auth/login/bans.ts'
import { openSession } from '../../auth/session/openSession.ts'
import { findLinkOwner, takeMailLink } from '../../database/accounts/mailLinks.ts'
import { listConnectionsOf } from '../../database/federation/connectionStatements.ts'
import { ipBanOf } from '../../database/auth/ipBans.ts'
import {
  confirmPlayer,
  findById,
  keyOf,
  type Player,
  verifyEmail,
} from '../../database/accounts/players.ts'
import { listUnconfirmed } from '../../database/accounts/unconfirmedPlayers.ts'
import { isEmailTaken } from '../../database/accounts/emailChanges.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { EmailVerification, MailLinkKind } from '../../database/schema/values.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { isForOtherDeployment } from '../../deployments/isForOtherDeployment.ts'
import type { AccountCall, AccountServices } from '../accountServices.ts'

const hour = 3600

/** The answer of a call that confirms an account. */
type Confirmed = AnswerOf<'confirmEmail'>

/**
 * The name of the account where the link's page has shown it, and the client that asked for the
 * log-in.
 */
interface Given {
  readonly Username?: string | undefined
  readonly ClientId?: string | undefined
}

/**
 * Confirms the account of a link and returns its username. Of several registrations with one
 * address the first to be confirmed has it: the links of the others are refused. While several
 * wait, the call names its account, which it learns by a refusal: the reader of the mailbox knows
 * which one it is. The browser that registered is logged in.
 */
export async function confirmByLink(
  context: AccountCall,
  kind: MailLinkKind,
  token: string,
  given: Given,
): Promise<Confirmed> {
  const { services, deployment, rules, report } = context
  const { Username: named = '', ClientId = '' } = given
  if (isForOtherDeployment(services.deployments, deployment, { ClientId, StudioName: '' })) {
    throw refuse('ERROR_NOT_ALLOWED')
  }
  const use = await useLink(context, kind, token, named).catch((error: unknown) => {
    throw isValueTaken(error) ? refuse('ERROR_EMAIL_EXIST', { property: '' }) : error
  })
  if (use.outcome === 'used') {
    report('account.confirmed', use.playerId)
    return { Username: use.username, ...(await logInRegistrant(context, use, ClientId)) }
  }
  if (rules.goesBeyondSpecification) {
    const Username = await confirmedOwner(context, kind, token)
    if (Username !== null) return { Username, IsRepeated: true }
  }
  if (use.outcome === 'repeated') return { Username: use.username }
  if (use.outcome === 'expired') throw refuse('ERROR_EMAIL_RECOVERY_EXPIRED')
  return refuseUnknownLink(context)
}

/**
 * The username of the confirmed account that a link was for, whether it is used, over or replaced;
 * null for any other link. It was read in the mailbox of the account's address, whose mail shows
 * the name.
 */
async function confirmedOwner(
  { deployment, services }: AccountCall,
  kind: MailLinkKind,
  token: string,
): Promise<string | null> {
  const { kysely } = services.database
  const link = services.secrets.lookup('mail link', token)
  const id = await findLinkOwner(kysely, deployment.name, kind, link)
  const player = id === null ? undefined : await findById(kysely, deployment.name, id)
  return player && player.confirmed_at !== null ? player.username : null
}

/**
 * Logs the player in whose account was confirmed just now, in the browser that registered it within
 * a day: its visitor chose the password there, and has read the mailbox. Nothing is answered in any
 * other browser, to a banned or frozen account, and where the account was revoked in the meantime.
 * The link's one use is that of the browser's secret, too.
 */
async function logInRegistrant(
  context: AccountCall,
  { playerId, browserHash }: { readonly playerId: number; readonly browserHash: Buffer | null },
  clientId: string,
): Promise<{ readonly Created?: string }> {
  const { deployment, rules, services, clientContext, response } = context
  const { database, clock } = services
  const secret = clientContext.cookie('registration')
  if (!rules.goesBeyondSpecification || secret === null || browserHash === null) return {}
  if (!timingSafeEqual(hashOf(secret), browserHash)) return {}
  response.clear('registration')
  const now = clock.now()
  const player = await findById(database.kysely, deployment.name, playerId)
  if (!player || player.created_at <= after(now, -lifetimes.registeredBrowser)) return {}
  // Another password, or a revocation: the browser's proof is older.
  if (player.password_set_at !== null || player.trust_reset_at !== null) return {}
  if (await isBanned(context, player)) return {}
  if ((await ipBanOf(database, deployment.name, clientContext.ip, 'login', now)) !== null) return {}
  const authentication = { methods: ['pwd'], clientId, partner: null } as const
  const login = await openSession(context, null, player, authentication)
  return login.outcome === 'session' ? { Created: login.sessionId } : {}
}

function useLink(
  { deployment, services }: AccountCall,
  kind: MailLinkKind,
  token: string,
  named: string,
) {
  const { database, clock, settings, secrets } = services
  const now = clock.now()
  const repeatableSince = after(now, -settings.MAIL_LINK_REPEAT_HOURS * hour)
  const link = secrets.lookup('mail link', token)
  return inTransaction(database.kysely, async (transaction) => {
    const { name } = deployment
    const taken = await takeMailLink(transaction, name, kind, link, now, repeatableSince)
    if (!('playerId' in taken)) return taken
    const { playerId } = taken
    const player = await findById(transaction, name, playerId)
    const username = player?.username ?? ''
    if (taken.outcome === 'used') {
      if (keyOf(named) !== keyOf(username) && (await isShared(transaction, player, now))) {
        // Nothing is kept: the link works on.
        throw refuse('ERROR_EMAIL_SHARED', { account: { Username: username } })
      }
      const by = emailVerifiedByLink(deployment)
      await confirmAccount(services, transaction, deployment, playerId, by)
    }
    return { ...taken, username }
  })
}

/** True while several accounts wait for one address, and none has it. */
async function isShared(
  transaction: Executor,
  player: Player | undefined,
  now: Date,
): Promise<boolean> {
  if (player === undefined) return false
  const { deployment, email, id } = player
  const waiting = await listUnconfirmed(transaction, deployment, email)
  return waiting.length > 1 && !(await isEmailTaken(transaction, deployment, email, id, now))
}

/**
 * Confirms an account, whose address was just verified; of a confirmed one it keeps the safer way.
 * Clients are notified of the account now, and not when a visitor typed an address into a form.
 * Throws a ValueTakenError when another account has the address.
 */
export async function confirmAccount(
  { clock, events }: Pick<AccountServices, 'clock' | 'events'>,
  transaction: Executor,
  deployment: Deployment,
  playerId: number,
  by: EmailVerification,
): Promise<void> {
  const { name } = deployment
  const isNew = await confirmPlayer(transaction, name, playerId, clock.now())
  await verifyEmail(transaction, name, playerId, by)
  if (!isNew) return
  const player = await findById(transaction, name, playerId)
  if (!player) return
  const { username } = player
  // Who came with a service has had an account since.
  const wasThere = (await listConnectionsOf(transaction, name, playerId)).length > 0
  const event = wasThere
    ? ({ type: 'account.email_changed', playerId } as const)
    : ({ type: 'account.created', playerId, username } as const)
  await events.publish(transaction, deployment, event)
}

/**
 * The player whose registration a link was for, while it waits to be confirmed: the link may be
 * expired or replaced, but it was read in the player's mailbox. Refuses any other link.
 */
export async function registrantOfLink(
  context: AccountCall,
  kind: MailLinkKind,
  token: string,
): Promise<Player> {
  const { deployment, services } = context
  const { kysely } = services.database
  const link = services.secrets.lookup('mail link', token)
  const id = await findLinkOwner(kysely, deployment.name, kind, link)
  const player = id === null ? undefined : await findById(kysely, deployment.name, id)
  return player?.confirmed_at === null ? player : refuseUnknownLink(context)
}

/** How a mail link verifies an address: where links act on load, that may be a mail scanner. */
export function emailVerifiedByLink({
  mailLinks,
}: Pick<Deployment, 'mailLinks'>): EmailVerification {
  return mailLinks === 'button' ? 'press' : 'load'
}

/** Limits the unknown links of an address, so that an attacker cannot try tokens. */
export async function refuseUnknownLink(
  context: Pick<AccountCall, 'deployment' | 'services' | 'clientContext'>,
): Promise<never> {
  await consumeOrRefuse({ ...context, refuse }, 'unknownLinks', context.clientContext.address)
  throw refuse('ERROR_EMAIL_RECOVERY_NOTEXISTS')
}
