import { lookUpLanguage, offerOf } from '@gatehouse/contract/languages'
import type { Deployment } from '../../tenants/deployments.ts'

/** More wishes than a person has are a program's. */
const maxWishes = 30

/**
 * Gives the portal's log-in the language that a client wishes for its visitor: the first of
 * `ui_locales` that the deployment offers. Nothing where it offers one language, or none of them.
 */
export function keepLocales(
  page: URL,
  { configuration, rules }: Pick<Deployment, 'configuration' | 'rules'>,
  asked: unknown,
): void {
  if (!rules.offersLanguages || typeof asked !== 'string') return
  const language = lookUpLanguage(asked.split(' ', maxWishes), offerOf(configuration))
  if (language !== null) page.searchParams.set('ui_locales', language)
}
