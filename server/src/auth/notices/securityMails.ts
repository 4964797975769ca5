import { lifetimes } from '@gatehouse/contract/limits'
import { paths } from '@gatehouse/contract/routes'
import { keyOf, type Player } from '../../database/accounts/players.ts'
import { issueSafetyLink } from '../../database/auth/safetyLinks.ts'
import { inTransaction } from '../../database/connection/inTransaction.ts'
import type { Database } from '../../database/connection/openDatabase.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { ClientContext } from '../../http/clientContext.ts'
import { accountNotice } from '../../mail/accountNotice.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { after, type Clock } from '../../platform/clock.ts'
import type { PlayerSecrets } from '../../platform/crypto/playerSecret.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { RateLimiter } from '../abuse/rateLimiter.ts'
import { numberOf } from './numberOf.ts'

/**
 * Each mail about the safety of an account: which limit of its address it counts for, and where its button
 * leads. `freeze` and `unfreeze` are safety links with a number, `security` is the section; where a
 * deployment has no section, `freeze` and `security` lead to another password instead. Without a limit go
 * those that a player has to get, whatever a thief has caused before.
 */
export const securityMails = {
  newBrowser: { limit: 'mailsToAddress', wayBack: 'freeze' },
  newLogIn: { limit: 'mailsToAddress', wayBack: 'password' },
  passkeyAdded: { limit: 'securityMails', wayBack: 'freeze' },
  passkeyRemoved: { limit: 'securityMails', wayBack: 'freeze' },
  passkeySuspect: { limit: 'mailsToAddress', wayBack: 'security' },
  appAdded: { limit: 'securityMails', wayBack: 'freeze' },
  appRemoved: { limit: 'securityMails', wayBack: 'freeze' },
  twoStepOn: { limit: 'securityMails', wayBack: 'freeze' },
  twoStepOff: { limit: 'securityMails', wayBack: 'freeze' },
  codesMade: { limit: 'securityMails', wayBack: 'freeze' },
  codeUsed: { limit: 'securityMails', wayBack: 'freeze' },
  secondStepFailed: { limit: 'securityMails', wayBack: 'password' },
  passwordChanged: { limit: null, wayBack: 'password' },
  passwordRecovered: { limit: null, wayBack: 'password' },
  passwordRemoved: { limit: 'securityMails', wayBack: 'freeze' },
  usernameChanged: { limit: null, wayBack: 'password' },
  frozen: { limit: null, wayBack: 'unfreeze' },
  unfrozen: { limit: null, wayBack: 'freeze' },
  supportActed: { limit: null, wayBack: 'security' },
} as const

type Rows = typeof securityMails
type Limit = Rows[keyof Rows]['limit']
type WayBack = Rows[keyof Rows]['wayBack']

type NameWithin<L> = { [N in keyof Rows]: Rows[N]['limit'] extends L ? N : never }[keyof Rows]

/** A mail with what it names: an app or a passkey, how many codes are left, a name, or services. */
export interface SecurityMail<N extends keyof Rows = keyof Rows> {
  readonly name: N
  readonly factor?: string
  readonly left?: string
  readonly oldName?: string
  readonly services?: readonly string[]
}

/** A mail that counts for one of these limits; null for none. */
export type SecurityMailWithin<L extends Limit> = SecurityMail<NameWithin<L>>

/** To whom it goes: to the present address alone. */
export type MailedPlayer = Pick<Player, 'deployment' | 'id' | 'username' | 'email' | 'language'>

export interface MailContext {
  readonly deployment: Deployment
  readonly services: {
    readonly clock: Clock
    readonly key: ServerKey
    readonly outbox: Outbox
    readonly secrets: PlayerSecrets
  }
  /** Who caused it; null for an operator. */
  readonly clientContext: ClientContext | null
}

interface LimitContext {
  readonly deployment: Deployment
  readonly services: { readonly rateLimiter: RateLimiter }
}

type LimitedMailContext = MailContext &
  LimitContext & { readonly services: { readonly database: Database } }

/** Whether an address may get another mail that counts for this limit. Never in a transaction. */
export async function mayMail(
  { deployment, services }: LimitContext,
  email: string,
  limit: NonNullable<Limit>,
): Promise<boolean> {
  return (await services.rateLimiter.consume(deployment, limit, keyOf(email))).isAdmitted
}

/** Mails what was refused or seen in a transaction of its own, within its limit. */
export async function mailWithinLimit(
  context: LimitedMailContext,
  player: MailedPlayer,
  mail: SecurityMailWithin<NonNullable<Limit>>,
): Promise<void> {
  if (!(await mayMail(context, player.email, securityMails[mail.name].limit))) return
  await inTransaction(context.services.database.kysely, (transaction) =>
    mailAbout(context, transaction, player, mail),
  )
}

/** Mails a player about the account, in the transaction of what is mailed. */
export async function mailAbout(
  { deployment, services, clientContext }: MailContext,
  transaction: Executor,
  player: MailedPlayer,
  { name, ...named }: SecurityMail,
): Promise<void> {
  const language = mailLanguageOf(deployment, player, clientContext)
  const reader = { username: player.username, language }
  const occasion = { at: services.clock.now(), clientContext }
  const back = await wayBackOf(services, transaction, deployment, player, name)
  const content = accountNotice(deployment, reader, name, occasion, { ...back, ...named })
  const owner = { deployment: deployment.name, playerId: player.id }
  // A frozen player waits for the way back in.
  if (name === 'frozen') await services.outbox.post(transaction, owner, player.email, content)
  else await services.outbox.postLater(transaction, owner, player.email, content, 'notices')
}

const lives = { freeze: lifetimes.freezeLink, unfreeze: lifetimes.unfreezeLink } as const

async function wayBackOf(
  { clock, key, secrets }: MailContext['services'],
  transaction: Executor,
  { rules }: Deployment,
  player: MailedPlayer,
  name: keyof Rows,
): Promise<{ readonly path: string; readonly number?: string }> {
  const kind: WayBack = securityMails[name].wayBack
  // An operator freezes where there is no section too.
  if (kind === 'password' || (kind !== 'unfreeze' && !rules.hasSecuritySection)) {
    return { path: paths.passwordRecovery }
  }
  if (kind === 'security') return { path: paths.security }
  const at = clock.now()
  const token = secrets.valueOf('safety link', player.id, newSecret())
  const link = { kind, token, expiresAt: after(at, lives[kind]) }
  await issueSafetyLink(transaction, player, link, at)
  return {
    path: `${paths.accountSafety}?link=${token}`,
    number: numberOf(key.links[0], token),
  }
}
