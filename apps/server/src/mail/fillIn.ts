import { directionOf } from '@gatehouse/contract/direction'
import type { Language } from '@gatehouse/contract/languages'
import { escapeHtml } from '../platform/escapeHtml.ts'

/** The values of a message's placeholders; several become a list in its language. */
export type Values = Readonly<Record<string, string | readonly string[]>>

// A value between these has its own direction (Unicode's FIRST STRONG and POP ISOLATE).
const [start, end] = ['\u2068', '\u2069']

const controls = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/g
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Puts values in the places of a message, each isolated: a name in other letters leaves the
 * sentence around it in order. The text is for {@link inHtml}, {@link inText} and {@link
 * inSubject}.
 */
export function fillIn(message: string, language: Language, values: Values): string {
  return message.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return place
    return typeof value === 'string' ? isolate(value, language) : listed(value, language)
  })
}

/** Keeps a text that a person wrote apart from the direction of the text around it. */
export function isolate(text: string, language: Language): string {
  const plain = text.replaceAll(controls, '')
  const isApart = directionOf(language) === 'rtl' || rightToLeft.test(plain)
  return isApart ? `${start}${plain}${end}` : plain
}

function listed(values: readonly string[], language: Language): string {
  const list = new Intl.ListFormat(language, { style: 'narrow', type: 'conjunction' })
  return list.format(values.map((value) => isolate(value, language)))
}

export function inHtml(text: string): string {
  return escapeHtml(text).replaceAll(start, '<bdi>').replaceAll(end, '</bdi>')
}

/** Only where text runs from the right: some mail programs show the characters. */
export function inText(text: string, language: Language): string {
  return directionOf(language) === 'rtl' ? text : inSubject(text)
}

/** Lists of mails show no isolates, and filters for spam count them. */
export function inSubject(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, '')
}
