// npm run bench:pages: the loading times of pages on a slow phone, and those of floors, in one
// table. `npm run bench:pages -- --rounds 3 login home` measures less; one round shows only the
// order of magnitude. `--languages` adds the log-in in each language; `--lighthouse` lets Lighthouse
// judge the pages instead.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { bootstrap } from '../../scripts/bootstrap.mjs'
import { findChromium } from '../../scripts/chromium.mjs'
import { buildPortal } from '../../scripts/portal.mjs'

await bootstrap()
const { chromium } = await import('@playwright/test')
const { openFloors } = await import('./openFloors.mjs')
const { openPortal } = await import('./openPortal.mjs')
const { measureLogIn } = await import('./measureLogIn.mjs')
const { measurePage, phone } = await import('./measurePage.mjs')
const { tableOf } = await import('./tableOf.mjs')

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    languages: { type: 'boolean', default: false },
    lighthouse: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const afterLogIn = 'account after log-in'

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
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const player = await portal.signIn(browser)
  const { elsewhere } = floors
  const inLanguages = values.languages ? portal.languages : []
  const isAsked = (name) =>
    positionals.length === 0 || positionals.some((asked) => name.includes(asked))
  const pages = [...floors.pages, ...portal.pages, ...inLanguages].filter(({ name }) =>
    isAsked(name),
  )
  const measured = new Map(pages.map(({ name }) => [name, []]))
  // The pages take turns, so that other load on the machine affects all of them.
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, address, usable, locale = 'en', isSignedIn = false } of pages) {
      const context = await browser.newContext({ ...phone, locale, ...(isSignedIn ? player : {}) })
      measured.get(name).push(await measurePage(context, { elsewhere, address, usable }))
      await context.close()
    }
  }
  console.log(`Chromium ${browser.version()}, ${cpus()[0]?.model ?? 'unknown processor'}`)
  console.log(`Slow 4G, processor four times slower, medians of ${rounds} rounds\n`)
  if (measured.size > 0) console.log(tableOf(measured))
  if (isAsked(afterLogIn)) {
    const entered = []
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext(phone)
      entered.push(await measureLogIn(context, portal.player))
      await context.close()
    }
    console.log(`\n${tableOf(new Map([[afterLogIn, entered]]))}`)
  }
} finally {
  await browser.close()
  await portal.close()
  await floors.close()
}
