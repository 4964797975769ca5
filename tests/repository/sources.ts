import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser'
import { read } from './repository.ts'

/** The content of a source, by its syntax tree. */
export interface Source {
  /** Its strings and templates without their quotes; '…' stands for each value. */
  readonly texts: ReadonlySet<string>
  /** The titles of its tests and groups of tests, and what is declared as `title`. */
  readonly titles: readonly string[]
  readonly regexes: readonly { readonly source: string; readonly flags: string }[]
}

const known = new Map<string, Source>()

export function sourceOf(file: string): Source {
  const before = known.get(file)
  if (before !== undefined) return before
  const texts = new Set<string>()
  const titles: string[] = []
  const regexes: { source: string; flags: string }[] = []
  const visitor = new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') texts.add(node.value)
      if ('regex' in node) regexes.push({ source: node.regex.pattern, flags: node.regex.flags })
    },
    TemplateLiteral: ({ quasis }) => {
      texts.add(quasis.map(({ value }) => value.cooked ?? '').join('…'))
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && id.name === 'title') titles.push(...textOf(init))
    },
    CallExpression: (call) => {
      const [title] = call.arguments
      if (namesTest(call) && title?.type !== 'SpreadElement') titles.push(...textOf(title))
    },
  })
  visitor.visit(parseSync(file, read(file)).program)
  const source = { texts, titles, regexes }
  known.set(file, source)
  return source
}

/** True for a call like `test('…')`, `describe.each(rows)('…')` or `testIn('…')('…')`. */
function namesTest({ callee }: CallExpression): boolean {
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression') return true
  if (callee.type === 'MemberExpression') {
    return callee.object.type === 'Identifier' && isTester(callee.object.name)
  }
  return callee.type === 'Identifier' && isTester(callee.name)
}

function isTester(name: string): boolean {
  return ['test', 'it', 'describe'].includes(name)
}

function textOf(node: Expression | null | undefined): readonly string[] {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node?.type !== 'TemplateLiteral') return []
  return [node.quasis.map(({ value }) => value.cooked ?? '').join('…')]
}
