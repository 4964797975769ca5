import { hashOf } from '../../platform/crypto/secrets.ts'
import { changeRows, type Executor, insertOnce } from '../schema/executor.ts'

interface CaptchaPass {
  readonly token: string
  readonly action: string | null
  readonly success: boolean
  readonly isValid: boolean
  readonly address: string
}

/**
 * Saves the provider's verdict on a token; false when there was one before. A verdict replaces the row
 * that an unreachable provider left.
 */
export async function keepCaptchaPass(
  executor: Executor,
  deployment: string,
  pass: CaptchaPass,
  now: Date,
): Promise<boolean> {
  const { token, action, success, isValid, address } = pass
  const verdict = { action, success, is_valid: isValid, address, verified_at: now }
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto('captcha_passes')
    .values({ deployment, token_hash: hashOf(token), ...verdict })
    .onConflict((conflict) =>
      conflict
        .columns(['deployment', 'token_hash'])
        .doUpdateSet(verdict)
        .where('captcha_passes.success', '=', false),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type PassState = 'open' | 'without-success' | 'not-valid'

/** The state of a token for an action from an address. Does not spend the token. */
export async function readCaptchaPass(
  executor: Executor,
  deployment: string,
  asked: { readonly token: string; readonly action: string; readonly address: string },
  since: Date,
): Promise<PassState> {
  const row = await executor
    .selectFrom('captcha_passes')
    .selectAll()
    .where((eb) => eb.and({ deployment, token_hash: hashOf(asked.token) }))
    .executeTakeFirst()
  if (!row) return 'not-valid'
  if (!row.success) return 'without-success'
  const isOpen =
    row.is_valid &&
    row.used_at === null &&
    row.verified_at >= since &&
    row.address === asked.address &&
    (row.action === null || row.action === asked.action)
  return isOpen ? 'open' : 'not-valid'
}

/** Spends a token; false when another request was faster. */
export function spendCaptchaPass(executor: Executor, deployment: string, token: string, now: Date) {
  const unspent = { deployment, token_hash: hashOf(token), used_at: null }
  return changeRows(executor, 'captcha_passes', unspent, { used_at: now })
}

/** Records the solution of a challenge; false when it was recorded before. */
export function keepSolvedChallenge(
  executor: Executor,
  deployment: string,
  signature: string,
  now: Date,
): Promise<boolean> {
  const solved = { deployment, signature_hash: hashOf(signature), solved_at: now }
  return insertOnce(executor, 'solved_challenges', solved)
}
