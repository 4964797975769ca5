import { readFileSync } from 'node:fs'
import type { Language } from '@gatehouse/contract/languages'
import { parsePo } from 'pofile-ts'
import type { WordsKey } from './mailValues.gen.ts'

/** Everything that the server writes to people in mails, by its name, like `farewell.subject`. */
export type Words = Readonly<Record<WordsKey, string>>

/** The mails with a text of this name. */
export type MailWith<Text extends string> = {
  [Key in WordsKey]: Key extends `${infer Mail}.${Text}` ? Mail : never
}[WordsKey]

const read = new Map<Language, Words>()

/** Read when they are first needed: commands of operators write no mails, and most servers few languages. */
export function wordsOf(language: Language): Words {
  const words = read.get(language) ?? readWords(language)
  read.set(language, words)
  return words
}

/** A text that a language lacks is in English, as in the portal. */
function readWords(language: Language): Words {
  const file = new URL(`po/${language}.po`, import.meta.url)
  const said = parsePo(readFileSync(file, 'utf8')).items.map(({ msgid, msgstr }) => [
    msgid,
    msgstr[0],
  ])
  const words = Object.fromEntries(said.filter(([, text]) => text)) as Words
  return language === 'en' ? words : { ...wordsOf('en'), ...words }
}
