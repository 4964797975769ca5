import { existsSync } from 'node:fs'
import { npm, root } from './bootstrap.mjs'
import { findProgram } from './debian.mjs'

// The shell draws no window and needs half the processor time.
const chromiums = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]

/** Finds a Chromium on this machine, or installs one where possible; null otherwise. */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined) return existsSync(given) ? given : null
  const found =
    (await downloaded()) ?? findProgram(chromiums, ['chromium-headless-shell', 'chromium'])
  if (found !== null) return found
  console.log('There is no Chromium here: Playwright downloads one.')
  npm(['exec', '--no', '--', 'playwright', 'install', 'chromium'], { cwd: root, stdio: 'inherit' })
  return downloaded()
}

/** Finds a Firefox on this machine, or installs one on a Debian; null otherwise. */
export function findFirefox() {
  const given = process.env.FIREFOX_PATH
  if (given !== undefined) return existsSync(given) ? given : null
  const mac = '/Applications/Firefox.app/Contents/MacOS'
  return findProgram(['firefox-esr', 'firefox'], ['firefox-esr'], () => [mac])
}

async function downloaded() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return path !== '' && existsSync(path) ? path : null
}
