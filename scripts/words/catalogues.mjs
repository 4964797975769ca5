import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parsePo as readPo } from 'pofile-ts'
import { languages } from '../../packages/contract/src/languages.ts'

/*
 * The words of the product, read as they lie in the repository. An entry is one message in one
 * language: where it stands, its English words, and what it says.
 */

/** Every entry of every language that the repository has; an entry without words says ''. */
export function readEntries(root) {
  const folders = globSync('apps/{portal/src/i18n/po/*,server/src/words/po}/en.po', { cwd: root })
    .map((file) => dirname(file))
    .toSorted()
  return folders.flatMap((folder) => {
    const place = folder.startsWith('apps/portal') ? `portal/${basename(folder)}` : 'server'
    return readFolder(root, folder, place)
  })
}

/** Entries that wait for a translator: one without words shows English, and a fuzzy one its old text. */
export function waitingIn(entries) {
  return entries.filter(
    ({ language, english, text, isOld }) =>
      language !== 'en' && english !== null && (text === '' || isOld),
  )
}

/** Languages that a place lacks; one that has English alone is not translated. */
export function missingLanguages(entries) {
  return [...Map.groupBy(entries, ({ place }) => place)].flatMap(([place, those]) => {
    const given = new Set(those.map(({ language }) => language))
    const missing = given.size < 2 ? [] : languages.filter((language) => !given.has(language))
    return missing.map((language) => `${place} has no words in ${language}.`)
  })
}

/** The catalogues of a folder, each beside the English one. */
function readFolder(root, folder, place) {
  const read = (language) => parsePo(readFileSync(join(root, folder, `${language}.po`), 'utf8'))
  const english = read('en')
  const files = globSync(`${folder}/*.po`, { cwd: root })
  const given = new Set(files.map((file) => basename(file, '.po')))
  return languages
    .filter((language) => given.has(language))
    .flatMap((language) => entriesOf(place, language, english, read(language)))
}

/** The entries of a catalogue; messages that English does not have stand with `english: null`. */
export function entriesOf(place, language, english, said) {
  const known = [...english].map(([key, { text, ...message }]) => ({
    ...message,
    english: text,
    text: said.get(key)?.text ?? '',
    isOld: said.get(key)?.isOld ?? false,
  }))
  const unknown = [...said]
    .filter(([key]) => !english.has(key))
    .map(([, message]) => ({ ...message, comment: '', english: null }))
  return [...known, ...unknown].map((entry) => ({ place, language, ...entry }))
}

/** The messages of a file of Gettext, by their context and id. */
export function parsePo(text) {
  const messages = readPo(text).items.map((item) => {
    const { msgid: id, msgctxt, msgstr, extractedComments, flags } = item
    const context = msgctxt ?? ''
    const comment = extractedComments.join('\n')
    const said = { id, context, text: msgstr[0] ?? '', comment, isOld: 'fuzzy' in flags }
    return [`${context}\u0004${id}`, said]
  })
  return new Map(messages)
}
