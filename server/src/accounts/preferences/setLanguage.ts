import { offerOf } from '@gatehouse/contract/languages'
import { setLanguage as keepLanguage } from '../../database/accounts/players.ts'
import { handler } from '../handler.ts'

/** Keeps the caller's language, in which mails come too. Refuses one that is not offered. */
export const setLanguage = handler(
  'setLanguage',
  async ({ input, deployment, services, caller, refuse }) => {
    const language = input.body.Language || null
    const { languages } = offerOf(deployment.configuration)
    if (language !== null && !languages.includes(language)) {
      throw refuse('INVALID_REQUEST', { property: 'Language' })
    }
    await keepLanguage(services.database.kysely, deployment.name, caller.player_id, language)
    return {}
  },
)
