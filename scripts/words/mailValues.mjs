import { readFileSync } from 'node:fs'
import { parsePo } from './catalogues.mjs'

const catalogue = new URL('../../server/src/words/po/en.po', import.meta.url)
export const mailValuesFile = new URL('../../server/src/words/mailValues.gen.ts', import.meta.url)

/** The types of what mails name: a value that is missing or misspelled does not compile. */
export function mailValues() {
  const messages = [...parsePo(readFileSync(catalogue, 'utf8')).values()]
  const lines = messages.map(({ id, text }) => {
    const names = [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => `'${name}'`))]
    return `  readonly '${id}': ${names.join(' | ') || 'never'}\n`
  })
  return `// Written by \`npm run messages --workspace portal\` from po/en.po.

/** The texts of mails, each with the values that it names. */
export interface MailValues {
${lines.join('')}}
`
}
