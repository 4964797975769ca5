import type { SignInMethod } from '@gatehouse/contract/activity'
import { maskEmail } from '@gatehouse/contract/display'
import { isSamePassword } from '@gatehouse/contract/fields'
import { findById, type Player } from '../../database/accounts/players.ts'
import { emailKey, holderOf, usernameKey } from '../../database/accounts/uniqueValues.ts'
import { findLoginCandidate } from '../../database/auth/loginCandidates.ts'
import { needsSecondFactor } from '../../database/schema/values.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { ErrorCollector, refuse } from '../../platform/apiError.ts'
import { type AuthContext, handler } from '../authServices.ts'
import { askForPasskey } from '../passkeys/verifyPasskey.ts'
import { passwordRefusal } from '../password/passwordRefusal.ts'
import { consumeForPlayer } from '../rate-limits/consumeByBrowser.ts'
import { consumeOrRefuse } from '../rate-limits/rateLimiter.ts'
import { checkFactor, misread, type RightFactor } from '../second-factor/checkFactor.ts'
import { type Factors, type PastEntry, waysOf } from '../security-acts/past.ts'
import { mailAbout, mayMail } from '../security-acts/securityMails.ts'
import { openSession } from '../session/openSession.ts'
import { doneByLink } from './doneByLink.ts'
import { freezeByLink, releaseByLink, unfreezeByLink } from './freezeAccount.ts'
import { withPlace } from './readActivity.ts'
import { mailRecoveryLink } from './openRecovery.ts'
import { cancelByLink, finishByLink, readCase } from './recoverByLink.ts'
import { restoreByLink, type Restoring, stopRewindByLink } from './rewindByLink.ts'
import {
  actsOfLinks,
  asksOf,
  findLink,
  isKnownHere,
  type LinkAsks,
  type LinkFound,
  passkeyAsked,
  subjectOf,
} from './safetyLinks.ts'
import { requireNumber } from './requireNumber.ts'

type Context = AuthContext<'actOnSafetyLink'>

/**
 * Mails the way back into a frozen account to its address, where older links end; or, asked for, a link that
 * secures the account, or one that recovers it from the loss of its second factors, to every address that has
 * a right to it. Every name is answered alike.
 */
export const askSafetyLink = handler('askSafetyLink', async (context) => {
  const { input, services } = context
  const { UsernameOrEmail: name, For } = input.body
  if (name === '') throw context.refuse('ERROR_USERNAME_EMPTY', { property: 'UsernameOrEmail' })
  const player = await findNamed(context, name)
  await consumeForPlayer(context, 'safetyLinkRequests', player)
  if (For === 'recover') {
    if (player && needsSecondFactor(player.factors)) await mailRecoveryLink(context, player)
    return {}
  }
  const isAsked = For === 'secure' || player?.frozen_at !== null
  if (!player || !isAsked || player.confirmed_at === null) return {}
  const mail = For === 'secure' ? 'safetyLink' : 'frozen'
  if (!(await mayMail(context, player.email, mail === 'frozen' ? 'mailsToAddress' : 'secureLinks')))
    return {}
  await inTransaction(services.database.kysely, (transaction) =>
    mailAbout(context, transaction, player, { name: mail }),
  )
  return {}
})

/** The player of a name or an address, or of one that a thief has replaced. */
async function findNamed(
  { input, deployment, services, clientContext }: AuthContext<'askSafetyLink'>,
  name: string,
): Promise<Player | undefined> {
  const { database, clock } = services
  const now = clock.now()
  const { kysely } = database
  const { player } = await findLoginCandidate(
    database,
    deployment.name,
    name,
    clientContext.ip,
    now,
  )
  if (player) return findById(kysely, deployment.name, player.id)
  if (input.body.For === undefined || input.body.For === 'unfreeze') return undefined
  const key = name.includes('@') ? emailKey(name) : usernameKey(name)
  const holder = await holderOf(kysely, deployment.name, key, now)
  return holder ? findById(kysely, deployment.name, holder.playerId) : undefined
}

/** Answers the use of a link of a safety mail, and changes nothing. */
export const readSafetyLink = handler('readSafetyLink', async (context) => {
  const { deployment, services } = context
  const found = await findLink(context, context.input.body.Link)
  const { link, player } = found
  const about = {
    Kind: link.kind,
    Username: player.username,
    IsFrozen: player.frozen_at !== null,
    WaitHours: deployment.rewind.waitHours,
    Days: deployment.rewind.days,
  }
  const act = found.isUsed ? link.used_for : null
  if (act !== null) {
    const Done = { Act: act, ...(await doneByLink(context, found, act)) }
    return { ...about, ...nothingAsked, Done }
  }
  const asks = await asksOf(context, services.database.kysely, found)
  return {
    ...about,
    NeedsNumber: asks.needsNumber,
    NeedsPassword: asks.needsPassword,
    Ways: [...asks.ways],
    MayRelease: asks.mayRelease,
    RewindAt: asks.waiting?.due_at.toISOString() ?? null,
    Entries: asks.entries.map((entry) => ({
      ...withPlace(context, entry),
      IsTakenBack: entry.isTakenBack,
      Ways: [...waysOf(entry.account)],
    })),
    Recovery: asks.recovery && (await readCase(context, player, asks.recovery)),
    Done: null,
  }
})

/** What a link takes that has done its work. */
const nothingAsked = {
  NeedsNumber: false,
  NeedsPassword: false,
  Ways: [],
  MayRelease: false,
  RewindAt: null,
  Entries: [],
  Recovery: null,
}

/**
 * Answers the question for the passkeys of an account, for this link alone. It changes nothing. Refuses an
 * account without a passkey.
 */
export const safetyProofOptions = handler('safetyProofOptions', async (context) => {
  const { input, services } = context
  const found = await findLink(context, input.body.Link)
  const asks = await asksOf(context, services.database.kysely, found)
  const from = entryOf(asks, input.body.From)
  const among = from?.account ?? asks.among
  const ways = from ? waysOf(from.account) : asks.ways
  if (!ways.includes('passkey')) throw refuse('ERROR_NOT_ALLOWED')
  const asked = { ...passkeyAsked(found.sought, among), playerId: found.player.id }
  const Options = await askForPasskey(context, asked)
  if (Options === null) throw refuse('ERROR_NOT_ALLOWED')
  return { Options }
})

/** The entry that a call names. Refuses one that the reader may not undo. */
function entryOf({ entries }: LinkAsks, id: number | undefined): PastEntry | null {
  if (id === undefined) return null
  const entry = entries.find((each) => each.id === id)
  if (!entry) throw refuse('ERROR_REWIND_NOT_YOURS')
  return entry
}

/**
 * Freezes an account by the link of a mail, or restores what it was; opens a frozen one with a new password,
 * or stops a rewind that waits; finishes or stops a recovery case. Refuses an unknown browser without the
 * digits of the mail; five wrong numbers end the link, and its player is notified. A player with a second
 * step shows it, so that the mailbox alone opens nothing: its tries count with those of log-ins. An opening
 * that proved as much as a log-in does signs the player in. Repeated within a day it answers the same and
 * does nothing, as long as what it did is so.
 */
export const actOnSafetyLink = handler(
  'actOnSafetyLink',
  async (context) => {
    const { input, inputErrors, services } = context
    const { Act, Number: given, From } = input.body
    const errors = new ErrorCollector<'actOnSafetyLink'>(inputErrors)
    // No form sends these: they are refused before they cost a query.
    errors.throwIfAny()
    const found = await findLink(context, input.body.Link)
    const { sought, link, player } = found
    if (!actsOfLinks[link.kind].includes(Act)) throw refuse('ERROR_SAFETY_LINK_NOTEXISTS')
    const done = { Outcome: 'done', Email: maskEmail(player.email) } as const
    // One that has frozen an account that is open again may freeze it again.
    const isDone = found.isUsed || (Act === 'freeze' && player.frozen_at !== null)
    if (isDone && link.used_for === Act) return doneByLink(context, found, Act)
    const asks = await asksOf(context, services.database.kysely, found)
    if (Act === 'freeze' && player.frozen_at !== null) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
    if (Act === 'release' && !asks.mayRelease) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
    const from = Act === 'restore' ? entryOf(asks, From ?? 0) : null
    if (asks.needsNumber && given === '') errors.add('ERROR_NUMBER_INVALID')
    if (asks.needsPassword) await addPasswordErrors(context, player, errors)
    const mayShow = from !== null && input.body.Way !== undefined
    if (asks.ways.length > 0 || mayShow) errors.add(missingFactor(context))
    errors.throwIfAny()
    if (asks.needsNumber) await requireNumber(context, found, input.body)
    const among = from?.account ?? asks.among
    const shows = from ? mayShow && waysOf(from.account).length > 0 : asks.ways.length > 0
    const factor = shows ? await rightFactor(context, found, among) : null
    if (from) return restore(context, found, { from, factor })
    if (Act === 'finish' || Act === 'cancel') {
      const hash = Act === 'finish' ? await services.passwords.hash(input.body.Password) : null
      const isDone =
        hash === null
          ? await cancelByLink(context, found)
          : await finishByLink(context, found, hash)
      if (!isDone) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
      return done
    }
    if (Act === 'freeze' || Act === 'release') {
      const isNew =
        Act === 'freeze'
          ? await freezeByLink(context, sought, player, link.email_key)
          : await releaseByLink(context, sought, player, link.email_key)
      if (!isNew) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
      return done
    }
    if (Act === 'stop') {
      if (factor === null) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
      if (!(await stopRewindByLink(context, found, factor)))
        throw refuse('ERROR_SAFETY_LINK_EXPIRED')
      return done
    }
    return { ...done, ...(await open(context, found, asks, factor)) }
  },
  { collectsErrors: true },
)

async function addPasswordErrors(
  context: Context,
  player: Player,
  errors: ErrorCollector<'actOnSafetyLink'>,
): Promise<void> {
  const { Password, Confirm } = context.input.body
  errors.add(await passwordRefusal(context, player, Password))
  if (!isSamePassword(Confirm, Password)) errors.add('ERROR_CONFIRM_PASSWORD_INVALID')
}

async function restore(context: Context, found: LinkFound, restoring: Restoring) {
  await consumeOrRefuse(context, 'rewinds', subjectOf(found))
  const restored = await restoreByLink(context, found, restoring)
  const Email = maskEmail(found.tenure.email)
  if (restored.outcome === 'waits') {
    return { Outcome: 'waits' as const, Email, Until: restored.until.toISOString() }
  }
  return {
    Outcome: 'done' as const,
    Email,
    Until: restored.heldUntil.toISOString(),
    Since: restored.since.toISOString(),
    NotRestored: [...restored.missing],
  }
}

/** Opens a frozen account, and logs the player in where the proofs are enough. */
async function open(
  context: Context,
  { sought, player }: LinkFound,
  { needsPassword }: LinkAsks,
  factor: RightFactor | null,
): Promise<{ readonly Created?: string }> {
  const { input, services, response } = context
  const hash = needsPassword ? await services.passwords.hash(input.body.Password) : null
  if (!(await unfreezeByLink(context, sought, player, { hash, factor }))) {
    throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  }
  const isKnown = isKnownHere(context, player)
  response.setKnownBrowserCookie(player.id)
  const methods = methodsShown({ setsPassword: needsPassword, isKnown, factor })
  const Created = methods && (await signIn(context, player, methods))
  return Created ? { Created } : {}
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
  context: Context,
  { sought, player }: LinkFound,
  among: Factors | null,
): Promise<RightFactor | null> {
  const { Way, Code = '', Credential } = context.input.body
  if (Way === undefined) return null
  const asked = passkeyAsked(sought, among)
  const factor = await checkFactor(context, player, { Way, Code, Credential }, asked)
  if (factor.outcome !== 'right') throw factor.refusal
  return factor
}
