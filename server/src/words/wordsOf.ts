import type { Language } from '@gatehouse/contract/languages'
import { words as ar } from './ar.ts'
import { words as de } from './de.ts'
import { words as en, type Words } from './en.ts'
import { words as es } from './es.ts'
import { words as fr } from './fr.ts'
import { words as it } from './it.ts'
import { words as ja } from './ja.ts'
import { words as ko } from './ko.ts'
import { words as pl } from './pl.ts'
import { words as ptBR } from './pt-BR.ts'
import { words as ru } from './ru.ts'
import { words as zhHans } from './zh-Hans.ts'

/** All of them together are less than a picture: they are read at the start. */
const tables: Readonly<Record<Language, Words>> = {
  en,
  fr,
  de,
  es,
  it,
  'pt-BR': ptBR,
  pl,
  ru,
  ja,
  ko,
  'zh-Hans': zhHans,
  ar,
}

export function wordsOf(language: Language): Words {
  return tables[language]
}
