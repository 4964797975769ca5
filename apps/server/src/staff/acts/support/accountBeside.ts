import type { DataOf } from '@gatehouse/contract/acts/answers'
import type { supportCodeActs } from '@gatehouse/contract/acts/supportCodeActs'
import type { Player } from '../../../database/accounts/players.ts'
import { listRefusedLogIns } from '../../../database/auth/refusedLogIns.ts'
import { listConnectionsOf } from '../../../database/federation/connectionStatements.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import { factorBits } from '../../../database/schema/values.ts'
import { explainOfAccount } from './explainRefusal.ts'

type AccountBeside = NonNullable<
  DataOf<(typeof supportCodeActs)['support-codes open']['answer']>['account']
>

/** Refused log-ins that stand beside a refusal. */
const mostRefusals = 3

/** The account of a player beside a refusal, as it is now. Of a deleted one little is left. */
export async function accountBeside(transaction: Executor, found: Player): Promise<AccountBeside> {
  const { deployment, id } = found
  const page = { before: undefined, limit: mostRefusals }
  const refused = await listRefusedLogIns(transaction, deployment, id, page)
  const linked = await listConnectionsOf(transaction, deployment, id)
  return {
    id,
    username: found.username,
    email: found.email,
    registered: found.created_at,
    confirmed: found.confirmed_at,
    banned: found.banned_at,
    bannedUntil: found.banned_until,
    banReason: found.ban_reason,
    frozen: found.frozen_at,
    deleted: found.deleted_at,
    refusesMailSince: found.mail_refused_at,
    provenBy: found.auth_partner ?? (found.password_hash === null ? null : 'password'),
    secondSteps: secondStepsOf(found),
    linked: linked.map(({ canonical_name: service }) => service),
    lastRefusals: refused.map(({ at, reason: code }) => {
      return { at, code, why: explainOfAccount(code).why }
    }),
  }
}

const words = [
  [factorBits.app, 'authenticator app'],
  [factorBits.passkey, 'passkey'],
  [factorBits.recoveryCodes, 'recovery codes'],
] as const

function secondStepsOf({ factors }: Player): readonly string[] {
  return words.filter(([bit]) => (factors & bit) !== 0).map(([, word]) => word)
}
