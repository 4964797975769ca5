import { dateIn } from '@gatehouse/contract/dates'
import type { Language } from '@gatehouse/contract/languages'
import { paths } from '@gatehouse/contract/routes'
import { unsubscribeParameter, unsubscribeUrl } from '@gatehouse/contract/unsubscribe'
import type { MailLinkKind } from '../database/schema/values.ts'
import { type BrowserNames, browserOf } from '../platform/browserOf.ts'
import type { Deployment } from '../deployments/deployments.ts'
import type { MailWith, Words } from '../words/wordsOf.ts'
import { fillIn, isolate } from './fillIn.ts'
import { layout, type MailContent } from './layout.ts'
import type { Block } from './markdown.ts'
import { type MailContext, mailContextOf, type Reader, type ValuesOf } from './mailContext.ts'

/** The mails of one shape: a greeting, paragraphs, a button into the portal, a closing. */
type ButtonMail = MailWith<'body'> & MailWith<'action'>

/** What their button undoes was most likely their reader's own act. */
export const undoable: ReadonlySet<ButtonMail> = new Set<ButtonMail>([
  'appAdded',
  'appRemoved',
  'codesMade',
  'codeUsed',
  'deletionAsked',
  'deletionCancelled',
  'emailChangeAsked',
  'emailChanged',
  'linkArrived',
  'linkMoved',
  'linkMoves',
  'newBrowser',
  'newLogIn',
  'passkeyAdded',
  'passkeyRemoved',
  'passwordChanged',
  'passwordRecovered',
  'passwordRemoved',
  'recovered',
  'recoveryStopped',
  'recoveryWaits',
  'rewindStopped',
  'serviceWayOff',
  'serviceWayOn',
  'twoStepOff',
  'twoStepOn',
  'unfrozen',
  'usernameChanged',
])

function buttonMail(
  letterhead: MailContext,
  name: ButtonMail,
  paragraphs: readonly string[],
  path: string,
  aside = '',
): MailContent {
  const { words, say, portal } = letterhead
  const content = layout(letterhead, {
    subject: say(`${name}.subject`),
    paragraphs: [say('greeting'), ...paragraphs],
    action: { label: words[`${name}.action`], url: `${portal}${path}` },
    isUndo: undoable.has(name),
    aside,
    closing: say(`${name}.closing`),
  })
  return { ...content, kind: name }
}

export type ConfirmationKind = Extract<MailLinkKind, 'confirm-email' | 'register-validate'>

const linkOf: Readonly<Record<ConfirmationKind, (token: string) => string>> = {
  'confirm-email': (token) => `${paths.confirmEmail}?uid=${token}`,
  'register-validate': (token) => `${paths.registerValidate}?verificationCode=${token}`,
}

interface ConfirmationLink {
  readonly kind: ConfirmationKind
  readonly token: string
  /** Another account waits for the same address. */
  readonly isShared: boolean
}

/** Asks a new player to confirm the address; the link opens the screen of its kind. */
export function confirmation(
  deployment: Deployment,
  reader: Reader,
  { kind, token, isShared }: ConfirmationLink,
): MailContent {
  const letterhead = mailContextOf(deployment, reader)
  const { say } = letterhead
  const paragraphs = [say('confirmation.body'), ...(isShared ? [say('confirmation.shared')] : [])]
  return buttonMail(letterhead, 'confirmation', paragraphs, linkOf[kind](token))
}

/** Notifies a player of an event around the account, and leads to the log-in. `advice` follows. */
export function notice(
  deployment: Deployment,
  reader: Reader,
  name: 'registrationAttempt' | 'sessionReuse',
  advice: readonly 'sessionReuse.password'[] = [],
): MailContent {
  const letterhead = mailContextOf(deployment, reader)
  const paragraphs = [`${name}.body` as const, ...advice].map((text) => letterhead.say(text))
  return buttonMail(letterhead, name, paragraphs, paths.login)
}

/** The code with which a player adds a first second factor. */
export function enrolmentCodeMail(
  deployment: Deployment,
  reader: Reader,
  code: string,
  occasion: Occasion,
): MailContent {
  const letterhead = mailContextOf(deployment, reader)
  const { say } = letterhead
  const content = layout(letterhead, {
    subject: say('enrolmentCode.subject', { code }),
    paragraphs: [
      say('greeting'),
      say('enrolmentCode.body', { code }),
      ...circumstances(letterhead, occasion),
    ],
    closing: say('enrolmentCode.closing'),
  })
  return { ...content, kind: 'enrolmentCode' }
}

/** Confirms a deletion to a former player: the last mail to the address. */
export function accountDeletedMail(deployment: Deployment, reader: Reader): MailContent {
  const letterhead = mailContextOf(deployment, reader)
  const { say } = letterhead
  return layout(letterhead, {
    subject: say('farewell.subject'),
    paragraphs: [say('greeting'), say('farewell.body')],
    closing: say('farewell.closing'),
  })
}

export interface MailingText {
  readonly listId: number
  readonly listName: string
  readonly subject: string
  readonly blocks: readonly Block[]
}

/**
 * A mail to one subscriber of a list. `token` ends this subscription: in the link at the bottom,
 * which opens the portal's page, and in the header, whose address the mail provider posts to.
 */
export function mailing(
  deployment: Deployment,
  reader: Reader,
  { listId, listName, subject, blocks }: MailingText,
  token: string,
): MailContent {
  const letterhead = mailContextOf(deployment, reader)
  const { words, say, portal } = letterhead
  const content = layout(letterhead, {
    // The studio wrote both in its own language.
    subject: isolate(subject, reader.language),
    paragraphs: [say('greeting')],
    blocks,
    closing: say('mailing.closing', { list: listName }),
    footer: {
      label: words['mailing.unsubscribe'],
      url: `${portal}${paths.unsubscribe}?${unsubscribeParameter}=${token}`,
    },
  })
  const list = `newsletter-${listId}.${deployment.host.replace(/:\d+$/, '')}`
  const address = unsubscribeUrl(deployment.configuration.AccountApiUrl, token)
  return { ...content, kind: 'mailing', subscription: { list, unsubscribeUrl: address } }
}

/** Mails about a player's log-in with the time and origin of an event. */
type NoticeName = Exclude<ButtonMail, 'confirmation' | 'registrationAttempt' | 'sessionReuse'>

export interface Occasion {
  readonly at: Date
  /** Null where no visitor caused it. */
  readonly clientContext: { readonly ip: string; readonly userAgent: string } | null
}

interface Button {
  /** A path of the portal. */
  readonly path: string
  /** The digits that a safety link also needs. */
  readonly number?: string
}

type Body = `${NoticeName}.body` | 'passwordRecovered.bodyLinked'

type Bodies = { readonly [Name in NoticeName]: ValuesOf<`${Name}.body`> }

/** The values in the text of each notice. */
export interface NamedIn extends Omit<Bodies, 'passwordRecovered'> {
  readonly passwordRecovered: Partial<ValuesOf<'passwordRecovered.bodyLinked'>>
}

/** Notifies a player of a change, or of a request for one. */
export function accountNotice<Name extends NoticeName>(
  deployment: Deployment,
  reader: Reader,
  ofName: Name,
  occasion: Occasion,
  about: Button & NamedIn[Name],
): MailContent {
  const letterhead = mailContextOf(deployment, reader)
  const { say } = letterhead
  const name: NoticeName = ofName
  const { path, number, ...given } = about as Button & ValuesOf<Body>
  const { until } = given
  const named =
    typeof until === 'string'
      ? { ...given, until: momentIn(reader.language, new Date(until)) }
      : given
  const paragraphs = [say(bodyOf(name, named), named), ...circumstances(letterhead, occasion)]
  const aside = number === undefined ? '' : say('linkNumber', { number })
  return buttonMail(letterhead, name, paragraphs, path, aside)
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

/** The phrase that names a browser: one of the words', or the browser's name alone. */
export function browserPhrase({ browser, system }: BrowserNames, words: Words): string {
  if (system === '') return browser === '' ? words['browsers.unknown'] : '{browser}'
  return words[browser === '' ? 'browsers.unnamed' : 'browsers.named']
}

/**
 * In the form of the portal. A mail does not know the time zone of its reader, and names its own.
 */
function momentIn(language: Language, at: Date): string {
  return dateIn(language, at, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
}
