import { randomInt } from '../../platform/crypto/random.ts'
import { bounds } from '@gatehouse/contract/limits'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { type AccountContext, handler } from '../accountServices.ts'
import { usernameRefusal } from './usernameRefusal.ts'

type Context = AccountContext<'checkUsername'>

/** Names that are offered in place of a taken one, and the most that are looked up for them. */
const suggestions = { offered: 2, tried: 8 } as const

/**
 * Says whether a username is free, and offers two free ones in place of a taken one. A registration
 * answers the same under any protection, since other players see usernames; both count by address.
 */
export const checkUsername = handler('checkUsername', async (context) => {
  const { input, deployment, services, clientContext, refuse } = context
  const { Username } = input.body
  await consumeOrRefuse(context, 'usernameChecks', clientContext.address)
  const refusal = await usernameRefusal(services, deployment, Username, null)
  if (refusal === null) return { IsFree: true, Suggestions: [] }
  if (refusal !== 'ERROR_USERNAME_EXIST') throw refuse(refusal)
  return { IsFree: false, Suggestions: await freeNamesLike(context, Username) }
})

async function freeNamesLike({ deployment, services }: Context, name: string): Promise<string[]> {
  const found = new Set<string>()
  for (let tried = 0; tried < suggestions.tried; tried += 1) {
    const number = String(randomInt(2, 1000))
    const candidate = `${name.slice(0, bounds.username.max - number.length)}${number}`
    const refusal = await usernameRefusal(services, deployment, candidate, null)
    if (refusal === null) found.add(candidate)
    if (found.size === suggestions.offered) break
  }
  return [...found]
}
