// Packages outside the product: each has a folder and a lock file of its own.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './bootstrap.mjs'

/** Installs the locked packages of a folder without install scripts, unless they are there. */
export function installApart(folder) {
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

function isSame(lock, installed) {
  const wanted = JSON.parse(lock).packages
  const present = JSON.parse(installed).packages
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || optional === true || present[path]?.version === version,
  )
}
