import { hashOf } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../schema/executor.ts'
import { ofDeployment } from '../schema/ofPlayer.ts'

export interface CaptchaPass {
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
  const row = await executor
    .insertInto('captcha_passes')
    .values({
      deployment,
      token_hash: hashOf(pass.token),
      action: pass.action,
      success: pass.success,
      is_valid: pass.isValid,
      address: pass.address,
      verified_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['deployment', 'token_hash'])
        .doUpdateSet((eb) => ({
          action: eb.ref('excluded.action'),
          success: eb.ref('excluded.success'),
          is_valid: eb.ref('excluded.is_valid'),
          address: eb.ref('excluded.address'),
          verified_at: eb.ref('excluded.verified_at'),
        }))
        .where('captcha_passes.success', '=', false),
    )
    .returning('verified_at')
    .executeTakeFirst()
  return row !== undefined
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
    .$call(ofDeployment(deployment))
    .where('token_hash', '=', hashOf(asked.token))
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
export async function spendCaptchaPass(
  executor: Executor,
  deployment: string,
  token: string,
  now: Date,
): Promise<boolean> {
  const row = await executor
    .updateTable('captcha_passes')
    .set({ used_at: now })
    .$call(ofDeployment(deployment))
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .returning('used_at')
    .executeTakeFirst()
  return row !== undefined
}

/** Records the solution of a challenge; false when it was recorded before. */
export async function keepSolvedChallenge(
  executor: Executor,
  deployment: string,
  signature: string,
  now: Date,
): Promise<boolean> {
  const row = await executor
    .insertInto('solved_challenges')
    .values({ deployment, signature_hash: hashOf(signature), solved_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('solved_at')
    .executeTakeFirst()
  return row !== undefined
}
