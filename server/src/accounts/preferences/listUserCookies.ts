import { listCookieCategories, readCookieChoices } from '../../database/preferences/cookies.ts'
import { handler } from '../../http/handler.ts'

/** The cookie categories with the caller's choices; what is not optional is always accepted. */
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
