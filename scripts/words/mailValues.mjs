import { readFileSync } from 'node:fs'
import { parsePo } from './catalogues.mjs'

const catalogue = new URL('../../apps/server/src/words/po/en.po', import.meta.url)
export const mailValuesFile = new URL(
  '../../apps/server/src/words/mailValues.gen.ts',
  import.meta.url,
)

/** Every text may name them. */
const everywhere = new Set(['studio', 'username'])
const width = 96

/** The types of what mails name: a value that is missing or misspelled does not compile. */
export function mailValues() {
  const messages = [...parsePo(readFileSync(catalogue, 'utf8')).values()]
  const values = messages.flatMap(({ id, text }) => {
    const names = new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    const own = [...names].filter((name) => !everywhere.has(name))
    return own.length === 0 ? [] : [`  readonly '${id}': ${quoted(own).join(' | ')}\n`]
  })
  return `// Written by \`npm run messages --workspace apps/portal\` from po/en.po.

/** The names of the texts of mails. */
export type WordsKey =
${namesOf(messages.map(({ id }) => id))}

/** The values that texts name, besides the reader's name and the studio's. */
export interface MailValues {
${values.join('')}}
`
}

/** The names as types: mails that have the same texts are written together. */
function namesOf(ids) {
  const mails = Map.groupBy(ids, (id) => id.split('.')[0])
  const groups = Map.groupBy(mails, ([, texts]) =>
    quoted(texts.flatMap((id) => id.split('.').slice(1))).join(' | '),
  )
  const lines = [...groups].flatMap(([texts, ofGroup]) => {
    const [first] = ofGroup[0]
    const names = quoted(ofGroup.map(([mail]) => mail))
    if (texts === '') return names
    const mail = names.length === 1 ? first : `\${\n${wrapped(names)}\n    }`
    return `\`${mail}.\${${texts}}\``
  })
  return lines.map((line) => `  | ${line}`).join('\n')
}

function quoted(names) {
  return names.map((name) => `'${name}'`)
}

function wrapped(names) {
  const lines = ['     ']
  for (const [at, name] of names.entries()) {
    const word = at < names.length - 1 ? ` ${name} |` : ` ${name}`
    if (lines.at(-1).length + word.length > width) lines.push('     ')
    lines[lines.length - 1] += word
  }
  return lines.join('\n')
}
