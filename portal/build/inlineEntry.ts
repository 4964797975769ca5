import type { InlineEntry } from '../src/app/document/builtAssets.ts'
import { parseSync, type Plugin, type Rolldown } from 'vite'
import { type Edit, edited, placeOf } from './edits.ts'
import { librariesOf } from './libraries.ts'
import { childrenOf, isNode, type Node, nodesIn } from './routeFiles.ts'

/** Where the server finds what the build leaves for documents that bring the entry with them. */
const record = '.vite/inline.json'

/**
 * Writes the entry once more, as a document can bring it with it: an inline script has no address, so
 * other files cannot import it. They get a small file by an import map instead, which hands them what
 * the inline script has left in the page. Nothing is evaluated twice.
 */
export const inlineEntry: Plugin = {
  name: 'inline-entry',
  apply: 'build',
  generateBundle: {
    // After Vite has written into every script what it needs.
    order: 'post',
    handler(_, bundle) {
      const chunk = entryOf(bundle)
      const entry = inlined(chunk.fileName, chunk.code)
      this.emitFile({ type: 'asset', fileName: entry.shim.slice(1), source: shimOf(entry.names) })
      this.emitFile({ type: 'asset', fileName: record, source: JSON.stringify(entry) })
    },
  },
}

/** The script that every page begins with: the build leaves nothing in the entry but its import. */
function entryOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  const [only, ...others] = entry?.imports ?? []
  const found = chunks.find(({ fileName }) => fileName === only)
  if (found === undefined || others.length > 0 || found.imports.length > 0) {
    throw new Error('The entry is not one script.')
  }
  return found
}

/** What the inline script leaves in the page. */
const left = 'portalEntry'

/**
 * The text of an entry as inline scripts: its libraries, and what it makes of them. A browser has read
 * and run the first while the second is on its way. Throws where the text would mean something
 * else there.
 */
export function inlined(file: string, code: string): InlineEntry & { readonly names: string[] } {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed.`)
  const address = `/${file}`
  const names: string[] = []
  const libraries = librariesOf({ ...program }, code)
  const edits = nodesIn(program).flatMap((node): Edit[] => {
    switch (node.type) {
      case 'ExportNamedDeclaration':
        return [{ ...placeOf(node), text: exportsOf(node, names) }]
      case 'ImportExpression':
        return [{ ...placeOf(node), text: importOf(node, address) }]
      case 'MemberExpression':
        return isOwnAddress(node) ? [{ ...placeOf(node), text: addressText(address) }] : []
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ExportDefaultDeclaration':
        throw new Error(`${file} has a ${node.type}, which an inline script cannot have.`)
      default:
        return []
    }
  })
  const script = escapeForHtml(edited(code, [...edits, ...libraries.edits]))
  const before = escapeForHtml(libraries.script)
  if ([before, script].some((text) => parseSync(file, text).errors.length > 0)) {
    throw new Error(`${file} has the end of a script or the start of a comment outside of a text.`)
  }
  return {
    address,
    shim: address.replace(/\.js$/, '.inline.js'),
    libraries: before,
    script,
    names,
  }
}

function exportsOf(node: Node, names: string[]): string {
  const specifiers = childrenOf(node).filter(({ type }) => type === 'ExportSpecifier')
  if (isNode(node['declaration']) || isNode(node['source']))
    throw new Error('An export is no list.')
  // Getters: what another file takes later has its value of then.
  const getters = specifiers.map((specifier) => {
    const [local, exported] = [textOf(specifier['local']), textOf(specifier['exported'])]
    names.push(exported)
    return `get ${exported}(){return ${local}}`
  })
  return `globalThis.${left}={${getters.join(',')}};`
}

/** The file of a dynamic import by its whole address: an inline script stands in no folder. */
function importOf(node: Node, address: string): string {
  const file = new URL(textOf(node['source']), `https://portal${address}`).pathname
  return file === address
    ? `Promise.resolve(globalThis.${left})`
    : `import(${JSON.stringify(file)})`
}

/** `import.meta.url`, which would be that of the document. */
function isOwnAddress({ object, property }: Node): boolean {
  return isNode(object) && object.type === 'MetaProperty' && textOf(property) === 'url'
}

function addressText(address: string): string {
  return `(location.origin+${JSON.stringify(address)})`
}

/** The text of an identifier, a literal, or a template without places. */
function textOf(node: unknown): string {
  if (!isNode(node)) throw new Error('A name is missing.')
  if (node.type !== 'TemplateLiteral') return String(node['name'] ?? node['value'])
  const [quasi, ...others] = childrenOf(node)
  if (quasi?.type !== 'TemplateElement' || others.length > 0) throw new Error('No plain text.')
  return (quasi['value'] as { readonly cooked: string }).cooked
}

/** HTML ends a script, or begins a comment in it, wherever it reads one of these. */
function escapeForHtml(code: string): string {
  return code.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3c`)
}

/** What stands in the entry's place for the files that import it. An exported name may be any word. */
export function shimOf(names: readonly string[]): string {
  const taken = names.map((name, at) => `${name}:_${at}`)
  const given = names.map((name, at) => `_${at} as ${name}`)
  return `const{${taken.join(',')}}=globalThis.${left};export{${given.join(',')}};`
}
