import type { Language } from '@gatehouse/contract/languages'
import {
  type Choice,
  isChoice,
  MessageSyntaxError,
  parseMessage,
  type Token,
} from './parseMessage.ts'

/**
 * What keeps a text from taking the place of another: values and tags that are missing, added or
 * doubled, forms of numbers that its language does not have, markup, signs that turn the direction.
 */
export function formDefects(original: string, text: string, language: Language): readonly string[] {
  const read = readBoth(original, text)
  if (typeof read === 'string') return [read]
  if (isOverloaded(read.original) || isOverloaded(read.tokens)) {
    return ['It chooses within a choice, or too often.']
  }
  return [
    ...formsDefects(read.tokens, language),
    ...valueDefects(read.original, read.tokens, language),
    ...tagDefects(original, text),
    ...(turning.test(text) ? ['A sign that turns the direction of the text is in it.'] : []),
  ]
}

/** U+200E, U+061C, U+202A to U+202E, U+2066 to U+2069: what shows values sets them. */
const turning = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/u

function readBoth(original: string, text: string) {
  try {
    return { original: parseMessage(original), tokens: parseMessage(text) }
  } catch (error) {
    if (error instanceof MessageSyntaxError) return error.message
    throw error
  }
}

/** Each choice multiplies the ways in which a message can come out, which are all looked at. */
const mostChoices = 3
const mostForms = 12

function isOverloaded(tokens: readonly Token[]): boolean {
  const choices = tokens.filter(isChoice)
  return (
    choices.length > mostChoices ||
    choices.some(([, , forms]) => {
      const insides = Object.values(forms)
      return insides.length > mostForms || insides.flat().some(isChoice)
    })
  )
}

function formsDefects(tokens: readonly Token[], language: Language): readonly string[] {
  return tokens.filter(isChoice).flatMap(([name, kind, forms]) => {
    if (kind === 'select') return []
    const wanted = pluralForms(language, kind)
    const given = Object.keys(forms).filter((form) => !form.startsWith('='))
    const missing = wanted.filter((form) => !given.includes(form))
    const added = given.filter((form) => !wanted.includes(form))
    return [
      ...missing.map((form) => `{${name}} has no form ${form}.`),
      ...added.map((form) => `{${name}} has a form ${form}, which the language does not know.`),
    ]
  })
}

function pluralForms(language: Language, kind: Choice[1]): readonly string[] {
  return rulesOf(language, kind).resolvedOptions().pluralCategories
}

function rulesOf(language: Language, kind: Choice[1]): Intl.PluralRules {
  return new Intl.PluralRules(language, {
    type: kind === 'selectordinal' ? 'ordinal' : 'cardinal',
  })
}

function valueDefects(
  original: readonly Token[],
  tokens: readonly Token[],
  language: Language,
): readonly string[] {
  const wanted = variantsOf(original).at(-1)?.uses ?? new Map<string, number>()
  const counted = new Set(original.filter(isChoice).map(([name]) => name))
  const chosen = new Set(tokens.filter(isChoice).map(([name]) => name))
  const defects = [...counted]
    .filter((name) => !chosen.has(name))
    .map((name) => `{${name}} chooses no form.`)
  for (const { forms, uses } of variantsOf(tokens)) {
    for (const name of new Set([...wanted.keys(), ...uses.keys()])) {
      const [due, given] = [wanted.get(name) ?? 0, uses.get(name) ?? 0]
      const form = forms.get(name)
      // 'One player' needs no digit where the form stands for one number alone.
      const isSaid = form !== undefined && given === 0 && standsForOne(form, language)
      if (given > due) defects.push(`{${name}} is ${due === 0 ? 'added' : 'doubled'}.`)
      else if (given < due && !isSaid) defects.push(`{${name}} is missing.`)
    }
  }
  return [...new Set(defects)]
}

interface Variant {
  readonly forms: ReadonlyMap<string, string>
  readonly uses: ReadonlyMap<string, number>
}

/** Each way in which a message can come out; the last is that of the form `other` of every choice. */
function variantsOf(tokens: readonly Token[]): readonly Variant[] {
  let variants: Variant[] = [{ forms: new Map(), uses: usesIn(tokens, null) }]
  for (const [name, , forms] of tokens.filter(isChoice)) {
    const sorted = Object.entries(forms).toSorted(([a], [b]) => rank(a) - rank(b))
    variants = variants.flatMap((variant) =>
      sorted.map(([form, inside]) => ({
        forms: new Map([...variant.forms, [name, form]]),
        uses: added(variant.uses, usesIn(inside, name)),
      })),
    )
  }
  return variants
}

const rank = (form: string) => (form === 'other' ? 1 : 0)

function usesIn(tokens: readonly Token[], counted: string | null): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const token of tokens) {
    const name = token === '#' ? counted : typeof token === 'string' ? null : token[0]
    if (name === null || isChoice(token)) continue
    uses.set(name, (uses.get(name) ?? 0) + 1)
  }
  return uses
}

function added(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const sum = new Map(one)
  for (const [name, count] of other) sum.set(name, (sum.get(name) ?? 0) + count)
  return sum
}

function standsForOne(form: string, language: Language): boolean {
  if (form.startsWith('=')) return true
  const rules = rulesOf(language, 'plural')
  return (
    Array.from({ length: 200 }, (_, n) => rules.select(n)).filter((it) => it === form).length === 1
  )
}

/** Tags are numbers: `<0>Privacy Policy</0>`. Other markup belongs into no message. */
const tag = /<\/?\d+\/?>/gu
const markup = /<(?!\/?\d+\/?>)[/!?A-Za-z]|&(?:#|[a-z]+;)/u

function tagDefects(original: string, text: string): readonly string[] {
  if (markup.test(text)) return ['Markup is in it.']
  const [wanted, given] = [original, text].map((words) => words.match(tag) ?? [])
  const isSame = wanted?.toSorted().join('') === given?.toSorted().join('')
  if (!isSame)
    return [`Its tags are ${given?.join('') || 'none'} and not ${wanted?.join('') || 'none'}.`]
  return isNestedWell(given ?? []) ? [] : ['A tag closes before it opens.']
}

function isNestedWell(tags: readonly string[]): boolean {
  const open: string[] = []
  for (const each of tags.filter((it) => !it.endsWith('/>'))) {
    const name = each.replaceAll(/[</>]/g, '')
    if (!each.startsWith('</')) open.push(name)
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}
