// The scanners are a package of their own, so that the product does not depend on them.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../bootstrap.mjs'
import { installApart } from '../installApart.mjs'

const folder = join(root, 'scripts/scans')

/** Installs the scanners unless they are there. */
export function installTools() {
  installApart(folder)
}

/** The path of a scanner's program. */
export function program(name) {
  return join(folder, 'node_modules/.bin', name)
}

/** The main file of a scanner. */
export function toolPath(name) {
  return createRequire(join(folder, 'package.json')).resolve(name)
}

/** Loads a module of the scanners by its name. */
export async function tool(name) {
  const module = await import(pathToFileURL(toolPath(name)).href)
  return module.default ?? module
}
