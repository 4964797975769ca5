import type { Language } from '@gatehouse/contract/languages'
import type { Deployment } from '../deployments/deployments.ts'
import type { MailValues, WordsKey } from '../words/mailValues.gen.ts'
import { type Words, wordsOf } from '../words/wordsOf.ts'
import { fillIn, type Values } from './fillIn.ts'
import { type MailTheme, mailThemeOf } from './themes.ts'

/** The reader of a mail, and its language. */
export interface Reader {
  readonly username: string
  readonly language: Language
}

/** The common parts of a deployment's mails to one reader. */
export interface MailContext {
  readonly language: Language
  readonly theme: MailTheme
  readonly studioName: string
  /** The address of the portal. */
  readonly portal: string
  readonly words: Words
  /** A text with its values: those that are given here, the reader's name and the studio's. */
  readonly say: <Key extends WordsKey>(key: Key, ...values: GivenValues<Key>) => string
}

type GivenName<Key extends WordsKey> = Key extends keyof MailValues ? MailValues[Key] : never

/** The values in a text besides its reader and the studio. */
export type ValuesOf<Key extends WordsKey> = Readonly<Record<GivenName<Key>, Values[string]>>
type GivenValues<Key extends WordsKey> = [GivenName<Key>] extends [never] ? [] : [ValuesOf<Key>]

export function mailContextOf(deployment: Deployment, { username, language }: Reader): MailContext {
  const { RegisterStudioName: studioName, AccountUrl: portal } = deployment.configuration
  const own = deployment.wordings.get(language)?.mails
  const words = { ...wordsOf(language), ...own }
  return {
    language,
    theme: mailThemeOf(deployment, language),
    studioName,
    portal,
    words,
    say: (key, ...[values]) =>
      fillIn(words[key], language, { studio: studioName, username, ...values }),
  }
}
