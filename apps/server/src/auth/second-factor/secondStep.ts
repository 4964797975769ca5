import { bounds } from '@gatehouse/contract/limits'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import { findById, type Player } from '../../database/accounts/players.ts'
import { countUnusedCodes } from '../../database/auth/recoveryCodeStatements.ts'
import {
  countTry,
  findSecondStep,
  hasSpentTries,
  useSecondStep,
} from '../../database/auth/secondSteps.ts'
import { browserMarkOf } from '../../platform/browserOf.ts'
import { afterCommit, inTransaction } from '../../database/transactions/inTransaction.ts'
import { type Executor, insertRow } from '../../database/schema/executor.ts'
import { refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { readPlayerPrefix } from '../../platform/crypto/playerSecret.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { askForPasskey } from '../passkeys/verifyPasskey.ts'
import { recordAct, recordMailedAct } from '../security-acts/recordAct.ts'
import { playerSubject } from '../rate-limits/guesses.ts'
import { consumeOrRefuse } from '../rate-limits/rateLimiter.ts'
import { refuseBanned } from '../login/bans.ts'
import { keepRefusal } from '../login/keepRefusal.ts'
import { type AuthCall, type AuthContext, handler } from '../authServices.ts'
import { openSession, sessionIdOf } from '../session/openSession.ts'
import { mayTrust, newTrust } from '../session/requiredSecondStep.ts'
import { checkFactor, misread, type RightFactor } from './checkFactor.ts'
import { mailAbout, mayMail } from '../security-acts/securityMails.ts'

type Context = AuthContext<'secondStep'>
type Step = NonNullable<Awaited<ReturnType<typeof countTry>>>

/** In seconds. */
const day = 24 * 3600

interface Waiting {
  readonly player: Player
  readonly step: Step
  readonly handleHash: Buffer
}

/**
 * Ends a log-in that a right password began: opens the session, and trusts the browser if the
 * player asks for it. The try is counted before it is verified; a text that is no code is none. Refuses
 * a handle of another browser, one that has expired, was used or has no tries left, and one that is older than the
 * account's factors or password.
 */
export const secondStep = handler('secondStep', async (context) => {
  const { input, deployment, services } = context
  const { kysely } = services.database
  const { Handle } = input.body
  const { of, browserHash } = handleOf(context)
  const now = services.clock.now()
  const unread = misread(input.body)
  if (unread !== null) {
    if (!(await findSecondStep(kysely, of, browserHash, now))) return refuseOver(context)
    return keepRefusal(context, { id: of.playerId }, () => Promise.reject(unread))
  }
  const step = await countTry(kysely, of, browserHash, now)
  const player = step && (await findById(kysely, deployment.name, of.playerId))
  if (!player) return refuseOver(context)
  return keepRefusal(context, player, async () => {
    await refuseBanned(context, player)
    const waiting = { player, step, handleHash: of.handleHash }
    const checked = await checkFactor(context, player, input.body, passkeyAsked(Handle))
    if (checked.outcome === 'wrong') await noteWrong(context, waiting)
    if (checked.outcome !== 'right') throw checked.refusal
    return open(context, waiting, checked)
  })
})

/**
 * Answers the passkey challenge for a player who has given the right password, in the same
 * browser. It costs no try. Refuses as `secondStep` does, and a player without a passkey.
 */
export const secondStepOptions = handler('secondStepOptions', async (context) => {
  const { input, services } = context
  const { kysely } = services.database
  const { of, browserHash } = handleOf(context)
  if (!(await findSecondStep(kysely, of, browserHash, services.clock.now()))) {
    return refuseOver(context)
  }
  await consumeOrRefuse(context, 'secondStepQuestions', of.handleHash.toString('base64url'))
  const question = { ...passkeyAsked(input.body.Handle), playerId: of.playerId }
  const Options = await askForPasskey(context, question)
  if (Options === null) throw refuse('ERROR_NOT_ALLOWED')
  return { Options }
})

/** A passkey answers one log-in alone. */
function passkeyAsked(subject: string) {
  return { purpose: 'second-step', subject } as const
}

/** The log-in of a handle, and the browser that shows it. */
export function handleOf({
  input: {
    body: { Handle },
  },
  deployment,
  rules,
  services,
  clientContext,
}: AuthCall & { readonly input: { readonly body: { readonly Handle: string } } }) {
  const playerId = readPlayerPrefix(services.key.players['second step'], Handle)
  if (playerId === null) {
    throw refuse(rules.offersStrongSignIn ? 'ERROR_SECOND_FACTOR_EXPIRED' : 'ERROR_NOT_ALLOWED')
  }
  const browser = clientContext.cookie('step')
  return {
    of: { deployment: deployment.name, playerId, handleHash: hashOf(Handle) },
    browserHash: browser === null ? null : hashOf(browser),
  }
}

/**
 * Refuses a handle that takes no try: its tries are used up, or its time. Only a handle that was found is
 * surely of its player.
 */
async function refuseOver(
  context: AuthCall & Pick<AuthContext<'secondStepOptions'>, 'input'>,
): Promise<never> {
  const { kysely } = context.services.database
  const { of, browserHash } = handleOf(context)
  const isSpent = await hasSpentTries(kysely, of, browserHash, context.services.clock.now())
  if (!isSpent) throw refuse('ERROR_SECOND_FACTOR_EXPIRED')
  return keepRefusal(context, { id: of.playerId }, () =>
    Promise.reject(refuse('ERROR_SECOND_FACTOR_TRIES')),
  )
}

/** The first wrong try of a handle is the player's to read; the last one is mailed. */
async function noteWrong(context: Context, { player, step }: Waiting): Promise<void> {
  const { deployment, services } = context
  const isLast =
    step.tries >= bounds.secondStepTries.max &&
    (await services.rateLimiter.consume(deployment, 'secondStepMails', playerSubject(player.id)))
      .isAdmitted &&
    (await mayMail(context, player.email, 'securityMails'))
  if (step.tries > 1 && !isLast) return
  await inTransaction(services.database.kysely, async (transaction) => {
    if (step.tries === 1) {
      const act = { act: 'sign-in-failed', shown: { Methods: step.methods } } as const
      await recordAct(context, transaction, player, act)
    }
    if (isLast) await mailAbout(context, transaction, player, { name: 'secondStepFailed' })
  })
}

async function open(context: Context, waiting: Waiting, factor: RightFactor) {
  const { input, deployment, services, clientContext, response } = context
  const { player, step, handleHash } = waiting
  const { name } = deployment
  const now = services.clock.now()
  const trust =
    input.body.TrustBrowser && mayTrust(deployment)
      ? newTrust(services.key, clientContext.cookie('trust'), player.id)
      : null
  const done = await inTransaction(services.database.kysely, async (transaction) => {
    const locked = await lockPlayer(transaction, name, player.id)
    if (!locked || isOutdated(locked, step)) throw refuse('ERROR_SECOND_FACTOR_EXPIRED')
    // A refused factor keeps its traces, and the handle stays valid for another try.
    const refusal = await factor.spend(transaction)
    if (refusal !== null) return { refusal }
    const of = { deployment: name, playerId: player.id, handleHash }
    if (!(await useSecondStep(transaction, of, now))) throw refuse('ERROR_SECOND_FACTOR_EXPIRED')
    const methods = [...step.methods, factor.method]
    const authentication = { methods, clientId: step.client_id, partner: null }
    const login = await openSession(context, transaction, locked, authentication)
    const Created = sessionIdOf(login, 'ERROR_SECOND_FACTOR_EXPIRED')
    if (trust && login.outcome === 'session') {
      await keepTrust(context, transaction, locked, { ...trust, browserHash: login.browserHash })
    }
    const CodesLeft = await noteCode(context, transaction, locked, factor)
    await afterCommit(transaction, services.log, factor.forgive)
    return { opened: { Created, CodesLeft } }
  })
  if (done.refusal !== undefined) throw await done.refusal()
  response.clear('step')
  if (trust) response.set('trust', trust.cookie)
  return done.opened
}

/** True when the account's password or factors changed since the first step. */
export function isOutdated(
  { security_changed_at: changedAt }: Player,
  { created_at }: Pick<Step, 'created_at'>,
): boolean {
  return changedAt !== null && changedAt > created_at
}

async function keepTrust(
  context: Context,
  transaction: Executor,
  player: Player,
  { tokenHash, browserHash }: { readonly tokenHash: Buffer; readonly browserHash: Buffer | null },
): Promise<void> {
  const { deployment, services, clientContext } = context
  const now = services.clock.now()
  const until = after(now, deployment.trustDays * day)
  await insertRow(transaction, 'trusted_browsers', {
    deployment: deployment.name,
    player_id: player.id,
    token_hash: tokenHash,
    browser_hash: browserHash,
    browser: browserMarkOf(clientContext.userAgent),
    ip: clientContext.ip,
    created_at: now,
    expires_at: until,
  })
  const act = { act: 'browser-trusted', shown: { Until: until.toISOString() } } as const
  await recordAct(context, transaction, player, act)
}

/**
 * Records that a recovery code was used, and returns how many are left; null for another factor.
 */
export async function noteCode(
  context: Pick<AuthCall, 'deployment' | 'services' | 'clientContext'>,
  transaction: Executor,
  player: Player,
  { code }: RightFactor,
): Promise<number | null> {
  if (code === null) return null
  const { setId, isMailed } = code
  const Left = await countUnusedCodes(transaction, context.deployment.name, player.id, setId)
  await recordMailedAct(context, transaction, player, {
    act: 'codes-used',
    shown: { Left },
    isMailed,
  })
  return Left
}
