// npm run bench -- idle: the processor time of a page on which nothing is done, once its motion is over: Home
// in every theme, SHOWCASE's log-in, and the account. Exits with 1 when one takes a hundredth of a core.
// `npm run bench -- idle relic` takes some.
import { cpus } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { bootstrap } from '../../../scripts/bootstrap.mjs'
import { findChromium } from '../../../scripts/programs.mjs'
import { buildPortal } from '../../../scripts/portal.mjs'

await bootstrap()
const { chromium } = await import('@playwright/test')
const { openPortal } = await import('./openPortal.mjs')
const { openBrowser } = await import('./openBrowser.mjs')

const themes = [
  'prod',
  'relic',
  'creative-assembly',
  'focus',
  'avalanche',
  'sandbox',
  'two-point-studios',
  'showcase',
]
/** The most percent of a core. */
const budget = 1
const watched = 10

buildPortal()
const executablePath = await findChromium()
const portal = await openPortal()
const browser = await openBrowser(executablePath)
let isKept = true
try {
  const other = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const context = await other.newContext()
  await portal.logInToShowcase(context)
  const storageState = await context.storageState()
  await other.close()
  const pages = [
    ...themes.map((theme) => ({ name: `home, ${theme}`, url: `${portal.addressOf(theme)}/` })),
    { name: 'login, showcase', url: `${portal.showcase}/login` },
    { name: 'account, showcase', url: `${portal.showcase}/account`, state: { storageState } },
  ].filter(({ name }) => process.argv.slice(2).every((asked) => name.includes(asked)))
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${watched} seconds each\n`)
  for (const { name, url, state } of pages) {
    const used = await measureIdle(url, state)
    isKept &&= used < budget
    console.log(`${used < budget ? '   ' : ' ! '}${name}: ${used.toFixed(2)} % of a core`)
  }
} finally {
  await browser.close()
  await portal.close()
}
process.exit(isKept ? 0 : 1)

/** Percent of a core that all processes of the browser take for a page that rests. */
async function measureIdle(url, state = {}) {
  const tab = await browser.openTab({ locale: 'en', ...state })
  await tab.send('Emulation.setDeviceMetricsOverride', {
    width: 1440,
    height: 900,
    deviceScaleFactor: 1,
    mobile: false,
  })
  await tab.goTo(url)
  await until(tab, `document.querySelector('#root[data-alive]') !== null`)
  // A page has moved: what does not would be at rest by a fault.
  await until(tab, `document.querySelector('link[href*="motion"]') !== null`)
  const moving = `document.getAnimations().some(({ playState }) => playState === 'running')`
  await until(tab, moving)
  await until(tab, `!${moving}`)
  await setTimeout(2000)
  const before = await browser.processorTime()
  await setTimeout(watched * 1000)
  const used = (await browser.processorTime()) - before
  await tab.close()
  return (used / watched) * 100
}

async function until(tab, expression) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await tab.evaluate(expression)) return
    await setTimeout(50)
  }
  throw new Error(`Never: ${expression}`)
}
