import { readFileSync } from 'node:fs'
import { languages } from '../../packages/contract/src/languages.ts'
import { parsePo } from './catalogues.mjs'

const catalogues = new URL('../../apps/portal/src/i18n/po/errors/', import.meta.url)
export const refusalsFile = new URL(
  '../../apps/server/src/words/refusals.gen.json',
  import.meta.url,
)

/** The words of the portal for each code, by language: the support reads the words of a player. */
export function refusals() {
  const all = languages.map((language) => {
    const text = readFileSync(new URL(`${language}.po`, catalogues), 'utf8')
    const messages = [...parsePo(text).values()].filter((message) => message.text !== '')
    return [language, Object.fromEntries(messages.map((message) => [message.id, message.text]))]
  })
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`
}
