// npm run bench -- scene: the frames of the living scene of SHOWCASE, and of the gate that opens into the
// account, beside the same pages with a still scene and beside a floor. Exits with 1 when a budget is
// missed. `npm run bench -- scene --rounds 1 home floor` measures less.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { bootstrap } from '../../scripts/bootstrap.mjs'
import { findChromium } from '../../scripts/programs.mjs'
import { buildPortal } from '../../scripts/portal.mjs'

await bootstrap()
const { chromium } = await import('@playwright/test')
const { openPortal } = await import('./openPortal.mjs')
const { openBrowser } = await import('./openBrowser.mjs')
const { measureGate, measureRest, openFloor } = await import('./measureScene.mjs')
const { judgeScene } = await import('./budgets.mjs')
const { tableOf } = await import('./tableOf.mjs')

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '3' } },
  allowPositionals: true,
})
const isAsked = ({ name }) =>
  positionals.length === 0 || positionals.some((asked) => name.includes(asked))

buildPortal()
const executablePath = await findChromium()
const [living, still] = [await openPortal(), await openPortal({ EnableLivingScene: false })]
const floor = await openFloor()
const browser = await openBrowser(executablePath)
let isKept = true
try {
  const rows = [
    {
      name: 'floor: one element moves',
      measure: () => measureRest(browser, { address: floor.address, isLiving: true }),
    },
    ...(await rowsOf(still, false)),
    ...(await rowsOf(living, true)),
  ].filter(isAsked)
  const measured = new Map(rows.map(({ name }) => [name, []]))
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const { name, measure } of rows) measured.get(name).push(await measure())
  }
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, medians of ${values.rounds} rounds\n`)
  const [resting, gates] = [false, true].map(
    (isGate) => new Map([...measured].filter(([name]) => name.startsWith('gate') === isGate)),
  )
  for (const table of [resting, gates]) if (table.size > 0) console.log(`${tableOf(table)}\n`)
  isKept = judgeScene(measured)
} finally {
  await browser.close()
  await floor.close()
  await living.close()
  await still.close()
}
process.exit(isKept ? 0 : 1)

/** The rows of a portal: its pages at rest, and the step from the log-in to the account. */
async function rowsOf(portal, isLiving) {
  const how = isLiving ? 'living' : 'still'
  const other = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const context = await other.newContext()
  await portal.logInToShowcase(context)
  const player = { storageState: await context.storageState() }
  await other.close()
  const pages = [
    { name: `home, ${how}`, path: '/' },
    { name: `login, ${how}`, path: '/login' },
    { name: `account, ${how}`, path: '/account', state: player },
  ]
  return [
    ...pages.map(({ name, path, state }) => ({
      name,
      measure: () =>
        measureRest(browser, { address: `${portal.showcase}${path}`, state, isLiving }),
    })),
    {
      name: `gate, ${how}`,
      measure: () =>
        measureGate(browser, { ...portal.player, showcase: portal.showcase }, isLiving),
    },
  ]
}
