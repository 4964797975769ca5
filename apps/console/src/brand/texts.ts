import type { Language } from '@gatehouse/contract/languages'
import { words } from 'virtual:words'
import { type Overlay, withField } from './studio.ts'

/* The texts of the product, beside those of a deployment's own. */

const kinds = ['portal', 'errors', 'mails'] as const
type Kind = (typeof kinds)[number]

/** A deployment's own texts, as its files and drafts have them. */
export type OwnTexts = Readonly<
  Partial<Record<string, Readonly<Partial<Record<Kind, Readonly<Record<string, string>>>>>>>
>

/** A text of the product with its words in each language. */
export interface Text {
  readonly kind: Kind
  /** Portal: its English words, behind its context. Refusals: the code. Mails: its name. */
  readonly key: string
  /** The screens or the mail that say it. */
  readonly places: readonly string[]
  readonly said: Readonly<Partial<Record<Language, string>>>
}

/** Every text, in these languages and in English; those that a draft alone has are among them. */
export async function loadTexts(
  languages: readonly Language[],
  own: OwnTexts,
): Promise<readonly Text[]> {
  const found = new Map<string, Text>()
  const add = (kind: Kind, key: string, places: readonly string[], said: Text['said']) => {
    const known = found.get(`${kind} ${key}`)
    found.set(`${kind} ${key}`, {
      kind,
      key,
      places: [...new Set([...(known?.places ?? []), ...places])],
      said: { ...known?.said, ...said },
    })
  }
  const wanted = [...new Set<Language>(['en', ...languages])]
  const loaded = await Promise.all(wanted.map(async (tag) => (await words[tag]()).default))
  for (const [at, texts] of loaded.entries()) {
    const tag = wanted[at] ?? 'en'
    for (const { kind, key, text, from } of texts) {
      const places = at === 0 ? placesOf(kind, key, from) : []
      if (at === 0 || found.has(`${kind} ${key}`)) add(kind, key, places, { [tag]: text })
    }
  }
  for (const texts of Object.values(own)) {
    for (const kind of kinds) {
      for (const key of Object.keys(texts?.[kind] ?? {})) {
        if (!found.has(`${kind} ${key}`)) add(kind, key, ['Not in this version'], {})
      }
    }
  }
  return [...found.values()]
}

/** Those that a manager changes first. */
const firstPlaces = ['Home', 'Log in', 'Register', 'Mail: confirmation']

/** The places that texts have, in the order of the list. */
export function placesIn(texts: readonly Text[]): readonly string[] {
  const all = new Set(texts.flatMap(({ places }) => places))
  return [...firstPlaces.filter((place) => all.delete(place)), ...[...all].toSorted()]
}

function placesOf(kind: Kind, key: string, from: readonly string[]): readonly string[] {
  if (kind === 'errors') return ['Refusals']
  if (kind === 'mails') return [mailOf(key) === null ? 'Every mail' : `Mail: ${mailOf(key)}`]
  return from
}

/** The mail of a text: `farewell` of `farewell.subject`; null for a text of several. */
export function mailOf(key: string): string | null {
  const [mail = '', part] = key.split('.')
  return part === undefined || mail === 'browsers' ? null : mail
}

/** The text that the rules of a text compare with: none for a refusal. */
export function originalOf({ kind, key, said }: Text): string {
  if (kind === 'portal') return key.split('\u0004').at(-1) ?? ''
  return kind === 'mails' ? (said.en ?? '') : ''
}

/** The names of its values, in braces. */
export function valuesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = '']) => `{${name}}`))]
}

export function ownText(own: OwnTexts, { kind, key }: Text, language: Language) {
  return own[language]?.[kind]?.[key]
}

/** The overlay with a text in a language; as the file has it where the text is empty. */
export function withText(
  overlay: Overlay,
  { kind, key }: Text,
  language: Language,
  text: string,
): Overlay {
  const own = ownOf(overlay)
  const texts = own[language] ?? {}
  const ofKind = withField(texts[kind] ?? {}, key, text === '' ? undefined : text)
  const ofLanguage = withField(texts, kind, unlessEmpty(ofKind))
  return withField(overlay, 'words', unlessEmpty(withField(own, language, unlessEmpty(ofLanguage))))
}

const unlessEmpty = (of: object) => (Object.keys(of).length === 0 ? undefined : of)

/** The texts of a draft. */
export function ownOf(overlay: Overlay): OwnTexts {
  return (overlay['words'] ?? {}) as OwnTexts
}

/** True where each of the words stands in the text, its key, its place, or what it says somewhere. */
export function isFound(text: Text, own: OwnTexts, search: string): boolean {
  const all = [text.key, ...text.places, ...Object.values(text.said)]
  for (const texts of Object.values(own)) all.push(texts?.[text.kind]?.[text.key] ?? '')
  const said = all.join('\n').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word))
}
