import type { SignInMethod } from '@gatehouse/contract/activity'
import { maskEmail } from '@gatehouse/contract/display'
import type { SecondFactor } from '@gatehouse/contract/errorItems'
import { isSamePassword } from '@gatehouse/contract/fields'
import { findById, hasPassword, type Player } from '../../database/accounts/players.ts'
import { findLoginCandidate } from '../../database/auth/loginCandidates.ts'
import {
  countTry,
  forgiveTry,
  readSafetyLinkRow,
  type SafetyLinkFound,
} from '../../database/auth/safetyLinkStatements.ts'
import { factorBits, type SafetyLinkKind } from '../../database/schema/values.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { normalizeName } from '../../platform/normalizeName.ts'
import { ErrorCollector, refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import { recordMailedAct } from '../security-acts/recordAct.ts'
import { isNumberOf, mailAbout, mayMail, takesFactor } from '../security-acts/securityMails.ts'
import { type AuthCall, type AuthContext, handler } from '../authServices.ts'
import { passwordRefusal } from '../password/passwordRefusal.ts'
import { askForPasskey } from '../passkeys/verifyPasskey.ts'
import { consumeForPlayer } from '../rate-limits/consumeByBrowser.ts'
import { knownBrowserOf } from '../rate-limits/knownBrowsers.ts'
import { consumeOrRefuse } from '../rate-limits/rateLimiter.ts'
import { checkFactor, misread, type RightFactor } from '../second-factor/checkFactor.ts'
import { openSession } from '../session/openSession.ts'
import { secondFactorsOf } from '../session/requiredSecondStep.ts'
import { freezeByLink, unfreezeByLink } from './freezeAccount.ts'

/*
 * Links that change nothing when they are opened. They act by a press in a known browser, or in
 * one with the digits of the mail: a scanner that opens every
 * link and presses every button has neither.
 */

const mostTries = 5
const day = 24 * 3600

/**
 * Mails the way back into a frozen account to its address; older links end. Every name is answered
 * alike.
 */
export const askSafetyLink = handler('askSafetyLink', async (context) => {
  const { input, deployment, services, clientContext } = context
  const { UsernameOrEmail: name } = input.body
  if (name === '') throw context.refuse('ERROR_USERNAME_EMPTY', { property: 'UsernameOrEmail' })
  const { database, clock } = services
  const { ip } = clientContext
  const { player } = await findLoginCandidate(database, deployment.name, name, ip, clock.now())
  await consumeForPlayer(context, 'safetyLinkRequests', player)
  if (!player || player.frozen_at === null) return {}
  if (!(await mayMail(context, player.email, 'mailsToAddress'))) return {}
  await inTransaction(database.kysely, (transaction) =>
    mailAbout(context, transaction, player, { name: 'frozen' }),
  )
  return {}
})

/** Answers the use of a link of a safety mail, and changes nothing. */
export const readSafetyLink = handler('readSafetyLink', async (context) => {
  const { link, player } = await findOpenLink(context, context.input.body.Link)
  return {
    Kind: link.kind,
    Username: player.username,
    NeedsNumber: needsNumberHere(context, link.kind, player),
    NeedsPassword: setsPassword(link.kind, player),
    Ways: [...waysAsked(link.kind, player)],
  }
})

/**
 * Answers the question for the passkeys of a frozen account, for this link alone. It changes
 * nothing. Refuses an account without a passkey.
 */
export const safetyProofOptions = handler('safetyProofOptions', async (context) => {
  const { sought, link, player } = await findOpenLink(context, context.input.body.Link)
  if (!waysAsked(link.kind, player).includes('passkey')) throw refuse('ERROR_NOT_ALLOWED')
  const Options = await askForPasskey(context, { ...passkeyAsked(sought), playerId: player.id })
  if (Options === null) throw refuse('ERROR_NOT_ALLOWED')
  return { Options }
})

/**
 * Freezes an account by the link of a mail, or opens a frozen one with a new password. Refuses an
 * unknown browser without the digits of the mail; five wrong numbers end the link, and
 * its player is notified. A player with a second step shows it, so that the mailbox alone opens
 * nothing: its tries count with those of log-ins. An opening that proved as much as a log-in does
 * signs the player in. Repeated within a day it answers the same and does nothing.
 */
export const actOnSafetyLink = handler(
  'actOnSafetyLink',
  async (context) => {
    const { input, inputErrors, services, response } = context
    const { Act, Number: given, Password, Confirm } = input.body
    const errors = new ErrorCollector<'actOnSafetyLink'>(inputErrors)
    // No form sends these: they are refused before they cost a query.
    errors.throwIfAny()
    const { sought, link, player, isUsed } = await findLink(context, input.body.Link)
    if (link.kind !== Act) throw refuse('ERROR_SAFETY_LINK_NOTEXISTS')
    const done = { Outcome: 'done', Email: maskEmail(player.email) } as const
    if (isUsed) return done
    if (isDone(link, player)) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
    const needsNumber = needsNumberHere(context, link.kind, player)
    const needsPassword = setsPassword(Act, player)
    if (needsNumber && given === '') errors.add('ERROR_NUMBER_INVALID')
    if (needsPassword) {
      errors.add(await passwordRefusal(context, player, Password))
      if (!isSamePassword(Confirm, Password)) errors.add('ERROR_CONFIRM_PASSWORD_INVALID')
    }
    const asksFactor = waysAsked(link.kind, player).length > 0
    if (asksFactor) errors.add(missingFactor(context))
    errors.throwIfAny()
    if (needsNumber) await requireNumber(context, { sought, link, player })
    const factor = asksFactor ? await rightFactor(context, sought, player) : null
    const hash = needsPassword ? await services.passwords.hash(Password) : null
    const isNew =
      Act === 'freeze'
        ? await freezeByLink(context, sought, player)
        : await unfreezeByLink(context, sought, player, { hash, factor })
    if (!isNew) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
    if (Act === 'freeze') return done
    const isKnown = isKnownHere(context, player)
    response.setKnownBrowserCookie(player.id)
    const methods = methodsShown({ setsPassword: needsPassword, isKnown, factor })
    const Created = methods && (await signIn(context, player, methods))
    return Created ? { ...done, Created } : done
  },
  { collectsErrors: true },
)

/**
 * Returns whether an act sets a password: an opening does, of a player who had one, or who had services
 * alone, which the freeze has switched off.
 */
function setsPassword(kind: SafetyLinkKind, player: Player): boolean {
  const hasOther = (player.factors & (factorBits.passkey | factorBits.app)) !== 0
  return kind === 'unfreeze' && player.auth_type === 1 && (hasPassword(player) || !hasOther)
}

/**
 * The second factors of which an act needs one. A thief first has the mailbox and the password of
 * an account.
 */
export function waysAsked(
  kind: SafetyLinkKind,
  player: Pick<Player, 'factors'>,
): readonly SecondFactor[] {
  return takesFactor(kind, player) ? secondFactorsOf(player.factors) : []
}

interface Shown {
  readonly setsPassword: boolean
  readonly isKnown: boolean
  readonly factor: RightFactor | null
}

/**
 * The methods of the session that the proofs of an opening are enough for: a password that was set
 * just now with a second factor or in a known browser, or a passkey. Null for the mailbox alone.
 */
function methodsShown({ setsPassword, isKnown, factor }: Shown): readonly SignInMethod[] | null {
  if (factor === null) return setsPassword && isKnown ? ['pwd'] : null
  if (setsPassword) return ['pwd', factor.method === 'pk' ? 'pk2' : factor.method]
  return factor.method === 'pk' ? ['pk'] : null
}

/**
 * The session id of a player whose account was opened just now; null where another reason refuses
 * it.
 */
async function signIn(
  context: AuthContext<'actOnSafetyLink'>,
  { id }: Player,
  methods: readonly SignInMethod[],
): Promise<string | null> {
  const { deployment, services } = context
  const player = await findById(services.database.kysely, deployment.name, id)
  if (!player || player.banned_at !== null || player.confirmed_at === null) return null
  const login = await openSession(context, null, player, { methods, clientId: '', partner: null })
  return login.outcome === 'session' ? login.sessionId : null
}

/** The error of a second factor that is asked and was not given; it costs no try. */
function missingFactor({ input }: AuthContext<'actOnSafetyLink'>) {
  const { Way, Code = '', Credential } = input.body
  if (Way === 'passkey') return Credential === undefined ? 'ERROR_PASSKEY_REFUSED' : null
  if (Way !== undefined && misread({ Way, Code }) === null) return null
  return Way === 'recovery-code' ? 'ERROR_RECOVERY_CODE_INVALID' : 'ERROR_CODE_INVALID'
}

/**
 * The given second factor, not consumed yet. Tries count as they do at log-ins. Refuses a wrong
 * one.
 */
async function rightFactor(
  context: AuthContext<'actOnSafetyLink'>,
  sought: SecretLookup,
  player: Player,
): Promise<RightFactor | null> {
  const { Way, Code = '', Credential } = context.input.body
  if (Way === undefined) return null
  const asked = passkeyAsked(sought)
  const factor = await checkFactor(context, player, { Way, Code, Credential }, asked)
  if (factor.outcome !== 'right') throw factor.refusal
  return factor
}

/** A passkey answers for one link alone. */
function passkeyAsked({ hash }: SecretLookup) {
  return { purpose: 'safety', subject: hash.toString('base64url') } as const
}

interface LinkFound {
  readonly sought: SecretLookup
  readonly link: SafetyLinkFound
  readonly player: Player
  /** It acted within a day. */
  readonly isUsed: boolean
}

/** The link of a call and its player. Refuses a link that is over, and one that was never sent. */
async function findLink(context: AuthCall, token: string): Promise<LinkFound> {
  const { deployment, services, clientContext } = context
  const { kysely } = services.database
  const sought = services.secrets.lookup('safety link', token)
  const link = await readSafetyLinkRow(kysely, deployment.name, sought)
  const player = link && (await findById(kysely, deployment.name, sought.playerId))
  // It went to an address that is another one's by now.
  if (!link || !player || link.email_key !== normalizeName(player.email)) {
    await consumeOrRefuse({ ...context, refuse }, 'unknownLinks', clientContext.address)
    throw refuse('ERROR_SAFETY_LINK_NOTEXISTS')
  }
  const now = services.clock.now()
  const isUsed = link.used_at !== null
  const isOver =
    link.used_at === null
      ? link.superseded_at !== null || link.expires_at <= now || link.tries >= mostTries
      : link.used_at <= after(now, -day)
  if (isOver) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  return { sought, link, player, isUsed }
}

/** The same, and refuses a link that has nothing left to do. */
async function findOpenLink(context: AuthCall, token: string): Promise<LinkFound> {
  const found = await findLink(context, token)
  if (found.isUsed || isDone(found.link, found.player)) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  return found
}

function isDone({ kind }: SafetyLinkFound, { frozen_at }: Player): boolean {
  return kind === 'unfreeze' ? frozen_at === null : frozen_at !== null
}

function isKnownHere({ services, clientContext }: AuthCall, player: Player): boolean {
  const { key, clock } = services
  const cookie = clientContext.cookie('browser')
  return knownBrowserOf(key.browsers, cookie, player, clock.now()) !== null
}

function needsNumberHere(context: AuthCall, kind: SafetyLinkKind, player: Player): boolean {
  return !takesFactor(kind, player) && !isKnownHere(context, player)
}

/**
 * Refuses a wrong number. Each is counted before it is compared: for the link, and for its player,
 * who is notified of the one that ends the link.
 */
async function requireNumber(
  context: AuthContext<'actOnSafetyLink'>,
  { sought, link, player }: Pick<LinkFound, 'sought' | 'link' | 'player'>,
): Promise<void> {
  const { input, deployment, services } = context
  const { kysely } = services.database
  const { Link, Number: given } = input.body
  // What the mail cannot show is no try.
  if (!/^\d{6}$/.test(given)) throw refuse('ERROR_NUMBER_INVALID')
  const limited = ['wrongSafetyNumbers', `player ${player.id}`] as const
  await consumeOrRefuse(context, ...limited)
  const tries = await countTry(kysely, deployment.name, sought, mostTries)
  if (tries === null) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  if (!isNumberOf(services.key.links, Link, given)) {
    if (tries === mostTries) {
      const act = { act: 'numbers-guessed', shown: {}, actor: 'mail', kind: link.kind } as const
      await inTransaction(kysely, (transaction) =>
        recordMailedAct(context, transaction, player, act),
      )
    }
    throw refuse('ERROR_NUMBER_INVALID')
  }
  await forgiveTry(kysely, deployment.name, sought)
  await services.rateLimiter.refund(deployment, [limited], 'one')
}
