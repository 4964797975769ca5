import type {
  LedgerAct,
  LedgerActor,
  NotRestored,
  ShownByAct,
  SignInMethod,
} from '@gatehouse/contract/activity'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { identityProviders } from '@gatehouse/contract/identityProviders'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { dateIn, listOf } from '../../i18n/formats.ts'
import { isolate } from '../../i18n/isolate.ts'

/* The labels of log-ins and acts: one table. */

export type Entry = AnswerOf<'listActivity'>['Entries'][number]

/** `Firefox on Windows`, as far as the browser said it; empty where it said nothing. */
export function browserWords(
  i18n: I18n,
  { Browser: browser, System: system }: Pick<Entry, 'Browser' | 'System'>,
): string {
  if (system === '') return browser
  return i18n._(
    browser === '' ? msg`A browser on ${{ system }}` : msg`${{ browser }} on ${{ system }}`,
  )
}

/** The means of a player's sign-in. */
export function signInWords(methods: readonly SignInMethod[]): MessageDescriptor {
  if (methods.includes('ext')) return msg`Logged in with your partner account`
  if (methods.includes('pk')) return msg`Logged in with a passkey`
  const service = methods.find((method) => method.startsWith('svc:'))?.slice('svc:'.length)
  if (service !== undefined) return msg`Logged in with ${{ service: serviceOf(service) }}`
  return methods.some((method) => method !== 'pwd' && method !== 'tb')
    ? msg`Logged in with a password and a second step`
    : msg`Logged in with a password`
}

type Sayings = {
  readonly [A in LedgerAct]: (shown: ShownByAct[A], i18n: I18n) => MessageDescriptor
}

const sayings: Sayings = {
  'signed-in': ({ Methods }) => signInWords(Methods),
  'sign-in-failed': () => msg`Right password, wrong code`,
  proven: () => msg`Confirmed once more that it is you`,
  'email-changed': ({ From }) => msg`Email address changed from ${{ from: isolate(From) }}`,
  'email-restored': ({ To }) => msg`Email address put back to ${{ to: isolate(To) }}`,
  'password-set': () => msg`Password changed`,
  'password-removed': () => msg`Password removed`,
  renamed: ({ From }) => msg`Username changed from ${{ from: isolate(From) }}`,
  linked: ({ CanonicalName }) => {
    const service = serviceOf(CanonicalName)
    return msg`${{ service }} linked`
  },
  unlinked: ({ CanonicalName }) => {
    const service = serviceOf(CanonicalName)
    return msg`${{ service }} unlinked`
  },
  'service-way-on': ({ CanonicalName }) => {
    const service = serviceOf(CanonicalName)
    return msg`${{ service }} logs you in from now on`
  },
  'service-way-off': ({ CanonicalName }) => {
    const service = serviceOf(CanonicalName)
    return msg`${{ service }} no longer logs you in`
  },
  'link-moves': ({ CanonicalName }) => {
    const service = serviceOf(CanonicalName)
    return msg`${{ service }} will move to another account`
  },
  'link-moved': ({ CanonicalName }) => {
    const service = serviceOf(CanonicalName)
    return msg`${{ service }} moved between two accounts`
  },
  'link-kept': ({ CanonicalName }) => {
    const service = serviceOf(CanonicalName)
    return msg`${{ service }} stays where it was`
  },
  'passkey-added': ({ Name }) => msg`Passkey “${{ name: isolate(Name) }}” added`,
  'passkey-removed': ({ Name }) => msg`Passkey “${{ name: isolate(Name) }}” removed`,
  'app-added': ({ Name }) => msg`Authenticator app “${{ name: isolate(Name) }}” added`,
  'app-removed': ({ Name }) => msg`Authenticator app “${{ name: isolate(Name) }}” removed`,
  'codes-made': () => msg`New recovery codes made`,
  'codes-used': () => msg`Recovery code used`,
  'two-step-on': () => msg`Two-step verification switched on`,
  'two-step-off': () => msg`Two-step verification switched off`,
  'browser-trusted': () => msg`Browser trusted`,
  'browsers-forgotten': () => msg`Trusted browsers forgotten`,
  'sessions-ended': () => msg`Sessions ended`,
  'site-allowed': ({ Name }) => msg`${{ name: isolate(Name) }} may use your account`,
  'site-withdrawn': ({ Name }) => msg`${{ name: isolate(Name) }} may no longer use your account`,
  frozen: () => msg`Account frozen`,
  unfrozen: () => msg`Account opened again`,
  'deletion-asked': ({ Until }, { locale }) =>
    msg`Account to be deleted on ${{ date: dayOf(locale, Until) }}`,
  'deletion-cancelled': () => msg`Deletion of the account cancelled`,
  'recovery-opened': () => msg`Somebody asked to get in without your second step`,
  'recovery-stopped': () => msg`Getting in without your second step stopped`,
  recovered: () => msg`Account recovered: all second steps removed`,
  'rewind-asked': () => msg`Somebody asked to undo what was done to your account`,
  'rewind-stopped': () => msg`Undoing stopped with a second step`,
  rewound: ({ Since, NotRestored: missing }, i18n) => {
    const date = dayOf(i18n.locale, Since)
    if (missing.length === 0) return msg`Account put back to what it was on ${{ date }}`
    const list = missingWords(i18n, missing)
    return msg`Account put back to what it was on ${{ date }}, without: ${{ list }}`
  },
  'numbers-guessed': () => msg`Somebody guessed at the number of one of our mails`,
  'support-looked': () => msg`Our support looked at your account`,
  'support-banned': () => msg`Our support banned your account`,
  'support-unbanned': () => msg`Our support lifted the ban`,
  'support-revealed': () => msg`Our support looked at your email address`,
  'support-mailed': () => msg`Our support sent you an email`,
  'support-badge': ({ Change }) =>
    Change === 'given' ? msg`Our support gave you a badge` : msg`Our support took a badge`,
  'support-exported': () => msg`Our support exported your data`,
  'support-unlocked': () => msg`Our support let you log in again`,
  'support-accepted-mail': () => msg`Our support sends mail to your address again`,
  'support-reset-avatar': () => msg`Our support removed your picture`,
  'support-blocked': () => msg`Our support blocked a player for you`,
  'support-unblocked': () => msg`Our support unblocked a player for you`,
}

/** The labels of the acts of operators. */
const ofOperators: Partial<Sayings> = {
  unlinked: ({ CanonicalName }) => {
    const service = serviceOf(CanonicalName)
    return msg`Our support unlinked ${{ service }}`
  },
  frozen: () => msg`Our support froze your account`,
  // One session is counted, all are not.
  'sessions-ended': ({ Count }) =>
    Count === undefined ? msg`Our support ended all sessions` : msg`Our support ended a session`,
}

function dayOf(locale: string, moment: string): string {
  return dateIn(locale, moment, { dateStyle: 'long' })
}

/** What could not be put back: `your username`, and the services by their names. */
export function missingWords(i18n: I18n, missing: readonly NotRestored[]): string {
  const named = missing.map((part) => {
    if (part === 'username') return i18n._(msg`your username`)
    if (part === 'passkey') return i18n._(msg`a passkey`)
    return serviceOf(part)
  })
  return listOf(i18n.locale, named)
}

function serviceOf(name: string): string {
  const providers: Readonly<Record<string, { readonly title: string }>> = identityProviders
  return providers[name]?.title ?? name
}

/** An act as one sentence. */
export function sentenceOf(
  i18n: I18n,
  { Act, Actor, Shown }: Pick<Entry, 'Act' | 'Actor' | 'Shown'>,
): string {
  const actor: LedgerActor = Actor
  const byOperator = actor === 'operator' ? ofOperators[Act] : undefined
  const say = (byOperator ?? sayings[Act]) as
    | ((shown: unknown, i18n: I18n) => MessageDescriptor)
    | undefined
  const words = say?.(Shown, i18n)
  // A newer server knows more acts than this page.
  return words === undefined ? Act : i18n._(words)
}
