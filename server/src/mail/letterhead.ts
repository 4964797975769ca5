import type { Language } from '@gatehouse/contract/languages'
import type { Deployment } from '../tenants/deployments.ts'
import type { Words } from '../words/en.ts'
import { wordsOf } from '../words/wordsOf.ts'
import { fillIn, type Values } from './fillIn.ts'
import { type MailTheme, mailThemeOf } from './themes.ts'

/** To whom a mail is written, and in which language. */
export interface Reader {
  readonly username: string
  readonly language: Language
}

/** What the mails of a deployment to one reader have in common. */
export interface Letterhead {
  readonly language: Language
  readonly theme: MailTheme
  readonly studioName: string
  readonly words: Words
  /** A message with its values: those that are given here, the reader's name and the studio's. */
  readonly say: (message: string, values?: Values) => string
}

export function letterheadOf(deployment: Deployment, { username, language }: Reader): Letterhead {
  const studioName = deployment.configuration.RegisterStudioName
  return {
    language,
    theme: mailThemeOf(deployment, language),
    studioName,
    words: wordsOf(language),
    say: (message, values) =>
      fillIn(message, language, { studio: studioName, username, ...values }),
  }
}
