import { listCookieCategories } from '../../database/cookies.ts'
import { handler } from '../../handler.ts'

/** The cookie categories, without anybody's choices. */
export const listCookies = handler('listCookies', ({ deployment, services }) =>
  listCookieCategories(services.database.kysely, deployment.name),
)
