import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parsePo as readPo } from 'pofile-ts'
import { languages } from '../../contract/src/languages.ts'

/*
 * The words of the product, read as they lie in the repository. An entry is one message in one
 * language: where it stands, its English words, and what it says.
 */

const portalFolder = 'portal/src/i18n/po'
const serverFolder = 'server/src/words'

/** Every entry of every language that the repository has; an entry without words says ''. */
export async function readEntries(root) {
  return [...readPortal(root), ...(await readServer(root))]
}

/** Languages that a place lacks; one that has English alone is not translated. */
export function missingLanguages(entries) {
  return [...Map.groupBy(entries, ({ place }) => place)].flatMap(([place, those]) => {
    const given = new Set(those.map(({ language }) => language))
    const missing = given.size < 2 ? [] : languages.filter((language) => !given.has(language))
    return missing.map((language) => `${place} has no words in ${language}.`)
  })
}

/** The catalogues of the portal, each beside the English one of its cut. */
function readPortal(root) {
  const folders = globSync(`${portalFolder}/**/en.po`, { cwd: root }).map((file) => dirname(file))
  return folders.toSorted().flatMap((folder) => {
    const read = (language) => parsePo(readFileSync(join(root, folder, `${language}.po`), 'utf8'))
    const english = read('en')
    return languagesIn(root, folder, '.po').flatMap((language) =>
      entriesOf(`portal/${basename(folder)}`, language, english, read(language)),
    )
  })
}

/** The entries of a cut; messages that English does not have stand with `english: null`. */
export function entriesOf(place, language, english, said) {
  const known = [...english].map(([key, { text, ...message }]) => ({
    ...message,
    english: text,
    text: said.get(key)?.text ?? '',
  }))
  const unknown = [...said]
    .filter(([key]) => !english.has(key))
    .map(([, message]) => ({ ...message, comment: '', english: null }))
  return [...known, ...unknown].map((entry) => ({ place, language, ...entry }))
}

async function readServer(root) {
  const tables = await Promise.all(
    languagesIn(root, serverFolder, '.ts').map(async (language) => {
      const { href } = pathToFileURL(join(root, serverFolder, `${language}.ts`))
      return [language, messagesOfTable((await import(href)).words)]
    }),
  )
  const english = new Map(tables).get('en')
  return tables.flatMap(([language, said]) => entriesOf('server', language, english, said))
}

/** A table of words as messages: each is named by the way to it, like `mails.farewell.subject`. */
export function messagesOfTable(table, way = []) {
  const found = Object.entries(table).flatMap(([name, value]) => {
    const id = [...way, name].join('.')
    if (typeof value !== 'string') return [...messagesOfTable(value, [...way, name])]
    return [[id, { id, context: '', text: value, comment: '' }]]
  })
  return new Map(found)
}

function languagesIn(root, folder, ending) {
  const files = globSync(`${folder}/*${ending}`, { cwd: root })
  const given = new Set(files.map((file) => basename(file, ending)))
  return languages.filter((language) => given.has(language))
}

/** The messages of a file of Gettext, by their context and id. */
export function parsePo(text) {
  const messages = readPo(text).items.map(({ msgid: id, msgctxt, msgstr, extractedComments }) => {
    const context = msgctxt ?? ''
    const said = { id, context, text: msgstr[0] ?? '', comment: extractedComments.join('\n') }
    return [`${context}\u0004${id}`, said]
  })
  return new Map(messages)
}
