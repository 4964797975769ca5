import type { SignInMethod } from '@gatehouse/contract/activity'
import type { SecondStep } from '@gatehouse/contract/errorItems'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { afterCommit } from '../../database/transactions/inTransaction.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { refuse } from '../../platform/apiError.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { knownBrowserOf, newKnownBrowserToken } from '../rate-limits/knownBrowsers.ts'
import { mailWithinLimit } from '../acts/securityMails.ts'
import { requiredSecondStep } from './requiredSecondStep.ts'
import { wantsNewBrowserMail, notifyNewBrowser } from './notifyNewBrowser.ts'
import type { AuthenticatedPlayer, EntryContext } from './authenticatedPlayer.ts'

export interface ProofGiven {
  readonly methods: readonly SignInMethod[]
  readonly clientId: string
  /** Slug of the partner that proved the player; null for every other proof. */
  readonly partner: string | null
}

export type LoginResult =
  | {
      readonly outcome: 'session'
      readonly sessionId: string
      readonly isNewBrowser: boolean
      /** Of the note that makes the browser known; null without one. */
      readonly browserHash: Buffer | null
    }
  | { readonly outcome: 'second-step'; readonly step: SecondStep }
  | { readonly outcome: 'frozen' }
  /** The account had its access revoked, was frozen, or got another factor while the player was proven. */
  | { readonly outcome: 'outdated' }

/**
 * The only door: opens a session for a player who has just been proven, or says what keeps the player
 * out. Sets the session's cookie and makes the browser known, in a transaction once that has
 * committed. The caller has looked for a ban and an unconfirmed address.
 */
export async function openSession(
  context: EntryContext,
  transaction: Executor | null,
  entrant: AuthenticatedPlayer,
  { methods: given, clientId, partner }: ProofGiven,
): Promise<LoginResult> {
  const { deployment, services, clientContext, response, report } = context
  if (entrant.frozen_at !== null) return { outcome: 'frozen' }
  // A partner's players guess no passwords here: the note serves the security section alone.
  const keepsKnownBrowser = partner === null || deployment.rules.hasSecuritySection
  const note = keepsKnownBrowser ? newKnownBrowserToken() : null
  const browserHash = note === null ? null : hashOf(note)
  const proven = { methods: given, clientId, browserHash }
  const owed = await requiredSecondStep(context, transaction, entrant, proven)
  if ('step' in owed) return { outcome: 'second-step', step: owed.step }
  const { methods } = owed
  const isNewBrowser = keepsKnownBrowser && isUnknown(context, entrant)
  const owner = {
    playerId: entrant.id,
    clientId,
    partner,
    methods,
    browserHash,
    isNewBrowser,
    trustResetAt: entrant.trust_reset_at,
    factors: entrant.factors,
  }
  const opened = await services.sessions.open(transaction, deployment, owner, clientContext)
  if (!opened) return { outcome: 'outdated' }
  await afterCommit(transaction, services.log, () => {
    response.setSessionCookie(opened.root)
    if (note !== null) response.setKnownBrowserCookie(entrant.id, note)
    report('login.succeeded', entrant.id)
  })
  const entry = {
    outcome: 'session',
    sessionId: opened.created,
    isNewBrowser,
    browserHash,
  } as const
  if (!isNewBrowser) return entry
  if (wantsNewBrowserMail(deployment, entrant)) {
    await afterCommit(transaction, services.log, () => notifyNewBrowser(context, entrant))
  } else if (methods.length === 1 && methods[0] === 'pwd') {
    // Held in memory until it is sent, so it contains no more of the request than the mail needs.
    const login = { deployment, services, clientContext }
    services.credentialStuffing.notifyIfDetected(deployment.name, () =>
      mailWithinLimit(login, entrant, { name: 'newLogIn' }),
    )
  }
  return entry
}

/**
 * The session id of an entry. Throws the refusal of every other outcome; `outdated` is that of a proof
 * that is worth nothing any more.
 */
export function sessionIdOf(entry: LoginResult, outdated: ErrorCode): string {
  if (entry.outcome === 'session') return entry.sessionId
  if (entry.outcome === 'second-step') {
    throw refuse('ERROR_SECOND_FACTOR_REQUIRED', { step: entry.step })
  }
  throw refuse(entry.outcome === 'frozen' ? 'ERROR_ACCOUNT_FROZEN' : outdated)
}

function isUnknown(
  { services, clientContext }: EntryContext,
  entrant: AuthenticatedPlayer,
): boolean {
  const { key, clock } = services
  const { knownBrowserCookie } = clientContext
  return knownBrowserOf(key.browsers, knownBrowserCookie, entrant, clock.now()) === null
}
