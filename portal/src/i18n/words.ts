import { type Messages, setupI18n } from '@lingui/core'

/** A file of words, as the build makes it. */
export interface Catalogue {
  readonly messages: Messages
}

/** One cut of the words, by the addresses of its languages: `./po/account/fr.po`. */
type Cut = Readonly<Record<string, () => Promise<Catalogue>>>

/** Every language has all cuts. */
const english = 'en'
const cuts: Cut[] = [import.meta.glob<Catalogue>('./po/visitor/*.po')]
let language = english

/** What the portal speaks in a browser: one language at a time, with the words that have come. */
export const i18n = setupI18n()

/**
 * Says everything in another language, as soon as its words are there. Rejects, and leaves all as it
 * is, when they do not come or when the language is none that is built. The last of several wishes
 * counts.
 */
export async function speak(wanted: string): Promise<void> {
  const before = language
  language = wanted
  try {
    const catalogues = await Promise.all(cuts.map((cut) => fetchWords(cut, wanted)))
    if (language !== wanted) return
    for (const { messages } of catalogues) i18n.load(wanted, { ...messages })
    i18n.activate(wanted)
  } catch (error) {
    if (language === wanted) language = before
    throw error
  }
}

/** Says everything in a language, or in English where its words do not come. Rejects without those. */
export async function speakOrEnglish(wanted: string): Promise<void> {
  await speak(wanted).catch(() => speak(english))
}

/** Adds the words of a cut that comes with what is shown of it; the page never mixes two languages. */
export async function addWords(cut: Cut): Promise<void> {
  cuts.push(cut)
  await speakOrEnglish(language)
}

async function fetchWords(cut: Cut, wanted: string): Promise<Catalogue> {
  const file = Object.keys(cut).find((name) => name.endsWith(`/${wanted}.po`))
  const load = file === undefined ? undefined : cut[file]
  if (load === undefined) throw new Error(`There are no words in ${wanted}.`)
  return load()
}
