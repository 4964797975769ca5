import { isLanguage, type Language, offerOf } from '@gatehouse/contract/languages'
import type { Deployment } from '../tenants/deployments.ts'

/** Anybody who may have chosen a language. */
interface Speaker {
  readonly username: string
  readonly language?: string | null
}

/**
 * The language of a mail: what its reader chose, else that of the request that caused it, else the
 * deployment's. `player` is null for a reader without an account, `request` for a mail without a
 * visitor.
 */
export function mailLanguageOf(
  { configuration }: Pick<Deployment, 'configuration'>,
  player: Speaker | null,
  request: { readonly language: Language } | null,
): Language {
  const offer = offerOf(configuration)
  const chosen = player?.language
  if (isLanguage(chosen) && offer.languages.includes(chosen)) return chosen
  return request?.language ?? offer.default
}
