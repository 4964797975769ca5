// Programs that npm does not have. Root on a Debian gets missing ones by apt.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { npm, root } from './bootstrap.mjs'

/** Finds a program on PATH or in a folder, or installs its package; null where that is impossible. */
export function findProgram(names, packages = names, foldersOf = () => []) {
  const find = () =>
    [...(process.env.PATH ?? '').split(delimiter), ...foldersOf()]
      .flatMap((folder) => names.map((name) => join(folder, name)))
      .find((file) => existsSync(file)) ?? null
  return find() ?? (packages.some(aptInstall) ? find() : null)
}

/** Installs a Debian package as root on a Debian; false where that is impossible. */
export function aptInstall(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`${name} is not here: installing it by apt.`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Another run on this machine may be installing.
  const patient = ['-o', 'DPkg::Lock::Timeout=600']
  const apt = (...args) =>
    spawnSync('apt-get', [...patient, ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
      .status === 0
  apt('update')
  return apt('install', '-y', '--no-install-recommends', name)
}

// The shell draws no window and needs half the processor time.
const chromiums = ['chromium-headless-shell', 'chromium', 'google-chrome-stable', 'google-chrome']

/** Finds a Chromium on this machine, or installs one where possible; null otherwise. */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined) return existsSync(given) ? given : null
  const { chromium } = await import('@playwright/test')
  const downloaded = () => [chromium.executablePath()].find((path) => existsSync(path)) ?? null
  const found = downloaded() ?? findProgram(chromiums, chromiums.slice(0, 2))
  if (found !== null) return found
  console.log('There is no Chromium here: Playwright downloads one.')
  npm(['exec', '--no', '--', 'playwright', 'install', 'chromium'], { cwd: root, stdio: 'inherit' })
  return downloaded()
}

/** Finds a Firefox on this machine, or installs one on a Debian; null otherwise. */
export function findFirefox() {
  const mac = '/Applications/Firefox.app/Contents/MacOS'
  const given = process.env.FIREFOX_PATH
  return given ?? findProgram(['firefox-esr', 'firefox'], ['firefox-esr'], () => [mac])
}
