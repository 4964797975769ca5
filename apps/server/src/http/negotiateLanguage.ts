import {
  isOffered,
  type Language,
  languageCookie,
  languages,
  type Offer,
  offerOf,
} from '@gatehouse/contract/languages'
import { lookUpLanguage } from '@gatehouse/contract/lookUpLanguage'
import type { Deployment } from '../deployments/deployments.ts'
import type { IncomingHttpHeaders } from 'node:http'

/** More wishes than a person has are a program's. */
const maxWishes = 30

/** The offer of a deployment; every language where none is known. */
export function offerAt(deployment: Pick<Deployment, 'configuration'> | null): Offer {
  return deployment === null ? { languages, default: 'en' } : offerOf(deployment.configuration)
}

/** Of a request that was refused before it was read, only the headers are there. */
export interface LanguageRequest {
  readonly headers: IncomingHttpHeaders
  readonly query?: unknown
}

interface Wishes {
  /** The choice that the player has stored. */
  readonly player?: string | null
  /** `ui_locales` of an OpenID request, where it is not in the address. */
  readonly uiLocales?: string | undefined
}

/**
 * The language of an answer, of those that the deployment offers: the player's own choice, then this
 * browser's, the wish of the client, the wishes of the browser, the default. An offer of one is not
 * negotiated.
 */
export function negotiateLanguage(
  request: LanguageRequest,
  offer: Offer,
  { player = null, uiLocales }: Wishes = {},
): Language {
  if (!isNegotiated(offer)) return offer.default
  const chosen = [player, languageCookieOf(request)].find((tag) => isOffered(tag, offer))
  if (chosen !== undefined) return chosen
  const wishes = [
    ...(uiLocales ?? uiLocalesOf(request.query)).split(/[ ,]+/, maxWishes),
    ...wishesOf(request.headers['accept-language'] ?? ''),
  ]
  return lookUpLanguage(wishes, offer) ?? offer.default
}

/** The headers of an answer with words; none where there is no choice. */
export function languageHeaders(language: Language, offer: Offer) {
  return isNegotiated(offer)
    ? { 'content-language': language, vary: 'accept-language, cookie' }
    : {}
}

function isNegotiated({ languages }: Offer): boolean {
  return languages.length > 1
}

const cookiePattern = new RegExp(`(?:^|;) *${languageCookie}=([A-Za-z-]{2,20}) *(?:;|$)`)

function languageCookieOf({ headers: { cookie = '' } }: LanguageRequest): string | undefined {
  return cookiePattern.exec(cookie)?.[1]
}

function uiLocalesOf(query: unknown): string {
  const given = (query as Readonly<Record<string, unknown>> | undefined)?.['ui_locales']
  return typeof given === 'string' ? given : ''
}

/** The tags of `Accept-Language`, the most wanted first; those that the reader refuses are none. */
function wishesOf(header: string): readonly string[] {
  return header
    .split(',', maxWishes)
    .map((wish) => {
      const [tag = '', ...parameters] = wish.split(';').map((part) => part.trim())
      const weight = parameters.find((part) => part.startsWith('q='))
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice('q='.length)) }
    })
    .filter(({ weight }) => weight > 0 && weight <= 1)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
