import { spendCaptchaPass } from '../../database/auth/captchaPasses.ts'
import { findByUsername } from '../../database/accounts/players.ts'
import type { AccountContext } from '../handler.ts'

type Context = AccountContext<'registerNewUser'>

/**
 * Returns the error of an unknown referrer, together with the form's other errors. Strict
 * protection checks the name only in an otherwise valid form: `referrerOf` does.
 */
export async function referrerError(context: Context) {
  const answersEarly = context.deployment.enumerationProtection === 'spec'
  if (!answersEarly || (await find(context)) !== null) return null
  await consumeOrRefuse(context)
  return 'ERROR_USER_REFERRER_NOTEXISTS'
}

/**
 * The id of the referrer; null without one. Under strict protection the form must not list
 * accounts: an unknown name costs a captcha and an attempt.
 */
export async function referrerOf(context: Context): Promise<number | null> {
  const found = await find(context)
  if (found !== null) return found === 'none' ? null : found
  const { input, deployment, rules, services, refuse } = context
  if (rules.asksCaptcha) {
    const { database, clock } = services
    const { ReCAPTCHAToken } = input.body
    await spendCaptchaPass(database.kysely, deployment.name, ReCAPTCHAToken, clock.now())
  }
  await consumeOrRefuse(context)
  throw refuse('ERROR_USER_REFERRER_NOTEXISTS')
}

async function find({ input, deployment, services }: Context): Promise<number | 'none' | null> {
  const { Referrer } = input.body
  if (Referrer === '') return 'none'
  const player = await findByUsername(services.database.kysely, deployment.name, Referrer)
  return player?.id ?? null
}

async function consumeOrRefuse({
  deployment,
  services,
  clientContext,
  refuse,
}: Context): Promise<void> {
  const disclosure = await services.rateLimiter.consume(
    deployment,
    'unknownReferrers',
    clientContext.address,
  )
  if (!disclosure.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', disclosure)
}
