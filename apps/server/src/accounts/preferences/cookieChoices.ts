import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { appendConsents } from '../../database/preferences/consents.ts'
import {
  type CookieChoice,
  keepCookieChoices,
  listCookieCategories,
  readCookieChoices,
} from '../../database/preferences/cookieStatements.ts'
import { changeRows } from '../../database/schema/executor.ts'
import { handler, type PlayerCall } from '../accountServices.ts'

/** The cookie categories, without a player's choices. */
export const listCookies = handler('listCookies', ({ deployment, services }) =>
  listCookieCategories(services.database.kysely, deployment.name),
)

/** The cookie categories with the caller's choices; mandatory ones are always accepted. */
export const listUserCookies = handler(
  'listUserCookies',
  async ({ deployment, services, caller }) => {
    const { kysely } = services.database
    const categories = await listCookieCategories(kysely, deployment.name)
    const choices = await readCookieChoices(kysely, deployment.name, caller.player_id)
    return categories.map((category) => ({
      ...category,
      IsAccepted: !category.IsOptional || (choices.get(category.Id) ?? false),
    }))
  },
)

/**
 * Accepts or refuses one category for the caller. Refuses categories that are unknown, not active
 * or not optional.
 */
export const setCookie = handler('setCookie', async (context) => {
  const { input, refuse } = context
  const { Id_Cookie: cookieId, IsAccepted: isAccepted } = input.body
  const choosable = await choosableCookies(context)
  if (!choosable.includes(cookieId)) throw refuse('ERROR_NOT_ALLOWED')
  await consentToCookies(context, [{ cookieId, isAccepted }])
  return {}
})

/** Accepts every optional category for the caller, or refuses every one with `IsAllReject`. */
export const acceptAllCookies = handler('acceptAllCookies', async (context) => {
  const { input } = context
  const isAccepted = !input.body.IsAllReject
  const choosable = await choosableCookies(context)
  await consentToCookies(
    context,
    choosable.map((cookieId) => ({ cookieId, isAccepted })),
  )
  return {}
})

/** Remembers that the caller has answered the cookie banner, on any device. */
export const seeCookiePopup = handler(
  'seeCookiePopup',
  async ({ deployment, services, caller }) => {
    const player = { deployment: deployment.name, id: caller.player_id }
    await changeRows(services.database.kysely, 'players', player, { cookie_popup_seen: true })
    return {}
  },
)

/** The ids of the categories that a player may accept or refuse. */
async function choosableCookies({ deployment, services }: PlayerCall): Promise<number[]> {
  const categories = await listCookieCategories(services.database.kysely, deployment.name)
  return categories
    .filter((category) => category.IsActive && category.IsOptional)
    .map((category) => category.Id)
}

/** Stores the caller's choices together with their entries in the consent journal. */
async function consentToCookies(
  { deployment, services, caller, clientContext }: PlayerCall,
  choices: readonly CookieChoice[],
): Promise<void> {
  if (choices.length === 0) return
  const { name } = deployment
  const now = services.clock.now()
  const consents = choices.map(({ cookieId, isAccepted }) => ({
    subject: `cookie ${cookieId}`,
    accepted: isAccepted,
  }))
  await inTransaction(services.database.kysely, async (transaction) => {
    await keepCookieChoices(transaction, name, caller.player_id, choices, now)
    const owner = { id: caller.player_id, ip: clientContext.ip }
    await appendConsents(transaction, name, owner, consents, now)
  })
}
