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
    const variants = variantsOf(messageOf(text) ?? '')
    const letters = Math.max(...variants.map(lettersOf))
    // Values are short: other words would be those of several texts.
    const isIn = (words: string) =>
      letters >= words.length / 4 && variants.some((own) => says(words, own))
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

/** The words of a message around its values, for each of its forms. */
function variantsOf(message: string): readonly (readonly string[])[] {
  let variants = ['']
  for (const part of partsOf(message) ?? [message]) {
    const forms =
      typeof part === 'string'
        ? [part]
        : part.forms.map(([, words]) => words.replaceAll('#', '{0}'))
    variants = variants.flatMap((before) => forms.map((words) => before + words))
  }
  return variants.map((words) =>
    plain(words.replaceAll(/<\/?\d+\/?>/g, '').replaceAll("''", "'")).split(/\{\w+\}/),
  )
}

const lettersOf = (own: readonly string[]) => own.join('').replaceAll(/\P{L}/gu, '').length

/** True for words that are these, with any value between two of them. */
function says(words: string, [first = '', ...others]: readonly string[]): boolean {
  if (others.length === 0) return words === first
  const last = others.pop() ?? ''
  let at = words.startsWith(first) ? first.length : Infinity
  for (const own of others) {
    const found = words.indexOf(own, at + 1)
    at = found === -1 ? Infinity : found + own.length
  }
  return words.endsWith(last) && words.length - last.length > at
}
