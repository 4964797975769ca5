/** A message as the portal's build compiles it: text, a value, or a choice by a number or a word. */
export type Token = string | readonly [name: string] | Choice
export type Choice = readonly [
  name: string,
  kind: 'plural' | 'select' | 'selectordinal',
  forms: Readonly<Record<string, readonly Token[]>>,
]

export class MessageSyntaxError extends Error {}

export function isChoice(token: Token): token is Choice {
  return typeof token !== 'string' && token.length === 3
}

/** Reads a message of ICU: `{name}`, `{count, plural, one {# player} other {# players}}`. */
export function parseMessage(text: string): readonly Token[] {
  const source = { text, at: 0 }
  const tokens = readTokens(source, false)
  if (source.at < text.length) throw new MessageSyntaxError('A brace closes nothing.')
  return tokens
}

interface Source {
  readonly text: string
  at: number
}

function readTokens(source: Source, isInPlural: boolean): Token[] {
  const tokens: Token[] = []
  let words = ''
  const flush = () => {
    if (words !== '') tokens.push(words)
    words = ''
  }
  while (source.at < source.text.length) {
    const sign = source.text.charAt(source.at)
    if (sign === '}') break
    if (sign === '{') {
      flush()
      tokens.push(readValue(source))
    } else if (sign === '#' && isInPlural) {
      flush()
      tokens.push('#')
      source.at += 1
    } else {
      words += sign === "'" ? readQuoted(source, isInPlural) : sign
      source.at += 1
    }
  }
  flush()
  return tokens
}

/** An apostrophe quotes a brace after it up to the next apostrophe; elsewhere it is a letter. */
function readQuoted(source: Source, isInPlural: boolean): string {
  const next = source.text.charAt(source.at + 1)
  if (next === "'") source.at += 1
  if (!['{', '}'].includes(next) && !(isInPlural && next === '#')) return "'"
  const end = source.text.indexOf("'", source.at + 1)
  if (end === -1) throw new MessageSyntaxError('A quoted brace has no end.')
  const quoted = source.text.slice(source.at + 1, end)
  source.at = end
  return quoted
}

const valueName = /\s*([A-Za-z0-9_]+)\s*/y
const choiceKind = /\s*(plural|selectordinal|select)\s*,\s*/y
const formName = /\s*(=\d+|[a-z]+)\s*\{/y
const afterForms = /\s*\}/y

function readValue(source: Source): Token {
  source.at += 1
  const name = take(source, valueName)
  if (name === null) throw new MessageSyntaxError('A brace opens without the name of a value.')
  const sign = source.text.charAt(source.at)
  source.at += 1
  if (sign === '}') return [name]
  const kind = sign === ',' ? take(source, choiceKind) : null
  if (kind !== 'plural' && kind !== 'select' && kind !== 'selectordinal') {
    throw new MessageSyntaxError(`{${name}} has no end, or a kind that no message has.`)
  }
  return [name, kind, readForms(source, name, kind !== 'select')]
}

function readForms(source: Source, name: string, isInPlural: boolean): Choice[2] {
  const forms = new Map<string, readonly Token[]>()
  for (let form = take(source, formName); form !== null; form = take(source, formName)) {
    if (forms.has(form)) throw new MessageSyntaxError(`{${name}} has the form ${form} twice.`)
    forms.set(form, readTokens(source, isInPlural))
    if (source.text.charAt(source.at) !== '}') {
      throw new MessageSyntaxError(`The form ${form} of {${name}} has no end.`)
    }
    source.at += 1
  }
  if (take(source, afterForms) === null || !forms.has('other')) {
    throw new MessageSyntaxError(`{${name}} has no end, or no form for all other numbers.`)
  }
  return Object.fromEntries(forms)
}

/** The part that a sticky pattern finds next, or null; the source is past it then. */
function take(source: Source, pattern: RegExp): string | null {
  pattern.lastIndex = source.at
  const found = pattern.exec(source.text)
  if (found === null) return null
  source.at = pattern.lastIndex
  return found[1] ?? found[0]
}
