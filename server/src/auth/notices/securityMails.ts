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
const securityMails = {
  newBrowser: { limit: 'mailsToAddress', wayBack: 'freeze' },
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
  passwordRemoved: { limit: 'securityMails', wayBack: 'freeze' },
  frozen: { limit: null, wayBack: 'unfreeze' },
  unfrozen: { limit: null, wayBack: 'freeze' },
  supportActed: { limit: null, wayBack: 'security' },
} as const

type Rows = typeof securityMails
type Limit = Exclude<Rows[keyof Rows]['limit'], null>
type WayBack = Rows[keyof Rows]['wayBack']

type NameWithin<L> = { [N in keyof Rows]: Rows[N]['limit'] extends L ? N : never }[keyof Rows]

/** A mail with what it names: an app or a passkey, or the number of codes that are left. */
export interface SecurityMail<N extends keyof Rows = keyof Rows> {
  readonly name: N
  readonly factor?: string
  readonly left?: string
}

/** A mail that counts for one limit, which is what an act asks before it posts it. */
export type SecurityMailWithin<L extends Limit> = SecurityMail<NameWithin<L>>

/** To whom it goes: to the present address alone. */
export type MailedPlayer = Pick<Player, 'deployment' | 'id' | 'username' | 'email' | 'language'>

export interface SecurityMailServices {
  readonly clock: Clock
  readonly key: ServerKey
  readonly outbox: Outbox
  readonly secrets: PlayerSecrets
}

interface LimitedMailContext {
  readonly deployment: Deployment
  readonly services: SecurityMailServices & {
    readonly database: Database
    readonly rateLimiter: RateLimiter
  }
  readonly clientContext: ClientContext
}

/** Whether an address may get another mail that counts for this limit. Never in a transaction. */
export async function mayMail(
  {
    deployment,
    services,
  }: {
    readonly deployment: Deployment
    readonly services: Pick<LimitedMailContext['services'], 'rateLimiter'>
  },
  email: string,
  limit: Limit,
): Promise<boolean> {
  return (await services.rateLimiter.consume(deployment, limit, keyOf(email))).isAdmitted
}

/** Mails what was refused or seen in a transaction of its own, within its limit. */
export async function mailWithinLimit(
  context: LimitedMailContext,
  player: MailedPlayer,
  mail: SecurityMailWithin<Limit>,
): Promise<void> {
  const { deployment, services, clientContext } = context
  if (!(await mayMail(context, player.email, securityMails[mail.name].limit))) return
  await inTransaction(services.database.kysely, (transaction) =>
    mailAbout(services, transaction, deployment, player, mail, clientContext),
  )
}

/**
 * Mails a player what was done to the account, in the transaction of the act. `visitor` is who caused it;
 * null for an operator.
 */
export async function mailAbout(
  services: SecurityMailServices,
  transaction: Executor,
  deployment: Deployment,
  player: MailedPlayer,
  { name, ...named }: SecurityMail,
  visitor: ClientContext | null,
): Promise<void> {
  const language = mailLanguageOf(deployment, player, visitor)
  const reader = { username: player.username, language }
  const occasion = { at: services.clock.now(), clientContext: visitor }
  const back = await wayBackOf(services, transaction, deployment, player, name)
  const content = accountNotice(deployment, reader, name, occasion, { ...back, ...named })
  const owner = { deployment: deployment.name, playerId: player.id }
  // A frozen player waits for the way back in.
  if (name === 'frozen') await services.outbox.post(transaction, owner, player.email, content)
  else await services.outbox.postLater(transaction, owner, player.email, content, 'notices')
}

const lives = { freeze: lifetimes.freezeLink, unfreeze: lifetimes.unfreezeLink } as const

async function wayBackOf(
  { clock, key, secrets }: SecurityMailServices,
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
