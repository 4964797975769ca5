import { forgetBrowsers, lockPlayer, voidPassword } from '../../database/accounts/credentials.ts'
import { voidPendingEmailChanges } from '../../database/accounts/emailChanges.ts'
import { supersedeMailLinks } from '../../database/accounts/mailLinks.ts'
import type { Player } from '../../database/accounts/players.ts'
import {
  endSecondSteps,
  endTrust,
  supersedeSafetyLinks,
} from '../../database/auth/endOpenProofs.ts'
import { revokeSessionsOf } from '../../database/auth/sessions.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { endAuthorizationFlowsOf } from '../../database/federation/authorizationFlows.ts'
import { endPartnerLoginCodesOf } from '../../database/federation/partnerLoginCodes.ts'
import { deleteArtifactsOfPlayer } from '../../database/oidc/oidcArtifacts.ts'
import { clearGuesses } from '../rate-limits/guessSubjects.ts'
import type { PlayerSecret } from './playerSecrets.ts'

/** Why nothing that was given out for a player before is trusted any more. */
export type RevocationReason =
  | 'password-changed'
  | 'password-recovered'
  | 'email-change-undone'
  | 'sessions-ended'
  | 'frozen'
  | 'two-step-on'

/** Every secret of a player, and the count of wrong passwords, which locks the account. */
type Ended = PlayerSecret | 'wrongGuesses'

const everything = {
  sessions: true,
  clientTokens: true,
  mailLinks: true,
  pendingEmailChanges: true,
  flows: true,
  partnerLoginCodes: true,
  password: true,
  knownBrowsers: true,
  secondSteps: true,
  trustedBrowsers: true,
  safetyLinks: true,
  wrongGuesses: true,
} as const satisfies Readonly<Record<Ended, boolean>>

/**
 * What each reason ends. A change and a recovery set another password in the same transaction. An
 * undone change of address means a takeover: the password is nobody's until a recovery. The right
 * of an earlier address to undo a change is in no row, because a thief could end it; nor is a passkey
 * or an app, because whoever holds the mailbox alone could.
 */
export const whatEnds: Readonly<Record<RevocationReason, Readonly<Record<Ended, boolean>>>> = {
  'password-changed': everything,
  'password-recovered': everything,
  'email-change-undone': { ...everything, wrongGuesses: false },
  'sessions-ended': { ...everything, password: false, wrongGuesses: false },
  // A right password still learns why no door opens, and a known browser is a part of the way back. A
  // log-in that is under way notices the freeze itself.
  frozen: { ...everything, password: false, knownBrowsers: false, wrongGuesses: false },
  // Sessions from before never saw the second step. Links in the mailbox open none without it.
  'two-step-on': {
    ...everything,
    mailLinks: false,
    pendingEmailChanges: false,
    password: false,
    safetyLinks: false,
    wrongGuesses: false,
  },
}

interface Doubted {
  readonly deployment: string
  readonly id: number
  readonly at: Date
  readonly keptFamily: string | null
}

/** In the order in which every transaction locks: sessions, links, and the player's row again last. */
const enders: Readonly<Record<Ended, (transaction: Executor, of: Doubted) => Promise<void>>> = {
  sessions: (transaction, { deployment, id, keptFamily, at }) =>
    revokeSessionsOf(transaction, deployment, id, keptFamily, at),
  clientTokens: (transaction, { deployment, id, keptFamily }) =>
    deleteArtifactsOfPlayer(transaction, deployment, id, keptFamily),
  mailLinks: (transaction, { deployment, id, at }) =>
    supersedeMailLinks(transaction, deployment, id, at),
  pendingEmailChanges: (transaction, { deployment, id, at }) =>
    voidPendingEmailChanges(transaction, deployment, id, at),
  flows: (transaction, { deployment, id, at }) =>
    endAuthorizationFlowsOf(transaction, deployment, id, at),
  partnerLoginCodes: (transaction, { deployment, id, at }) =>
    endPartnerLoginCodesOf(transaction, deployment, id, at),
  secondSteps: (transaction, { deployment, id, at }) =>
    endSecondSteps(transaction, deployment, id, at),
  trustedBrowsers: (transaction, { deployment, id, at }) =>
    endTrust(transaction, deployment, id, at),
  safetyLinks: (transaction, { deployment, id, at }) =>
    supersedeSafetyLinks(transaction, deployment, id, at),
  password: (transaction, { deployment, id, at }) => voidPassword(transaction, deployment, id, at),
  knownBrowsers: (transaction, { deployment, id, at }) =>
    forgetBrowsers(transaction, deployment, id, at),
  wrongGuesses: (transaction, { deployment, id }) => clearGuesses(transaction, deployment, id),
}

/**
 * Ends everything that somebody else may hold of a player, as `whatEnds` says for the reason, and
 * locks the player's row. `keptFamily` is the session that goes on, with what its clients have of it;
 * null ends all. Clients are notified of ended sessions.
 *
 * A log-in that is under way with an earlier proof opens no session: see `Sessions.open`.
 */
export async function revokeEverything(
  transaction: Executor,
  { deployment, id }: Pick<Player, 'deployment' | 'id'>,
  reason: RevocationReason,
  at: Date,
  keptFamily: string | null = null,
): Promise<void> {
  await lockPlayer(transaction, deployment, id)
  for (const [what, end] of Object.entries(enders) as [Ended, (typeof enders)[Ended]][]) {
    if (whatEnds[reason][what]) await end(transaction, { deployment, id, at, keptFamily })
  }
}
