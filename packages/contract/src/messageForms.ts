import {
  type CompiledIcuChoices,
  type CompiledMessageToken,
  compileMessageOrThrow,
} from '@lingui/message-utils/compileMessage'

/* A message as plain fields: the words around its choices, and each form of a choice. */

/** Words that depend on a number, or on another value: one, other … */
export interface Choice {
  readonly name: string
  readonly kind: string
  /** The words of each form; `#` in them is the number. */
  readonly forms: readonly (readonly [form: string, words: string])[]
}

type Part = string | Choice

/** The parts of a message; null for one without a choice, and for one that cannot be put together again. */
export function partsOf(message: string): readonly Part[] | null {
  const parts: Part[] = []
  for (const token of tokensOf(message)) {
    const part = partOf(token)
    const before = parts.at(-1)
    if (typeof part === 'string' && typeof before === 'string') parts.splice(-1, 1, before + part)
    else parts.push(part)
  }
  const hasChoice = parts.some((part) => typeof part !== 'string')
  return hasChoice && joined(parts) === message ? parts : null
}

export function joined(parts: readonly Part[]): string {
  const written = parts.map((part) => {
    if (typeof part === 'string') return part
    const forms = part.forms.map(([form, words]) => `${form} {${words}}`)
    return `{${part.name}, ${part.kind}, ${forms.join(' ')}}`
  })
  return written.join('')
}

/** The parts with other words in a place: those of a form, or those around choices. */
export function withWords(
  parts: readonly Part[],
  [place, form]: readonly [place: number, form: string],
  words: string,
): readonly Part[] {
  return parts.map((part, at) => {
    if (at !== place) return part
    if (typeof part === 'string') return words
    const forms = part.forms.map((each) => (each[0] === form ? ([form, words] as const) : each))
    return { ...part, forms }
  })
}

/** A message as people read it: `# player / # players`. */
export function readable(message: string): string {
  const forms = (partsOf(message) ?? [message]).map((part) =>
    typeof part === 'string' ? part : part.forms.map(([, words]) => words).join(' / '),
  )
  return forms.join('').replaceAll(/<\/?\d+\/?>/g, '')
}

/** The numbers that a form is for, as far as three of them show it. */
export function numbersOf({ kind }: Choice, form: string, language: string): string {
  if (form.startsWith('=') || kind === 'select') return form.replace('=', '')
  const type = kind === 'selectordinal' ? 'ordinal' : 'cardinal'
  const rules = new Intl.PluralRules(language, { type })
  const all = Array.from({ length: 101 }, (_, n) => n).filter((n) => rules.select(n) === form)
  return `${all.slice(0, 3).join(', ')}${all.length > 3 ? ' …' : ''}`
}

function tokensOf(message: string): readonly CompiledMessageToken[] {
  try {
    return compileMessageOrThrow(message)
  } catch {
    return []
  }
}

const written = (token: CompiledMessageToken) =>
  typeof token === 'string' ? token : `{${token[0]}}`

function partOf(token: CompiledMessageToken): Part {
  const [name, kind, compiled] = typeof token === 'string' ? [''] : token
  if (kind === undefined) return written(token)
  const forms = Object.entries((compiled ?? {}) as CompiledIcuChoices).flatMap(([form, words]) => {
    // `=1` is compiled to `1`. An offset is no form.
    const own = /^\d/.test(form) ? `=${form}` : form
    return Array.isArray(words) ? [[own, words.map(written).join('')] as const] : []
  })
  return { name, kind, forms }
}
