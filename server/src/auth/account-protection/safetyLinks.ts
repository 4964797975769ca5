import { findById, type Player } from '../../database/accounts/players.ts'
import {
  countTry,
  forgiveTry,
  readSafetyLinkRow,
  type SafetyLinkFound,
} from '../../database/auth/safetyLinks.ts'
import { factorBits } from '../../database/schema/values.ts'
import { normalizeName } from '../../platform/normalizeName.ts'
import { ErrorCollector, refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import { knownBrowserOf } from '../rate-limits/knownBrowsers.ts'
import { passwordRefusal } from '../password/passwordRefusal.ts'
import { isNumberOf } from '../acts/confirmationNumber.ts'
import { type AuthContext, handler } from '../handler.ts'
import { freezeByLink, unfreezeByLink } from './actByLink.ts'
import { askForSafety, checkForSafety, type SafetyProof, waysAsked } from './safetyProof.ts'

/*
 * Links that do nothing by being opened. What acts is a press in a browser that is known, or one with the number
 * that stands in the mail beside the link: a scanner that opens every link and presses every button has
 * neither.
 */

type Context = Pick<AuthContext<never>, 'deployment' | 'services' | 'clientContext'>

const mostTries = 5
const day = 24 * 3600

/** Answers what a link of a safety mail is for, and changes nothing. */
export const readSafetyLink = handler('readSafetyLink', async (context) => {
  const { link, player, isUsed } = await findLink(context, context.input.body.Link)
  if (isUsed || isDone(link, player)) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  return {
    Kind: link.kind,
    Username: player.username,
    NeedsNumber: !isKnownHere(context, player),
    NeedsPassword: link.kind === 'unfreeze' && hasPassword(player),
    Ways: [...waysAsked(link.kind, player)],
  }
})

/**
 * What the passkeys of a frozen account are asked, for this link alone. It changes nothing. Refuses an
 * account without a passkey.
 */
export const safetyProofOptions = handler('safetyProofOptions', async (context) => {
  const { sought, link, player, isUsed } = await findLink(context, context.input.body.Link)
  if (isUsed || isDone(link, player)) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  if (!waysAsked(link.kind, player).includes('passkey')) throw refuse('ERROR_NOT_ALLOWED')
  const Options = await askForSafety(context, sought, player)
  if (Options === null) throw refuse('ERROR_NOT_ALLOWED')
  return { Options }
})

/**
 * Freezes an account by the link of a mail, or opens a frozen one with a new password. Refuses a browser that
 * is not known without the number of the mail; five wrong numbers end the link. Who has a second step shows
 * it, so that the mailbox alone opens nothing: its tries count with those of log-ins. Repeated within a day
 * it answers the same and does nothing.
 */
export const actOnSafetyLink = handler(
  'actOnSafetyLink',
  async (context) => {
    const { input, inputErrors, deployment, services, response } = context
    const { Act, Number: given, Password, Confirm } = input.body
    const errors = new ErrorCollector<'actOnSafetyLink'>(inputErrors)
    // What no form sends is refused for itself, before it costs a look.
    errors.throwIfAny()
    const { sought, link, player, isUsed } = await findLink(context, context.input.body.Link)
    if (link.kind !== Act) throw refuse('ERROR_SAFETY_LINK_NOTEXISTS')
    if (isUsed) return { Outcome: 'done' }
    if (isDone(link, player)) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
    const needsNumber = !isKnownHere(context, player)
    const needsPassword = Act === 'unfreeze' && hasPassword(player)
    if (needsNumber && given === '') errors.add('ERROR_NUMBER_INVALID')
    if (needsPassword) {
      errors.add(passwordRefusal(deployment, player, Password))
      if (Confirm !== Password) errors.add('ERROR_CONFIRM_PASSWORD_INVALID')
    }
    errors.add(missingFactor(context, link, player))
    errors.throwIfAny()
    if (needsNumber) await requireNumber(context, sought, player)
    const proof = await provenFactor(context, { sought, link, player })
    const hash = needsPassword ? await services.passwords.hash(Password) : null
    const isNew =
      Act === 'freeze'
        ? await freezeByLink(context, sought, player)
        : await unfreezeByLink(context, sought, player, { hash, proof })
    if (!isNew) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
    if (Act === 'unfreeze') response.setKnownBrowserCookie(player.id)
    return { Outcome: 'done' }
  },
  { collectsErrors: true },
)

/** What is said of a second factor that is asked and was not given; it costs no try. */
function missingFactor(
  { input }: AuthContext<'actOnSafetyLink'>,
  { kind }: SafetyLinkFound,
  player: Player,
) {
  const { Way, Code = '', Credential } = input.body
  if (waysAsked(kind, player).length === 0) return null
  if (Way === 'passkey') return Credential === undefined ? 'ERROR_PASSKEY_REFUSED' : null
  if (Way !== undefined && Code.trim() !== '') return null
  return Way === 'recovery-code' ? 'ERROR_RECOVERY_CODE_INVALID' : 'ERROR_CODE_INVALID'
}

/** The second factor that an act asks for, not spent yet; null where it asks for none. */
async function provenFactor(
  context: AuthContext<'actOnSafetyLink'>,
  { sought, link, player }: Pick<LinkFound, 'sought' | 'link' | 'player'>,
): Promise<SafetyProof | null> {
  const { Way, Code = '', Credential } = context.input.body
  if (Way === undefined || waysAsked(link.kind, player).length === 0) return null
  return checkForSafety(context, sought, player, { Way, Code, Credential })
}

interface LinkFound {
  readonly sought: SecretLookup
  readonly link: SafetyLinkFound
  readonly player: Player
  /** It acted within a day. */
  readonly isUsed: boolean
}

/** The link of a call and its player. Refuses a link that is over, and one that nobody was sent. */
async function findLink(context: Context, token: string): Promise<LinkFound> {
  const { deployment, services } = context
  const { database, clock, secrets } = services
  const { kysely } = database
  const { name } = deployment
  const sought = secrets.lookup('safety link', token)
  const link = await readSafetyLinkRow(kysely, name, sought)
  const player = link && (await findById(kysely, name, sought.playerId))
  // It went to an address that is another one's by now.
  if (!link || !player || link.email_key !== normalizeName(player.email))
    throw await unknown(context)
  const now = clock.now()
  if (link.used_at !== null) {
    if (link.used_at <= after(now, -day)) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
    return { sought, link, player, isUsed: true }
  }
  const isOver = link.superseded_at !== null || link.expires_at <= now || link.tries >= mostTries
  if (isOver) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  return { sought, link, player, isUsed: false }
}

async function unknown({ deployment, services, clientContext }: Context) {
  const { rateLimiter } = services
  const admission = await rateLimiter.consume(deployment, 'unknownLinks', clientContext.address)
  return admission.isAdmitted
    ? refuse('ERROR_SAFETY_LINK_NOTEXISTS')
    : refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
}

/** Whether there is nothing left to do. */
function isDone({ kind }: SafetyLinkFound, { frozen_at }: Player): boolean {
  return kind === 'unfreeze' ? frozen_at === null : frozen_at !== null
}

function isKnownHere({ services, clientContext }: Context, player: Player): boolean {
  const { key, clock } = services
  const { knownBrowserCookie } = clientContext
  return knownBrowserOf(key.browsers, knownBrowserCookie, player, clock.now()) !== null
}

/** A partner's player has none, and a player with passkeys may do without. */
function hasPassword({ auth_type, factors }: Player): boolean {
  return auth_type === 1 && (factors & factorBits.withoutPassword) === 0
}

/** Refuses a wrong number. Each is counted before it is compared: for the link, and for its player. */
async function requireNumber(
  { input, deployment, services }: AuthContext<'actOnSafetyLink'>,
  sought: SecretLookup,
  { id }: Player,
): Promise<void> {
  const { database, key, rateLimiter } = services
  const { kysely } = database
  const limited = ['wrongSafetyNumbers', `player ${id}`] as const
  const admission = await rateLimiter.consume(deployment, ...limited)
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
  if (!(await countTry(kysely, deployment.name, sought, mostTries))) {
    throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  }
  const { Link, Number: given } = input.body
  if (!isNumberOf(key.links, Link, given)) throw refuse('ERROR_NUMBER_INVALID')
  await forgiveTry(kysely, deployment.name, sought)
  await rateLimiter.refund(deployment, [limited], 'one')
}
