import type { Language } from '@gatehouse/contract/languages'
import { partsOf } from '@gatehouse/contract/messageForms'
import type { Text } from './texts.ts'

/* The text of the product behind words that were pressed in a picture. */

/** What a picture said where it was pressed: the words there, and those of what they are part of. */
export interface Pressed {
  readonly said: readonly string[]
  readonly language: Language
}

/** So many texts are offered for what was pressed. */
const most = 5

/** The texts that say it: those of the innermost words first, then those with the most letters of their own. */
export function textsSaying(
  { said }: Pick<Pressed, 'said'>,
  texts: readonly Text[],
  messageOf: (text: Text) => string | undefined,
): readonly Text[] {
  const shown = said.map(plain)
  const found = texts.flatMap((text) => {
    const { pattern, letters } = patternOf(messageOf(text) ?? '')
    // Values are short: other words would be those of several texts.
    const isIn = (words: string) => letters >= words.length / 4 && pattern.test(words)
    const place = letters < 2 ? -1 : shown.findIndex(isIn)
    return place === -1 ? [] : [{ text, place, letters }]
  })
  return found
    .toSorted((one, other) => one.place - other.place || other.letters - one.letters)
    .slice(0, most)
    .map(({ text }) => text)
}

/** Words without the signs that isolate values, and with single blanks. */
export function plain(words: string): string {
  return words
    .replaceAll(/[\u00AD\u200B-\u200F\u2060-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const tag = /<\/?\d+\/?>/g

/** What a message may look like with its values, and how many letters are its own. */
function patternOf(message: string): { readonly pattern: RegExp; readonly letters: number } {
  const parts = partsOf(message) ?? [message]
  const sources = parts.map((part) => {
    if (typeof part === 'string') return sourceOf(part)
    return `(?:${part.forms.map(([, words]) => sourceOf(words.replaceAll('#', '{0}'))).join('|')})`
  })
  const own = parts.map((part) =>
    typeof part === 'string' ? part : part.forms.map(([, words]) => words).join(''),
  )
  const letters = own.join('').replaceAll(/\{\w+\}|[^\p{L}]/gu, '').length
  return { pattern: new RegExp(`^${sources.join('')}$`, 'u'), letters }
}

function sourceOf(words: string): string {
  const shown = plain(`.${words.replaceAll(tag, '').replaceAll("''", "'")}.`).slice(1, -1)
  return shown
    .split(/\{\w+\}/)
    .map(escaped)
    .join('.+?')
}

const escaped = (words: string) => words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
