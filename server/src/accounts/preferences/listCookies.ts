import { listCookieCategories } from '../../database/preferences/cookies.ts'
import { handler } from '../../http/handler.ts'

/** The cookie categories, without anybody's choices. */
export const listCookies = handler('listCookies', ({ deployment, services }) =>
  listCookieCategories(services.database.kysely, deployment.name),
)
