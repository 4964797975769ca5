import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { languages } from '@gatehouse/contract/languages'
import { parsePo } from 'pofile-ts'
import type { Plugin } from 'vite'

/*
 * The texts of the product for the brand studio, out of the catalogues of portal and mails: one file a
 * language, which a browser loads when a person opens them.
 */

const root = join(import.meta.dirname, '../../..')
const name = 'virtual:words'

export const words: Plugin = {
  name: 'words',
  resolveId: (id) => (id.startsWith(name) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${name}`) {
      const rows = languages.map((tag) => `${JSON.stringify(tag)}: () => import('${name}/${tag}')`)
      return `export const words = {${rows.join()}}`
    }
    const language = id.startsWith(`\0${name}/`) ? id.slice(name.length + 2) : null
    return language === null ? undefined : `export default ${JSON.stringify(textsOf(language))}`
  },
}

/** Each text of a language: by its kind and key, with the files that say it. */
function textsOf(language: string) {
  const files = globSync(`apps/{portal/src/i18n/po/*,server/src/words/po}/${language}.po`, {
    cwd: root,
  })
  return files.toSorted().flatMap((file) => {
    const folder = basename(dirname(file))
    const kind = file.startsWith('apps/server')
      ? 'mails'
      : folder === 'errors'
        ? 'errors'
        : 'portal'
    return parsePo(readFileSync(join(root, file), 'utf8')).items.map(
      ({ msgid, msgctxt, msgstr, references }) => ({
        kind,
        key: msgctxt ? `${msgctxt}\u0004${msgid}` : msgid,
        text: msgstr[0] ?? '',
        from: references,
      }),
    )
  })
}
