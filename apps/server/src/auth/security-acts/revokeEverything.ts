import { lockPlayer, voidPassword } from '../../database/accounts/credentials.ts'
import type { Player } from '../../database/accounts/players.ts'
import { revokeSessionsOf } from '../../database/auth/sessionStatements.ts'
import { endWaysBack } from '../../database/auth/safetyLinkStatements.ts'
import { endCase } from '../../database/auth/recoveryCases.ts'
import { endTrust } from '../../database/auth/trustedBrowsers.ts'
import { endWaysIn } from '../../database/federation/connectionStatements.ts'
import { deleteArtifactsOfPlayer } from '../../database/oidc/oidcArtifacts.ts'
import { endOpen } from '../../database/schema/endOpen.ts'
import { changeRows, type Executor } from '../../database/schema/executor.ts'
import { clearGuesses } from '../rate-limits/guesses.ts'

type End = (
  transaction: Executor,
  deployment: string,
  playerId: number,
  at: Date,
  keptFamily: string | null,
) => Promise<unknown>

/** Ends the open rows of the player in a table. */
const openRowsOf =
  (table: Parameters<typeof endOpen>[1]): End =>
  (transaction, deployment, id, at) =>
    endOpen(transaction, table, deployment, id, at)

/**
 * Every secret of a player, and the count of wrong passwords, which locks the account. In the order
 * in which every transaction locks: sessions, links, and the player's row again last.
 */
const enders = {
  sessions: (transaction, deployment, id, at, keptFamily) =>
    revokeSessionsOf(transaction, deployment, id, keptFamily, at),
  clientTokens: (transaction, deployment, id, _, keptFamily) =>
    deleteArtifactsOfPlayer(transaction, deployment, id, keptFamily),
  mailLinks: openRowsOf('mail_links'),
  pendingEmailChanges: openRowsOf('email_changes'),
  flows: openRowsOf('authorization_flows'),
  partnerLoginCodes: openRowsOf('partner_login_codes'),
  secondSteps: openRowsOf('second_steps'),
  trustedBrowsers: (transaction, deployment, id, at) => endTrust(transaction, deployment, id, at),
  // Those that come with the news of an act stay: a thief could end the way of a former address.
  safetyLinks: (transaction, deployment, id, at) => endWaysBack(transaction, deployment, id, at),
  // The mail about what ends it says so.
  recoveryCases: (transaction, deployment, id, at) =>
    endCase(transaction, { deployment, id }, 'stopped', at),
  linkMoves: openRowsOf('link_moves'),
  serviceWays: (transaction, deployment, id) => endWaysIn(transaction, deployment, id),
  password: voidPassword,
  // A log-in that is under way finds the mark changed and is refused.
  knownBrowsers: (transaction, deployment, id, at) =>
    changeRows(transaction, 'players', { deployment, id }, { trust_reset_at: at }),
  wrongGuesses: clearGuesses,
} as const satisfies Readonly<Record<string, End>>

type Ended = keyof typeof enders

const kinds = Object.keys(enders) as Ended[]

function everythingBut(...kept: readonly Ended[]) {
  const ends = kinds.map((kind) => [kind, !kept.includes(kind)] as const)
  return Object.fromEntries(ends) as Readonly<Record<Ended, boolean>>
}

/**
 * The secrets that each reason to revoke ends. A change and a recovery set another password in the
 * same transaction. An undone change of address means a takeover: no password works until a
 * recovery, and no service logs in. No row has the right of an earlier address to undo a change, because a
 * thief could end it; nor a passkey or an app, because the mailbox alone would be enough to end them.
 */
export const whatEnds = {
  'password-changed': everythingBut('serviceWays', 'recoveryCases'),
  // The recovery ends those ways in that another person may have made.
  'password-recovered': everythingBut('serviceWays', 'recoveryCases'),
  'email-change-undone': everythingBut('wrongGuesses'),
  rewound: everythingBut('wrongGuesses'),
  // Another password is set in the same transaction.
  recovered: everythingBut(),
  'sessions-ended': everythingBut('password', 'serviceWays', 'recoveryCases', 'wrongGuesses'),
  // A ban that is lifted opens the account to its password alone.
  banned: everythingBut('password', 'serviceWays', 'wrongGuesses'),
  // A log-in with the right password still shows the freeze, and a known browser is a part of the
  // way back. A log-in that is under way notices the freeze itself.
  frozen: everythingBut('password', 'knownBrowsers', 'wrongGuesses'),
  // Earlier sessions never saw the second step. Links in the mailbox open none without it.
  'two-step-on': everythingBut(
    'mailLinks',
    'pendingEmailChanges',
    'password',
    'safetyLinks',
    'recoveryCases',
    'linkMoves',
    'serviceWays',
    'wrongGuesses',
  ),
}

export type RevocationReason = keyof typeof whatEnds

/**
 * Ends everything that another person may hold of a player, as `whatEnds` says for the reason, and
 * locks the player's row. `keptFamily` is the session that goes on, with what its clients have of
 * it; null ends all. Clients are notified of ended sessions. A log-in that is under way with an
 * earlier authentication opens no session: see `Sessions.open`.
 */
export async function revokeEverything(
  transaction: Executor,
  { deployment, id }: Pick<Player, 'deployment' | 'id'>,
  reason: RevocationReason,
  at: Date,
  keptFamily: string | null = null,
): Promise<void> {
  await lockPlayer(transaction, deployment, id)
  for (const kind of kinds) {
    const end: End = enders[kind]
    if (whatEnds[reason][kind]) await end(transaction, deployment, id, at, keptFamily)
  }
}
