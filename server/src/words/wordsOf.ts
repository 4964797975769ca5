import { words as en, type Words } from './en.ts'
import { words as ja } from './ja.ts'
import { words as ko } from './ko.ts'
import { words as zhHans } from './zh-Hans.ts'
import type { Language } from '@gatehouse/contract/languages'

/** All of them together are less than a picture: they are read at the start. */
const tables: Partial<Record<Language, Words>> = { en, ja, ko, 'zh-Hans': zhHans }

export function wordsOf(language: Language): Words {
  return tables[language] ?? en
}
