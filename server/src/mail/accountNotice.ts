import type { Language } from '@gatehouse/contract/languages'
import { browserOf } from '../platform/browserOf.ts'
import { browserPhrase } from './browserPhrase.ts'
import type { Deployment } from '../tenants/deployments.ts'
import type { MailWith } from '../words/wordsOf.ts'
import { fillIn } from './fillIn.ts'
import { layout, type MailContent } from './layout.ts'
import { type MailContext, mailContextOf, type Reader, type ValuesOf } from './mailContext.ts'

/** Mails about a player's log-in with the time and origin of an event. */
type NoticeName = Exclude<
  MailWith<'body'> & MailWith<'action'>,
  'confirmation' | 'registrationAttempt' | 'sessionReuse'
>

export interface Occasion {
  readonly at: Date
  /** Null where no visitor caused it. */
  readonly clientContext: { readonly ip: string; readonly userAgent: string } | null
}

interface Button {
  /** Where it leads to, within the portal. */
  readonly path: string
  /** The number that a safety link takes besides. */
  readonly number?: string
}

type Body = `${NoticeName}.body` | 'passwordRecovered.bodyLinked'

/** The values in a notice's text. */
export type NamedIn<Name> = Name extends 'passwordRecovered'
  ? Partial<ValuesOf<'passwordRecovered.bodyLinked'>>
  : Name extends NoticeName
    ? ValuesOf<`${Name}.body`>
    : never

/** Notifies a player of a change, or of a request for one. */
export function accountNotice<Name extends NoticeName>(
  deployment: Deployment,
  reader: Reader,
  ofName: Name,
  occasion: Occasion,
  about: Button & NamedIn<Name>,
): MailContent {
  const letterhead = mailContextOf(deployment, reader)
  const { words, say } = letterhead
  const name: NoticeName = ofName
  const { path, number, ...named } = about as Button & ValuesOf<Body>
  return layout(letterhead, {
    subject: say(`${name}.subject`),
    paragraphs: [
      say('greeting'),
      say(bodyOf(name, named), named),
      ...circumstances(letterhead, occasion),
      ...(number === undefined ? [] : [say('linkNumber', { number })]),
    ],
    action: {
      label: words[`${name}.action`],
      url: `${deployment.configuration.AccountUrl}${path}`,
    },
    closing: say(`${name}.closing`),
  })
}

function bodyOf(name: NoticeName, { services = [] }: Partial<ValuesOf<Body>>): Body {
  const isLinked = name === 'passwordRecovered' && services.length > 0
  return isLinked ? 'passwordRecovered.bodyLinked' : `${name}.body`
}

/** The time and origin of an event, as far as the connection and the browser show them. */
function circumstances(
  { words, language }: MailContext,
  { at, clientContext }: Occasion,
): string[] {
  if (clientContext === null) return []
  const { ip, userAgent } = clientContext
  const named = browserOf(userAgent)
  const phrase = browserPhrase(named, words)
  const values = { moment: momentIn(language, at), ip, ...named }
  const message = words.circumstances.replace('{browser}', () => phrase)
  return [fillIn(message, language, values satisfies ValuesOf<'circumstances'>)]
}

function momentIn(language: Language, at: Date): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
    calendar: 'gregory',
    // As everywhere in the product: codes and prices are compared by eye.
    numberingSystem: 'latn',
  }).format(at)
}
