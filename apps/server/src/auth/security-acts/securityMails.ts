import { lifetimes } from '@gatehouse/contract/limits'
import { paths } from '@gatehouse/contract/routes'
import { keyOf, type Player } from '../../database/accounts/players.ts'
import { listFormerRights } from '../../database/auth/rewinds.ts'
import { issueSafetyLink } from '../../database/auth/safetyLinkStatements.ts'
import { needsSecondFactor, type SafetyLinkKind } from '../../database/schema/values.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { ClientContext } from '../../http/clientContext.ts'
import type { ExpiringLink } from '../../mail/deliver.ts'
import { accountNotice, type NamedIn } from '../../mail/mails.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import { after } from '../../platform/clock.ts'
import { derived, isSame, newSecret } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { AuthServices } from '../authServices.ts'

/*
 * Each mail about the safety of an account: the limit of its address that it counts for, and the
 * target of its button. `freeze`, `unfreeze`, `stop`, and those of a recovery case are safety links with a number, `security` is the
 * section, and `connections` the linked accounts; where a deployment has no section, `freeze` and `security` lead to another password
 * instead, and a partner's player to the log-in. `link` is a link that the mail brings, `inSection` the target
 * in its place where there is a section. `toFormer`: earlier addresses with a right to the account get it, too.
 */

const ofLogIns = {
  newBrowser: { limit: 'mailsToAddress', wayBack: 'freeze' },
  newLogIn: { limit: 'mailsToAddress', wayBack: 'password' },
  leakedPassword: { limit: 'mailsToAddress', wayBack: 'password' },
  passkeySuspect: { limit: 'mailsToAddress', wayBack: 'security' },
} as const

const ofFactors = {
  passkeyAdded: { limit: 'securityMails', wayBack: 'freeze', toFormer: true },
  passkeyRemoved: { limit: 'securityMails', wayBack: 'freeze', toFormer: true },
  appAdded: { limit: 'securityMails', wayBack: 'freeze', toFormer: true },
  appRemoved: { limit: 'securityMails', wayBack: 'freeze', toFormer: true },
  twoStepOn: { limit: 'securityMails', wayBack: 'freeze', toFormer: true },
  twoStepOff: { limit: 'securityMails', wayBack: 'freeze', toFormer: true },
  codesMade: { limit: 'securityMails', wayBack: 'freeze', toFormer: true },
  codeUsed: { limit: 'securityMails', wayBack: 'freeze', toFormer: true },
  secondStepFailed: { limit: 'securityMails', wayBack: 'password' },
  passwordRemoved: { limit: 'securityMails', wayBack: 'freeze', toFormer: true },
  serviceWayOn: { limit: 'securityMails', wayBack: 'freeze', toFormer: true },
  serviceWayOff: { limit: 'securityMails', wayBack: 'freeze', toFormer: true },
} as const

/** A player has to get them, whatever a thief has caused, or their act has its own limit. */
const withoutLimit = {
  passwordChanged: { limit: null, wayBack: 'freeze' },
  passwordRecovered: { limit: null, wayBack: 'freeze' },
  usernameChanged: { limit: null, wayBack: 'freeze' },
  emailClaimed: { limit: null, wayBack: 'login' },
  emailWelcomed: { limit: null, wayBack: 'login' },
  emailWithdrawn: { limit: null, wayBack: 'login' },
  frozen: { limit: null, wayBack: 'unfreeze', toFormer: true },
  unfrozen: { limit: null, wayBack: 'freeze', toFormer: true },
  rewindWaits: { limit: null, wayBack: 'stop', toFormer: true },
  rewindStopped: { limit: null, wayBack: 'freeze', toFormer: true },
  recoverLink: { limit: null, wayBack: 'recover', toFormer: true },
  recoveryWaits: { limit: null, wayBack: 'cancel', toFormer: true },
  recoveryReady: { limit: null, wayBack: 'finish' },
  recoveryStopped: { limit: null, wayBack: 'security', toFormer: true },
  recovered: { limit: null, wayBack: 'freeze', toFormer: true },
  partnerRewound: { limit: null, wayBack: 'login' },
  safetyLink: { limit: null, wayBack: 'freeze', toFormer: true },
  deletionAsked: { limit: null, wayBack: 'freeze', toFormer: true },
  deletionCancelled: { limit: null, wayBack: 'freeze', toFormer: true },
  freezeGuessed: { limit: null, wayBack: 'freeze' },
  unfreezeGuessed: { limit: null, wayBack: 'unfreeze' },
  supportActed: { limit: null, wayBack: 'security' },
  linkMoves: { limit: null, wayBack: 'connections' },
  linkMoved: { limit: null, wayBack: 'connections' },
  linkKept: { limit: null, wayBack: 'connections' },
  linkArrived: { limit: null, wayBack: 'freeze' },
} as const

const withLink = {
  passwordRecovery: { limit: null, wayBack: 'link' },
  emailChangeConfirmation: { limit: null, wayBack: 'link' },
  emailChangeAsked: { limit: null, wayBack: 'link', inSection: 'freeze' },
  emailChanged: { limit: null, wayBack: 'link', inSection: 'freeze' },
  emailRestored: { limit: null, wayBack: 'link' },
  rewindDone: { limit: null, wayBack: 'link' },
} as const

export const securityMails = { ...ofLogIns, ...ofFactors, ...withoutLimit, ...withLink }

type Name = keyof typeof securityMails
type WayBack = (typeof securityMails)[Name]['wayBack']

interface MailRow {
  readonly wayBack: WayBack
  readonly inSection?: WayBack
  readonly toFormer?: boolean
}
const rows: Readonly<Record<Name, MailRow>> = securityMails
type Limit =
  | (typeof securityMails)[keyof typeof ofLogIns | keyof typeof ofFactors]['limit']
  | 'secureLinks'

interface MailLink {
  readonly path: string
  /** Where it expires from the sending on: its player waits for the mail. */
  readonly expiring?: ExpiringLink
}

/** Each mail with its values. */
type Mails = {
  readonly [N in Name]: { readonly name: N; readonly link?: undefined } & NamedIn[N]
}
type LinkMails = {
  readonly [N in keyof typeof withLink]: { readonly name: N; readonly link: MailLink } & NamedIn[N]
}

/** The limit of the address is asked before the transaction of the act. */
export type FactorMail = Mails[keyof typeof ofFactors]
export type UnlimitedMail = Mails[keyof typeof withoutLimit]
type LimitedMail = Mails[keyof typeof ofLogIns] | FactorMail
export type SecurityMail = LimitedMail | UnlimitedMail | LinkMails[keyof typeof withLink]

export type MailedPlayer = Pick<
  Player,
  'deployment' | 'id' | 'username' | 'email' | 'language' | 'factors' | 'auth_type'
>

export interface MailContext {
  readonly deployment: Deployment
  readonly services: Pick<AuthServices, 'clock' | 'key' | 'outbox' | 'secrets'>
  /** The sender of the request that caused the mail; null for an operator. */
  readonly clientContext: ClientContext | null
}

/** Counts a mail to an address; false beyond this limit. Never in a transaction. */
export async function mayMail(
  { deployment, services }: { deployment: Deployment; services: Pick<AuthServices, 'rateLimiter'> },
  email: string,
  limit: Limit,
): Promise<boolean> {
  return (await services.rateLimiter.consume(deployment, limit, keyOf(email))).isAdmitted
}

/** Mails within the limit of the mail, in its own transaction. */
export async function mailWithinLimit(
  context: MailContext & { readonly services: Pick<AuthServices, 'database' | 'rateLimiter'> },
  player: MailedPlayer,
  mail: LimitedMail,
): Promise<void> {
  if (!(await mayMail(context, player.email, securityMails[mail.name].limit))) return
  await inTransaction(context.services.database.kysely, (transaction) =>
    mailAbout(context, transaction, player, mail),
  )
}

/** Urgent mails, besides those with links that expire. */
const awaited: ReadonlySet<Name> = new Set(['frozen', 'emailClaimed'])

/**
 * Mails a player about the account, in the transaction of the mailed act; about some acts the readers of
 * its earlier addresses, too.
 */
export async function mailAbout(
  context: MailContext,
  transaction: Executor,
  player: MailedPlayer,
  mail: SecurityMail,
): Promise<void> {
  await mailTo(context, transaction, player, mail)
  const { deployment, services } = context
  if (!deployment.rules.hasSecuritySection || !rows[mail.name].toFormer) return
  const since = after(services.clock.now(), -deployment.rewind.days * 24 * 3600)
  for (const email of await listFormerRights(transaction, player, since)) {
    await mailTo(context, transaction, player, mail, email)
  }
}

/** `former` is the earlier address that gets the mail, in place of the present one. */
async function mailTo(
  context: MailContext,
  transaction: Executor,
  player: MailedPlayer,
  { name, link, ...named }: SecurityMail,
  former?: string,
): Promise<void> {
  const { deployment, services, clientContext } = context
  const language = mailLanguageOf(deployment, player, clientContext)
  const reader = { username: player.username, language }
  const occasion = { at: services.clock.now(), clientContext }
  const { inSection } = rows[name]
  const brings = link && !(inSection && deployment.rules.hasSecuritySection)
  const to = former ?? player.email
  const back = brings
    ? { path: link.path }
    : await wayBackOf(context, transaction, { ...player, email: to }, name, former !== undefined)
  const content = accountNotice(deployment, reader, name, occasion, { ...back, ...named })
  const owner = { deployment: deployment.name, playerId: player.id }
  const expiring = brings ? link.expiring : undefined
  if (expiring !== undefined || awaited.has(name)) {
    await services.outbox.post(transaction, owner, to, content, expiring)
  } else await services.outbox.postLater(transaction, owner, to, content)
}

/** The links of a recovery case have their own screen. */
const ofCase: ReadonlySet<SafetyLinkKind> = new Set(['recover', 'finish', 'cancel'])

/** Seconds for which the links of safety mails work; those of the news of an act as long as it can be undone. */
function lifeOf(kind: SafetyLinkKind, { rewind, recovery }: Deployment): number {
  if (kind === 'freeze') return rewind.days * 24 * 3600
  if (kind === 'stop') return rewind.waitHours * 3600
  if (kind === 'recover' || kind === 'finish') return lifetimes.recoveryLink
  if (kind === 'cancel') return recovery.waitDays * 24 * 3600 + lifetimes.recoveryReady
  return lifetimes.unfreezeLink
}

async function wayBackOf(
  { deployment, services: { clock, key, secrets } }: MailContext,
  transaction: Executor,
  player: MailedPlayer,
  name: Name,
  isFormer: boolean,
): Promise<{ readonly path: string; readonly number?: string }> {
  const { hasSecuritySection } = deployment.rules
  const { wayBack, inSection } = rows[name]
  const target = (hasSecuritySection && inSection) || wayBack
  // What opens an account goes to its present address alone.
  const kind = isFormer && target === 'unfreeze' ? 'freeze' : target
  if (kind === 'login' || kind === 'link') return { path: paths.login }
  if (kind === 'connections') return { path: paths.linkAccount }
  // An operator freezes where there is no section too.
  if (kind === 'password' || (kind !== 'unfreeze' && !hasSecuritySection)) {
    return { path: player.auth_type === 2 ? paths.login : paths.passwordRecovery }
  }
  if (kind === 'security') return { path: paths.security }
  const at = clock.now()
  const token = secrets.valueOf('safety link', player.id, newSecret())
  const link = { kind, token, expiresAt: after(at, lifeOf(kind, deployment)) }
  await issueSafetyLink(transaction, player, link, at)
  const screen = ofCase.has(kind) ? paths.recoverAccount : paths.accountSafety
  return {
    path: `${screen}?link=${token}`,
    ...(!takesFactor(kind, player) && { number: confirmationNumber(key.links[0], token) }),
  }
}

/**
 * Returns whether the act of a safety link takes a second factor: opening an account with a second
 * step, or without a password. Nothing changes factors while an account is frozen, so they are
 * those of the freeze. A program that opens every link has none: the number of the mail would prove
 * nothing more.
 */
export function takesFactor(kind: SafetyLinkKind, { factors }: Pick<Player, 'factors'>): boolean {
  // These come to who has a factor from before.
  if (kind === 'stop' || kind === 'reopen') return true
  return kind === 'unfreeze' && needsSecondFactor(factors)
}

/**
 * The six digits that stand in a mail beside its link, and in no link: a program that has opened
 * the link alone does not know them. They derive from the link's secret, so that nothing is stored.
 */
function confirmationNumber(key: Buffer, token: string): string {
  const bytes = Buffer.from(derived(key, 'safety number', token), 'base64url')
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/** Returns whether a number is that of a link's mail; spaces do not matter. */
export function isNumberOf(keys: Keys, token: string, given: string): boolean {
  const digits = given.replaceAll(/\s/g, '')
  return keys.some((key) => isSame(confirmationNumber(key, token), digits))
}
