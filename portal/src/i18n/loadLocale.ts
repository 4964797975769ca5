import { type I18n, type Messages, setupI18n } from '@lingui/core'

/** A file of words, as the build makes it. */
export interface Catalogue {
  readonly messages: Messages
}

/**
 * Loads the first of the wanted languages that has a catalogue. The caller brings English, which stands
 * in when no other fits, and when the file of another does not load. Others are by
 * their addresses, which end in the name of the language: `./po/fr.po`.
 */
export async function loadLocale(
  english: Messages,
  others: Readonly<Record<string, () => Promise<Catalogue>>>,
  wanted: readonly string[] = navigator.languages,
): Promise<I18n> {
  const files = new Map(Object.entries(others).map(([file, load]) => [nameOf(file), load]))
  const language = chooseLanguage(wanted, new Set(['en', ...files.keys()]))
  const load = files.get(language)
  const catalogue = await load?.().catch(() => undefined)
  return catalogue === undefined
    ? setupI18n({ locale: 'en', messages: { en: english } })
    : setupI18n({ locale: language, messages: { [language]: catalogue.messages } })
}

/** RFC 4647, lookup: `pt-BR` is content with `pt`, and `pt` not with `pt-BR`. */
function chooseLanguage(wanted: readonly string[], known: ReadonlySet<string>): string {
  for (const tag of wanted) {
    for (let range = tag; range !== ''; range = range.replace(/(^|-)[^-]*$/, '')) {
      if (known.has(range)) return range
    }
  }
  return 'en'
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1, -'.po'.length)
}
