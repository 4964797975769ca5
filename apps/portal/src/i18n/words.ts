import { type Messages, setupI18n } from '@lingui/core'
import type { Catalogue, Files } from './catalogue.ts'
import type { LaterCatalogue } from './laterCatalogues.ts'

/** The words of what visitors see, and players too. */
const ofVisitors: Files = import.meta.glob<Catalogue>('./po/visitor/*.po')

const english = 'en'
const used: Files[] = [ofVisitors]
const added = new Map<Files, Promise<void>>()
let language = english

/** The language of the portal in a browser, one at a time, with the words that have come. */
export const i18n = setupI18n()

/**
 * Says everything in another language, as soon as its words are there. Rejects, and leaves all as
 * it is, when they do not come or when the language is none that is built. The last of several
 * wishes counts.
 */
export async function activateLanguage(wanted: string): Promise<void> {
  const before = language
  language = wanted
  try {
    const fetched = await Promise.all([
      ...used.map((files) => fetchWords(files, wanted)),
      // Last: they take the places of ours.
      fetchCustomWords(wanted),
    ])
    if (language !== wanted) return
    for (const { messages } of fetched) i18n.load(wanted, { ...messages })
    i18n.activate(wanted)
  } catch (error) {
    if (language === wanted) language = before
    throw error
  }
}

/**
 * Says everything in a language, or in English where its words do not come. Rejects without those.
 */
export async function activateOrFallback(wanted: string): Promise<void> {
  await activateLanguage(wanted).catch(() => activateLanguage(english))
}

/**
 * Adds the words of a catalogue, for what says them; the page never mixes two languages. Rejects
 * where they do not come, in English either: the next call tries again.
 */
export async function needWords(name: LaterCatalogue): Promise<void> {
  const { laterCatalogues } = await import('./laterCatalogues.ts')
  return addWords(laterCatalogues[name])
}

export function addWords(files: Files): Promise<void> {
  const pending = added.get(files)
  if (pending !== undefined) return pending
  used.push(files)
  const words = activateOrFallback(language).catch((error: unknown) => {
    used.splice(used.indexOf(files), 1)
    added.delete(files)
    throw error
  })
  added.set(files, words)
  return words
}

async function fetchWords(files: Files, wanted: string): Promise<Catalogue> {
  const file = Object.keys(files).find((name) => name.endsWith(`/${wanted}.po`))
  const load = file === undefined ? undefined : files[file]
  if (load === undefined) throw new Error(`There are no words in ${wanted}.`)
  return load()
}

/**
 * The words of the deployment instead of ours: the page has them in its language, and knows by
 * that whether there are any. Where others do not come, ours are said.
 */
async function fetchCustomWords(wanted: string): Promise<Catalogue> {
  const custom = globalThis.document?.getElementById('words')
  if (!custom) return { messages: {} }
  if (custom.lang === wanted) return { messages: JSON.parse(custom.textContent) as Messages }
  const answer = await fetch(`/words/${wanted}.json`, {
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  return { messages: answer?.ok === true ? ((await answer.json()) as Messages) : {} }
}
