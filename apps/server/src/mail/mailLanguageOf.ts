import { type Language, offerOf } from '@gatehouse/contract/languages'
import { chosenLanguage, type Speaker } from '../deployments/chosenLanguage.ts'
import type { Deployment } from '../deployments/deployments.ts'

/**
 * The language of a mail: its reader's choice, else that of the request that caused it, else the
 * deployment's. `player` is null for a reader without an account, `request` for a mail without a
 * visitor.
 */
export function mailLanguageOf(
  deployment: Pick<Deployment, 'configuration'>,
  player: Speaker | null,
  request: { readonly language: Language } | null,
): Language {
  const chosen = player && chosenLanguage(deployment, player)
  return chosen ?? request?.language ?? offerOf(deployment.configuration).default
}
