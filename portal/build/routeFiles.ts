import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** A row of a table of screens or layouts, as its source says. */
export interface TableRow {
  readonly name: string
  /** The files that the row imports when it is needed. */
  readonly files: readonly string[]
  /** The values of the row that are written as a literal. */
  readonly literals: ReadonlyMap<string, unknown>
}

export type Node = Readonly<Record<string, unknown>> & { readonly type: string }

/**
 * Reads the rows of a constant table, and which files each of them imports, by itself or through
 * another constant of its module. The build needs that of the sources: a chunk is made of what a
 * screen imports, and the server names the files of a screen before the portal runs.
 */
export function readTable(file: string, table: string): readonly TableRow[] {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
  if (errors.length > 0) throw new Error(`${file} cannot be parsed.`)
  const constants = new Map(
    nodesIn(program)
      .filter(({ type }) => type === 'VariableDeclarator')
      .map((node) => [nameOf(node['id']), node['init']]),
  )
  const found = constants.get(table)
  if (!isNode(found) || found.type !== 'ObjectExpression') {
    throw new Error(`${file} has no table of the name ${table}.`)
  }
  return childrenOf(found).map((row) => ({
    name: nameOf(row['key']),
    files: importsIn(row['value'], constants).map((source) => join(dirname(file), source)),
    literals: new Map(
      (isNode(row['value']) ? childrenOf(row['value']) : []).flatMap((field) => {
        const value = field['value']
        return isNode(value) && value.type === 'Literal'
          ? [[nameOf(field['key']), value['value']] as const]
          : []
      }),
    ),
  }))
}

function importsIn(
  value: unknown,
  constants: ReadonlyMap<string, unknown>,
  seen = new Set<unknown>(),
): string[] {
  if (seen.has(value)) return []
  seen.add(value)
  return nodesIn(value).flatMap((node) => {
    if (node.type === 'Identifier') return importsIn(constants.get(nameOf(node)), constants, seen)
    const source = node.type === 'ImportExpression' ? node['source'] : null
    return isNode(source) ? [String(source['value'])] : []
  })
}

export function nodesIn(value: unknown): Node[] {
  if (!isNode(value)) return []
  return [value, ...childrenOf(value).flatMap(nodesIn)]
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** The name of an identifier, or of a key that is written as a text. */
function nameOf(node: unknown): string {
  return isNode(node) ? String(node['name'] ?? node['value']) : ''
}
