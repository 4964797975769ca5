import type { ActRow } from './act.ts'
import { type ActName, everyAct } from './everyAct.ts'

/*
 * Acts as people read them: what one does, what it has done, how a request for it is called. Each is a
 * sentence of its row, with the name of what it is about in it where that is known.
 */

/** A sentence in three parts: a page isolates the name in the middle from the words around it. */
export interface Sentence {
  readonly before: string
  /** The name, or the words that stand for it. */
  readonly about: string
  /** Whether `about` is a name. */
  readonly isNamed: boolean
  readonly after: string
}

function rowOf(name: string): ActRow | undefined {
  return Object.hasOwn(everyAct, name) ? everyAct[name as ActName] : undefined
}

function sentence(words: string, object = ''): Sentence {
  const [before = '', rest = ''] = words.split('{')
  const [general = '', after = ''] = rest.split('}')
  const isNamed = object !== '' && general !== ''
  return { before, about: isNamed ? inPlaceOf(general, object) : general, isNamed, after }
}

/** Words of ours, such as 'mailing 7', begin a sentence with a capital. A name stays as it is. */
function inPlaceOf(general: string, object: string): string {
  const isOurs = /^(?:the |[a-z]+ \d+$)/.test(object)
  return /^[A-Z]/.test(general) && isOurs ? capital(object) : object
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function textOf({ before, about, after }: Sentence): string {
  return `${before}${about}${after}`
}

/** The title in its parts. A name that this version does not know is its own title. */
export function titleParts(name: string, object?: string): Sentence {
  return sentence(rowOf(name)?.title ?? name, object)
}

/** 'Ban a player', or 'Ban PlayerOne'. */
export function actTitle(name: string, object?: string): string {
  return textOf(titleParts(name, object))
}

/** The title beside the name of what it is about: 'Ban', 'Export data'. */
export function shortTitle(name: string): string {
  const { before, after } = titleParts(name)
  return `${before}${after.replace(/^(?:’s)? /, '')}`.trim()
}

/** 'PlayerOne is banned.' Empty for an act that changes nothing. */
export function actDone(name: string, object?: string): string {
  return textOf(sentence(rowOf(name)?.done ?? '', object))
}

/** 'the export of PlayerTwo': approving, refusing and withdrawing are about this. */
export function requestFor(name: string, object?: string): string {
  return textOf(sentence(rowOf(name)?.request ?? `the request ‘${name}’`, object))
}

/** The button of a dialog: what it orders, or what it asks for. */
export function orderParts(name: string, object?: string): Sentence {
  const request = rowOf(name)?.request ?? null
  return request === null ? titleParts(name, object) : sentence(`Ask for ${request}`, object)
}

/** The fields of orders that say what the order is about, with the word before a number. */
const fields: Readonly<Record<string, string>> = {
  player: '',
  mailing: 'mailing ',
  draft: 'draft ',
  version: 'version ',
  client: '',
  clientId: '',
  domain: '',
  person: '',
}

/** What an order is about, by its own fields; empty where they do not say it. */
export function objectOf(order: object): string {
  const given = order as Readonly<Record<string, unknown>>
  const field = Object.keys(fields).find((name) =>
    ['string', 'number'].includes(typeof given[name]),
  )
  return field === undefined ? '' : `${fields[field]}${String(given[field])}`
}
