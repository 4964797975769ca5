import type { Language } from '@gatehouse/contract/languages'
import { browserOf } from '../platform/browserOf.ts'
import { browserPhrase } from './browserPhrase.ts'
import type { Deployment } from '../tenants/deployments.ts'
import type { Words } from '../words/en.ts'
import type { Values } from './fillIn.ts'
import { layout, type MailContent } from './layout.ts'
import { type Letterhead, letterheadOf, type Reader } from './letterhead.ts'

/** Mails about a player's log-in with the time and origin of an event. */
type NoticeName = Exclude<
  keyof Words['mails'],
  'confirmation' | 'registrationAttempt' | 'sessionReuse' | 'farewell' | 'mailing'
>

export interface Occasion {
  readonly at: Date
  /** Null where no visitor caused it. */
  readonly clientContext: { readonly ip: string; readonly userAgent: string } | null
}

interface About {
  /** Where the button leads to, within the portal. */
  readonly path: string
  /** What the notice names. */
  readonly oldName?: string
  readonly newEmail?: string
  /** The app, the passkey, and the number of codes that are left. */
  readonly factor?: string
  readonly left?: string
  /** The services that were linked lately. */
  readonly services?: readonly string[]
  /** The number that a safety link takes besides. */
  readonly number?: string
}

/** Notifies a player of a change, or of a request for one. */
export function accountNotice(
  deployment: Deployment,
  reader: Reader,
  name: NoticeName,
  occasion: Occasion,
  { path, number, ...named }: About,
): MailContent {
  const letterhead = letterheadOf(deployment, reader)
  const { words, say } = letterhead
  const said = words.mails[name]
  return layout(letterhead, {
    subject: say(said.subject),
    paragraphs: [
      say(words.greeting),
      say(bodyOf(words, name, named), named),
      ...circumstances(letterhead, occasion),
      ...(number === undefined ? [] : [say(words.linkNumber, { number })]),
    ],
    action: { label: said.action, url: `${deployment.configuration.AccountUrl}${path}` },
    closing: say(said.closing),
  })
}

function bodyOf({ mails }: Words, name: NoticeName, { services = [] }: Values): string {
  const isLinked = name === 'passwordRecovered' && services.length > 0
  return isLinked ? mails.passwordRecovered.bodyLinked : mails[name].body
}

/** The time and origin of an event, as far as the connection and the browser show them. */
function circumstances(
  { words, language, say }: Letterhead,
  { at, clientContext }: Occasion,
): string[] {
  if (clientContext === null) return []
  const { ip, userAgent } = clientContext
  const named = browserOf(userAgent)
  const phrase = browserPhrase(named, words.browsers)
  const message = words.circumstances.replace('{browser}', () => phrase)
  return [say(message, { moment: momentIn(language, at), ip, ...named })]
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
