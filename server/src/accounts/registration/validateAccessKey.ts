import { readAccessKey } from '../../database/accounts/accessKeys.ts'
import { handler } from '../handler.ts'

/**
 * Answers whether an access key would open the registration. Nothing is used up, and the answer is
 * the same whether the deployment requires keys or not. Guesses are limited; free keys do not
 * count.
 */
export const validateAccessKey = handler(
  'validateAccessKey',
  async ({ input: { body }, deployment, services, clientContext, refuse }) => {
    const { rateLimiter, database } = services
    const admission = await rateLimiter.consume(
      deployment,
      'wrongAccessKeys',
      clientContext.address,
    )
    if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
    const state = await readAccessKey(database.kysely, deployment.name, body.Value)
    if (state === 'unknown') throw refuse('ERROR_ACCESS_KEY_NON_EXISTANT')
    if (state === 'used') throw refuse('ERROR_ACCESS_KEY_ALREADY_USED')
    await rateLimiter.refund(deployment, [['wrongAccessKeys', clientContext.address]], 'one')
    return {}
  },
)
