import { expect, test } from 'vitest'
import { loadLocale } from './loadLocale.ts'

const english = { greeting: 'Hello' }
const others = {
  './po/fr.po': () => Promise.resolve({ messages: { greeting: 'Bonjour' } }),
  './po/pt-BR.po': () => Promise.resolve({ messages: { greeting: 'Oi' } }),
  './po/de.po': () => Promise.reject(new Error('The network is gone.')),
}

test.each([
  [['fr'], 'fr', 'Bonjour'],
  [['fr-CA'], 'fr', 'Bonjour'],
  [['pt-BR', 'fr'], 'pt-BR', 'Oi'],
  [['ja', 'fr', 'en'], 'fr', 'Bonjour'],
  [['en-GB', 'fr'], 'en', 'Hello'],
  [['pt', 'ja'], 'en', 'Hello'],
  [['', '-', 'zh-Hant-TW'], 'en', 'Hello'],
  [[], 'en', 'Hello'],
])('a browser that wants %j gets the locale %s', async (wanted, locale, greeting) => {
  const i18n = await loadLocale(english, others, wanted)
  expect([i18n.locale, i18n._('greeting')]).toEqual([locale, greeting])
})

test('English stands in when the file of another language does not load', async () => {
  const i18n = await loadLocale(english, others, ['de'])
  expect([i18n.locale, i18n._('greeting')]).toEqual(['en', 'Hello'])
})
