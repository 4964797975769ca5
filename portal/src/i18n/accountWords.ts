import { type I18n, setupI18n } from '@lingui/core'
import { type Catalogue, loadLocale } from './loadLocale.ts'
import { messages } from './po/account/en.po'

const others = import.meta.glob<Catalogue>(['./po/account/*.po', '!./po/account/en.po'])
const catalogue = await loadLocale(messages, others)

/** Adds the words of the account's sections, which come with its layout, to those of every page. */
export function withAccountWords({ locale, messages: usual }: I18n): I18n {
  return setupI18n({ locale, messages: { [locale]: { ...usual, ...catalogue.messages } } })
}
