import {
  type AccountCause,
  accountCauses,
  type Explanation,
  explanations,
  faultExplanation,
  statusExplanations,
} from '@gatehouse/contract/explanations'
import type { Player } from '../../../database/accounts/players.ts'

type ExplainedAnswer = typeof faultExplanation

const byCode: ReadonlyMap<string, ExplainedAnswer> = new Map(
  explanations.flatMap(({ codes, ...explained }) => codes.map((code) => [code, explained])),
)

/** The explanation of the first code that has one; else that of the status. */
export function explainRefusal(status: number, codes: readonly string[]): ExplainedAnswer {
  const code = codes.find((each) => byCode.has(each))
  const known = code === undefined ? undefined : byCode.get(code)
  return known ?? statusExplanations[status] ?? faultExplanation
}

/** Codes that are the same for an account and for none. */
const aboutNames: ReadonlySet<string> = new Set([
  'ERROR_USERNAME_PASSWORD_INCORRECT',
  'ERROR_USER_UNKNOWN',
  'ERROR_USER_NOT_EXISTS',
  'ERROR_EMAIL_UNKNOWN',
])

/** A refusal, and what support knows beside it. */
interface Known {
  readonly status: number
  /** That of the true cause first. */
  readonly codes: readonly string[]
  /** The account that was tried, as it is now, deleted or not; null where there was none. */
  readonly account: Pick<Player, 'auth_type' | 'deleted_at' | 'mail_refused_at'> | null
  readonly capsLock: boolean
  /** True where another deployment has an account of the typed name. */
  readonly isElsewhere: boolean
}

/** The true cause of a refusal, and what helps: by its code, and by the account. */
export function explainCause(known: Known): Explanation {
  const { status, codes, account } = known
  const explained = explainRefusal(status, codes)
  const cause = accountCauseOf(known)
  const sure: Explanation = cause === null ? explained : accountCauses[cause]
  const isMailed =
    sure.act === 'players send-recovery' || sure.act === 'players resend-confirmation'
  if (!isMailed || account === null || account.mail_refused_at === null) return sure
  const refused = accountCauses['mail refused']
  return { ...sure, why: `${sure.why} ${refused.why}`, helps: refused.helps }
}

/** Why a log-in at an account was refused: there is an account. */
export function explainOfAccount(code: string): Explanation {
  const account = { auth_type: 1, deleted_at: null, mail_refused_at: null } as const
  return explainCause({ status: 400, codes: [code], account, capsLock: false, isElsewhere: false })
}

function accountCauseOf({ codes, account, capsLock, isElsewhere }: Known): AccountCause | null {
  const [code = ''] = codes
  if (account?.deleted_at) return 'deleted'
  if (!aboutNames.has(code)) {
    return code === 'ERROR_NOT_ALLOWED' && account?.auth_type === 2 ? 'by partner' : null
  }
  if (account === null) return isElsewhere ? 'account elsewhere' : 'no account'
  if (account.auth_type === 2) return 'by partner'
  return capsLock ? 'caps lock' : 'wrong password'
}
