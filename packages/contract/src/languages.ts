import type { Configuration } from './configuration.ts'

/** The languages that are built, as tags of BCP 47. */
export const languages = [
  'en',
  'fr',
  'de',
  'es',
  'it',
  'pt-BR',
  'pl',
  'ru',
  'ja',
  'ko',
  'zh-Hans',
  'ar',
] as const

/** A tag of BCP 47, as it stands in `lang`, in files and in the database. */
export type Language = (typeof languages)[number]

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** The cookie of this browser's language, for a year; the portal writes it, the server reads it. */
export const languageCookie = 'sso_language'

/** The languages that a deployment offers, and the default for all other readers. */
export interface Offer {
  readonly languages: readonly Language[]
  readonly default: Language
}

/** True when a tag, which may come from outside, is a language of the offer. */
export function isOffered(tag: unknown, offer: Offer): tag is Language {
  return isLanguage(tag) && offer.languages.includes(tag)
}

/**
 * The languages of `Languages` and `DefaultLanguage`; English where they name none that is built.
 */
export function offerOf(
  configuration: Pick<Configuration, 'Languages' | 'DefaultLanguage'>,
): Offer {
  const named = new Set(configuration.Languages.split(',').map((tag) => tag.trim()))
  const offered = named.has('*') ? languages : languages.filter((tag) => named.has(tag))
  const [first = 'en'] = offered
  const preferred = configuration.DefaultLanguage
  const isOffered = isLanguage(preferred) && offered.includes(preferred)
  const fallback = offered.includes('en') ? 'en' : first
  return {
    languages: offered.length > 0 ? offered : ['en'],
    default: isOffered ? preferred : fallback,
  }
}
