// npm run test:firefox: the tests of e2e/journeys, and the scenarios about cookies, tabs and
// returns, in a released Firefox. `npm run test:firefox -- --grep "Log in"` runs some of them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { bootstrap } from './bootstrap.mjs'
import { aptInstall } from './debian.mjs'
import { buildPortal } from './portal.mjs'
import { runTool } from './testRun.mjs'

const elsewhere = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

await bootstrap()
const firefox = findFirefox()
if (firefox === null) {
  console.log('There is no Firefox here: set FIREFOX_PATH to one.')
  process.exit(1)
}
buildPortal()
const tests = ['test', '--config', 'e2e/firefox.config.ts', ...process.argv.slice(2)]
const isGood = await runTool('playwright', tests, { FIREFOX_PATH: firefox })
process.exit(isGood ? 0 : 1)

/** Finds a Firefox on this machine, or installs one on a Debian; null otherwise. */
function findFirefox() {
  const given = process.env.FIREFOX_PATH
  if (given !== undefined) return existsSync(given) ? given : null
  return installed() ?? (aptInstall('firefox-esr') ? installed() : null)
}

function installed() {
  const finder = process.platform === 'win32' ? 'where' : 'which'
  for (const name of ['firefox-esr', 'firefox']) {
    const path = spawnSync(finder, [name], { encoding: 'utf8' }).stdout?.split(/\r?\n/)[0]
    if (path !== undefined && path !== '') return path
  }
  return elsewhere.find((path) => existsSync(path)) ?? null
}
