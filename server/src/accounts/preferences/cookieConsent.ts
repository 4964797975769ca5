import { appendConsents } from '../../database/preferences/consents.ts'
import {
  type CookieChoice,
  keepCookieChoices,
  listCookieCategories,
} from '../../database/preferences/cookies.ts'
import type { CallContext } from '../../http/handler.ts'

type Context = Pick<
  CallContext<'setCookie' | 'acceptAllCookies'>,
  'deployment' | 'services' | 'caller' | 'visitor'
>

/** The categories that a player may accept or refuse, by their ids. */
export async function choosableCookies({ deployment, services }: Context): Promise<number[]> {
  const categories = await listCookieCategories(services.database.kysely, deployment.name)
  return categories
    .filter((category) => category.IsActive && category.IsOptional)
    .map((category) => category.Id)
}

/** Keeps the caller's choices together with their entries in the consent journal. */
export async function consentToCookies(
  { deployment, services, caller, visitor }: Context,
  choices: readonly CookieChoice[],
): Promise<void> {
  if (choices.length === 0) return
  const { name } = deployment
  const now = services.clock.now()
  const consents = choices.map(({ cookieId, isAccepted }) => ({
    subject: `cookie ${cookieId}`,
    accepted: isAccepted,
  }))
  await services.database.kysely.transaction().execute(async (transaction) => {
    await keepCookieChoices(transaction, name, caller.player_id, choices, now)
    const owner = { id: caller.player_id, ip: visitor.ip }
    await appendConsents(transaction, name, owner, consents, now)
  })
}
