import { type Edit, placeOf } from './edits.ts'
import { childrenOf, isNode, type Node } from './routeFiles.ts'

/** What the script of the libraries leaves in the page for the one behind it. */
const left = 'portalLibraries'

/**
 * The modules of a script that were written for Node (React's are), as a script to stand before it, and
 * the edits that let the script take them from there. The bundler makes of each a function that is
 * called once, and that reads nothing but others of them.
 */
export function librariesOf(program: Node, code: string) {
  const variables = variablesOf(program)
  const maker = variables.find((variable) => isMaker(variable, code))
  const modules = variables.filter(({ init }) => maker !== undefined && isMade(init, maker))
  if (maker === undefined || modules.length === 0) return { script: '', edits: [] }
  const names = modules.map(({ name }) => name).join(',')
  const made = [maker, ...modules].map(({ name, init }) => `${name}=${textOf(init, code)}`)
  return {
    script: `globalThis.${left}=(()=>{"use strict";var ${made.join(',')};return{${names}}})();`,
    edits: modules.map(({ name, init }): Edit => ({
      ...placeOf(init),
      text: `globalThis.${left}.${name}`,
    })),
  }
}

interface Variable {
  readonly name: string
  readonly init: Node
}

/** The variables of a module that have a value from the beginning. */
function variablesOf(program: Node): Variable[] {
  return childrenOf(program)
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(childrenOf)
    .flatMap(({ id, init }) =>
      isNode(id) && isNode(init) ? [{ name: String(id['name']), init }] : [],
    )
}

/** The bundler's function that makes such modules: `(body, module) => () => (…, module.exports)`. */
function isMaker({ init }: Variable, code: string): boolean {
  const isArrowOfArrow =
    init.type === 'ArrowFunctionExpression' &&
    isNode(init['body']) &&
    init['body'].type === 'ArrowFunctionExpression'
  return isArrowOfArrow && textOf(init, code).includes('{exports:{}}')
}

function isMade({ type, callee }: Node, maker: Variable): boolean {
  return type === 'CallExpression' && isNode(callee) && callee['name'] === maker.name
}

function textOf(node: Node, code: string): string {
  const { start, end } = placeOf(node)
  return code.slice(start, end)
}
