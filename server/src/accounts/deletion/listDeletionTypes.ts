import { listDeletionTypesOf } from '../../database/accounts/deletionTypes.ts'
import { handler } from '../../http/handler.ts'

/** The reasons for leaving to choose from. Refused where accounts are not deleted here. */
export const listDeletionTypes = handler(
  'listDeletionTypes',
  async ({ deployment, rules, services, refuse }) => {
    if (!rules.hasDeletionSection) throw refuse('ERROR_NOT_ALLOWED')
    return { DeletionTypes: await listDeletionTypesOf(services.database.kysely, deployment.name) }
  },
)
