// npm run bench -- pages: the loading times of pages on a slow phone, and those of floors, in one table,
// then what inputs wait for, and the budgets. Exits with 1 when one is missed.
// `npm run bench -- pages --rounds 3 login floor` measures less; one round shows only the order of
// magnitude. `--languages` adds the log-in in each language,
// `--proxy` the log-in behind Caddy over HTTP/1.1 and HTTP/2;
// `--trace` shows in their place where the time of the log-in and of the account goes; `--lighthouse`
// lets Lighthouse judge the pages instead.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { bootstrap } from '../../../scripts/bootstrap.mjs'
import { findChromium } from '../../../scripts/programs.mjs'
import { buildPortal } from '../../../scripts/portal.mjs'

await bootstrap()
const { chromium } = await import('@playwright/test')
const { openFloors } = await import('./openFloors.mjs')
const { openPortal } = await import('./openPortal.mjs')
const { openBrowser } = await import('./openBrowser.mjs')
const { measurePage } = await import('./measurePage.mjs')
const { inputsOf, measureInput } = await import('./measureInputs.mjs')
const { measureLogIn } = await import('./measureLogIn.mjs')
const { tracePages } = await import('./tracePage.mjs')
const { judge } = await import('./budgets.mjs')
const { tableOf } = await import('./tableOf.mjs')

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    languages: { type: 'boolean', default: false },
    proxy: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    lighthouse: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const isAsked = ({ name }) =>
  positionals.length === 0 || positionals.some((asked) => name.includes(asked))

buildPortal()
const executablePath = await findChromium()
const portal = await openPortal()
if (values.lighthouse) {
  const { judgePages } = await import('./judgePages.mjs')
  console.log(tableOf(await judgePages(executablePath, portal, rounds)))
  await portal.close()
  process.exit(0)
}
const floors = await openFloors()
const proxy = values.proxy ? await (await import('./openProxy.mjs')).openProxy(portal) : null
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const unwatched = await openBrowser(executablePath)
let isKept = true
try {
  const player = await portal.signIn(browser)
  console.log(`Chromium ${browser.version()}, ${cpus()[0]?.model ?? 'unknown processor'}`)
  console.log(`Slow 4G, processor four times slower, medians of ${rounds} rounds\n`)
  if (values.trace) {
    console.log(await tracePages(unwatched, { floors, portal, player, rounds }))
  } else {
    isKept = await measure(player)
  }
} finally {
  await unwatched.close()
  await browser.close()
  await proxy?.close()
  await portal.close()
  await floors.close()
}
process.exit(isKept ? 0 : 1)

/** Measures what was asked for. Returns whether the budgets are kept. */
async function measure(player) {
  const inLanguages = values.languages ? portal.languages : []
  const all = [
    ...floors.pages,
    ...portal.pages,
    ...portal.again,
    ...inLanguages,
    ...(proxy?.pages ?? []),
  ]
  const loaded = await inTurns(all.filter(isAsked), (page) => measureLoading(page, player))
  if (loaded.size > 0) console.log(tableOf(loaded))
  const inputs = inputsOf(portal).filter(isAsked)
  const pressed = await inTurns(inputs, (row) => measureInput(browser, portal, row))
  if (pressed.size > 0) console.log(`\n${tableOf(pressed)}`)
  const logIn = [{ name: 'from the log-in to the account' }].filter(isAsked)
  const logIns = await inTurns(logIn, () => measureLogIn(browser, portal))
  if (logIns.size > 0) console.log(`\n${tableOf(logIns)}`)
  console.log('')
  return judge(new Map([...loaded, ...pressed, ...logIns]))
}

async function measureLoading({ locale = 'en', isSignedIn = false, ...page }, player) {
  const tab = await unwatched.openTab({ locale, ...(isSignedIn ? player : {}) })
  const { elsewhere } = floors
  const figures = await measurePage(tab, { elsewhere, ...page })
  await tab.close()
  return figures
}

/** The figures of rows, which take turns, so that other load on the machine affects all of them. */
async function inTurns(rows, figuresOf) {
  const measured = new Map(rows.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const row of rows) measured.get(row.name).push(await figuresOf(row))
  }
  return measured
}
