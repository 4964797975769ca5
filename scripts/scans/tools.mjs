// Where the tools of others are: a package of its own, so that the product does not depend on them.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { npm, root } from '../bootstrap.mjs'

const folder = join(root, 'scripts/scans')

/** Installs what the lock names, without their install scripts, unless it is there. */
export function installTools() {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const installed = join(folder, 'node_modules/.package-lock.json')
  if (existsSync(installed) && isSame(lock, readFileSync(installed, 'utf8'))) return
  console.log('Installing the tools …')
  const args = ['ci', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund']
  const done = npm([...args, '--workspaces=false', '--prefix', folder], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (done.status !== 0) throw new Error('The tools cannot be installed.')
}

/** The path of a tool's program. */
export function program(name) {
  return join(folder, 'node_modules/.bin', name)
}

/** The main file of a tool. */
export function toolPath(name) {
  return createRequire(join(folder, 'package.json')).resolve(name)
}

/** A module of the tools, by its name. */
export async function tool(name) {
  const module = await import(pathToFileURL(toolPath(name)).href)
  return module.default ?? module
}

function isSame(lock, installed) {
  const wanted = JSON.parse(lock).packages
  const present = JSON.parse(installed).packages
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || optional === true || present[path]?.version === version,
  )
}
