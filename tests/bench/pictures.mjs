// npm run bench -- pictures: from a change in the brand studio until the last of its eight pictures is in
// place, for a colour, a word and the address of a banner. Fails where half of the changes take over
// 200 ms.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap, root } from '../../scripts/bootstrap.mjs'
import { freePort } from '../../scripts/freePort.mjs'
import { findChromium } from '../../scripts/programs.mjs'

await bootstrap()
const { chromium } = await import('@playwright/test')

const rounds = 40
const budget = 200

/** Fields of the studio by their labels, with a value for each round. */
const changes = {
  'a colour': ['Accent, light', (n) => `#00${(0x4000 + n * 97).toString(16)}`],
  'a word': ['Welcome', (n) => `Welcome for the ${n}th time`],
  'a banner': ['Banner', (n) => `/banner-${n}.png`],
}

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pictures-'))
const [port, standIns, smtp, consolePort] = await Promise.all([0, 1, 2, 3].map(() => freePort()))
const child = spawn(process.execPath, ['scripts/start.mjs'], {
  cwd: root,
  env: {
    ...process.env,
    PORT: String(port),
    STAND_INS_PORT: String(standIns),
    SMTP_PORT: String(smtp),
    CONSOLE_PORT: String(consolePort),
    DATA_DIR: folder,
    CROWD: 'off',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox'],
})
try {
  for await (const line of child.stdout.iterator({ destroyOnReturn: false })) {
    if (/^ready/m.test(String(line))) break
  }
  child.stdout.resume()
  process.exitCode = (await measure()) ? 0 : 1
} finally {
  await browser.close()
  child.kill('SIGTERM')
  await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

async function measure() {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
  await page.goto(`http://console.localhost:${consolePort}/two-point-studios/brand`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Bea Brand' }).click()
  await page.getByRole('combobox', { name: 'Screen' }).selectOption({ label: 'Home' })
  const pictures = page.locator('figure iframe[data-shown=true]')
  await pictures.nth(7).waitFor()
  let isKept = true
  for (const [name, [label, valueOf]] of Object.entries(changes)) {
    const field = page.getByLabel(label, { exact: true })
    const times = []
    for (let round = 0; round < rounds; round += 1) {
      times.push(await field.evaluate(timeOf, valueOf(round)))
    }
    const sorted = times.toSorted((one, other) => one - other)
    const [median, most] = [sorted[rounds / 2], sorted[Math.floor(rounds * 0.9)]]
    isKept &&= median <= budget
    console.log(`${name}: median ${Math.round(median)} ms, 90th percentile ${Math.round(most)} ms`)
  }
  return isKept
}

/** In the page: the milliseconds from a value until each picture is in place. */
async function timeOf(field, value) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  const from = performance.now()
  set.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  const frames = [...document.querySelectorAll('figure iframe')]
  do await new Promise((resolve) => requestAnimationFrame(resolve))
  while (frames.some(({ dataset }) => dataset.shown !== 'true'))
  return performance.now() - from
}
