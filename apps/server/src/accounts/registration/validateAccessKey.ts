import { consumeOrRefuse, type LimitContext } from '../../auth/rate-limits/rateLimiter.ts'
import { readAccessKey } from '../../database/accounts/accessKeys.ts'
import { type AccountCall, handler } from '../accountServices.ts'

const errors = {
  free: null,
  used: 'ERROR_ACCESS_KEY_ALREADY_USED',
  unknown: 'ERROR_ACCESS_KEY_NON_EXISTANT',
} as const

/**
 * Answers whether an access key would open the registration. Nothing is used up, and the answer is
 * the same whether the deployment requires keys or not.
 */
export const validateAccessKey = handler('validateAccessKey', async (context) => {
  const error = await accessKeyError(context, context.input.body.Value)
  if (error !== null) throw context.refuse(error)
  return {}
})

/** The error of an access key. Guesses are limited; free keys do not count. */
export async function accessKeyError(
  context: AccountCall & LimitContext,
  value: string,
  correctedRegistration: number | null = null,
): Promise<(typeof errors)[keyof typeof errors]> {
  const { deployment, services, clientContext } = context
  const limited = ['wrongAccessKeys', clientContext.address] as const
  await consumeOrRefuse(context, ...limited)
  const { kysely } = services.database
  const now = services.clock.now()
  const state = await readAccessKey(kysely, deployment.name, value, now, correctedRegistration)
  if (state === 'free') await services.rateLimiter.refund(deployment, [limited], 'one')
  return errors[state]
}
