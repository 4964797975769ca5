import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { bootstrap, npm, root } from './bootstrap.mjs'
import { aptInstall } from './debian.mjs'

// The shell draws no window and needs half the processor time.
const onPath = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'msedge',
]
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Finds a Chromium on this machine, or installs one where possible; null otherwise. */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined) return existsSync(given) ? given : null
  const found = (await downloaded()) ?? installed()
  if (found !== null) return found
  console.log('There is no Chromium here: installing one …')
  npm(['exec', '--no', '--', 'playwright', 'install', 'chromium'], { cwd: root, stdio: 'ignore' })
  return (await downloaded()) ?? (fromDebian() ? installed() : null)
}

function fromDebian() {
  return aptInstall('chromium-headless-shell') || aptInstall('chromium')
}

async function downloaded() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return path !== '' && existsSync(path) ? path : null
}

function installed() {
  const finder = process.platform === 'win32' ? 'where' : 'which'
  for (const name of onPath) {
    const path = spawnSync(finder, [name], { encoding: 'utf8' }).stdout?.split(/\r?\n/)[0]
    if (path !== undefined && path !== '') return path
  }
  return elsewhere.find((path) => existsSync(path)) ?? null
}

if (import.meta.filename === process.argv[1]) {
  await bootstrap()
  console.log((await findChromium()) ?? 'no Chromium')
}
