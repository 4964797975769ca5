import type { Language } from './languages.ts'
import {
  type CompiledIcuChoices,
  type CompiledMessageToken,
  compileMessageOrThrow,
} from '@lingui/message-utils/compileMessage'

/**
 * The reasons why a text cannot take the place of another: values and tags that are missing, added
 * or doubled, forms of numbers that its language does not have, markup, signs that turn the
 * direction or that nobody sees.
 */
export function formDefects(original: string, text: string, language: Language): readonly string[] {
  const [wanted, given] = [readMessage(original), readMessage(text)]
  if (typeof wanted === 'string') return [wanted]
  if (typeof given === 'string') return [given]
  const ofForms = given.choices.flatMap((choice) => formsDefects(choice, language))
  return [
    ...(ofForms.length > 0 ? ofForms : valueDefects(wanted, given, language)),
    ...tagDefects(original, text),
    ...(turning.test(text) ? ['A sign that turns the direction of the text is in it.'] : []),
    ...(unseen.test(text) ? ['A line break, a tab or a sign that nobody sees is in it.'] : []),
    ...(text.trim() === '' ? ['It is blank.'] : []),
  ]
}

/** A subject is a line of a mail. Joiners stay: they keep a word together, or letters apart. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200B\uFEFF]/u

/** U+200E, U+061C, U+202A to U+202E, U+2066 to U+2069: the place that shows values sets them. */
const turning = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/u

interface Message {
  /** The values outside of choices, each as often as it is said. */
  readonly values: readonly string[]
  readonly choices: readonly Choice[]
}

interface Choice {
  readonly name: string
  readonly kind: string
  /** The values that each form says. */
  readonly forms: Readonly<Record<string, readonly string[]>>
}

/** The values and choices of a message, or why there is none that can be shown. */
function readMessage(text: string): Message | string {
  const [opened, closed] = ['{', '}'].map((sign) => text.replaceAll(quoted, '').split(sign).length)
  if (opened !== closed) return 'A brace opens or closes nothing.'
  try {
    const tokens = compileMessageOrThrow(text).filter((token) => typeof token !== 'string')
    return {
      values: tokens.flatMap(([name, kind]) => (kind === undefined ? [name] : [])),
      choices: tokens.flatMap(([name, kind, forms]) =>
        kind === undefined ? [] : [choiceOf(name, kind, forms)],
      ),
    }
  } catch (error) {
    return `It cannot be read: ${(error as Error).message.split('\n', 1)[0]}.`
  }
}

const quoted = /'[{}][^']*'/g
const kinds = new Set(['plural', 'select', 'selectordinal'])
/** Each form is another text of the message, and all are checked. */
const mostForms = 12

function choiceOf(name: string, kind: string, compiled: unknown): Choice {
  if (!kinds.has(kind)) throw new Error(`no message has a value of the kind ${kind}`)
  const { offset, ...forms } = compiled as CompiledIcuChoices
  if (offset !== undefined) throw new Error('no message counts from an offset')
  const said = Object.entries(forms).map(([form, tokens]) => [form, tokens.flatMap(valuesOf)])
  if (said.length > mostForms) throw new Error(`it chooses among more than ${mostForms} forms`)
  return { name, kind, forms: Object.fromEntries(said) as Choice['forms'] }

  function valuesOf(token: CompiledMessageToken): readonly string[] {
    if (typeof token === 'string') return token === '#' ? [name] : []
    if (token.length > 1) throw new Error('it chooses within a choice')
    return [token[0]]
  }
}

function formsDefects({ name, kind, forms }: Choice, language: Language): readonly string[] {
  const wanted = kind === 'select' ? ['other'] : pluralForms(language, kind)
  const given = Object.keys(forms)
  const isKnown = (form: string) => kind === 'select' || isExact(form) || wanted.includes(form)
  return [
    ...wanted
      .filter((form) => !given.includes(form))
      .map((form) => `{${name}} has no form ${form}.`),
    ...given
      .filter((form) => !isKnown(form))
      .map((form) => `{${name}} has a form ${form}, which the language does not know.`),
  ]
}

/** `=1` is compiled to `1`. */
const isExact = (form: string) => /^\d+$/.test(form)

function pluralForms(language: Language, kind: string): readonly string[] {
  const type = kind === 'selectordinal' ? 'ordinal' : 'cardinal'
  return new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories
}

function valueDefects(wanted: Message, given: Message, language: Language): readonly string[] {
  const [due, chosen] = [wanted, given].map(namesOfChoices)
  if (due !== chosen) return [`It chooses by ${chosen} and not by ${due}.`]
  // Each form of a choice is judged beside the form `other` of those around it.
  const forms = usual(given)
  const ways = given.choices.flatMap((choice, at) =>
    Object.entries(choice.forms).map(([form, values]) => ({
      said: forms.with(at, values),
      // 'One player' needs no digit where the form stands for one number alone.
      unsaid: standsForOne(form, language) ? choice.name : null,
    })),
  )
  const defects = [{ said: forms, unsaid: null }, ...ways].flatMap(({ said, unsaid }) =>
    countDefects([wanted.values, usual(wanted)].flat(2), [given.values, said].flat(2), unsaid),
  )
  return [...new Set(defects)]
}

function namesOfChoices({ choices }: Message): string {
  return [...new Set(choices.map(({ name }) => `{${name}}`))].toSorted().join() || 'nothing'
}

const usual = ({ choices }: Message) => choices.map(({ forms }) => forms['other'] ?? [])

function countDefects(
  due: readonly string[],
  said: readonly string[],
  unsaid: string | null,
): readonly string[] {
  return [...new Set([...due, ...said])].flatMap((name) => {
    const [wanted = 0, given = 0] = [due, said].map((all) => all.filter((it) => it === name).length)
    if (given > wanted) return [`{${name}} is ${wanted === 0 ? 'added' : 'doubled'}.`]
    return given === wanted || (given === 0 && name === unsaid) ? [] : [`{${name}} is missing.`]
  })
}

function standsForOne(form: string, language: Language): boolean {
  if (isExact(form)) return true
  const rules = new Intl.PluralRules(language)
  return (
    Array.from({ length: 200 }, (_, n) => rules.select(n)).filter((it) => it === form).length === 1
  )
}

/** Tags are numbers: `<0>Privacy Policy</0>`. Other markup belongs into no message. */
const tag = /<\/?\d+\/?>/gu
const markup = /<(?!\/?\d+\/?>)[/!?A-Za-z]|&(?:#|[a-z]+;)/u

function tagDefects(original: string, text: string): readonly string[] {
  if (markup.test(text)) return ['Markup is in it.']
  const [wanted = [], given = []] = [original, text].map((words) => words.match(tag) ?? [])
  const isSame = wanted.toSorted().join('') === given.toSorted().join('')
  if (!isSame)
    return [`Its tags are ${given.join('') || 'none'} and not ${wanted.join('') || 'none'}.`]
  return isNestedWell(given) ? [] : ['A tag closes before it opens.']
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
