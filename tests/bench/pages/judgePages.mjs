// Lighthouse with its defaults: a phone, slow 4G and a slow processor, simulated.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { installApart } from '../../../scripts/installApart.mjs'
import { freePort } from '../../../scripts/freePort.mjs'

const categories = ['performance', 'accessibility', 'best-practices']

/** Lighthouse's scores of every page in these rounds, from 0 to 100. */
export async function judgePages(executablePath, portal, rounds) {
  installApart(dirname(fileURLToPath(import.meta.url)))
  const { default: lighthouse } = await import('lighthouse')
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lighthouse-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  })
  const judged = new Map()
  try {
    for (const { name, address, isSignedIn = false } of portal.pages) {
      const verdicts = []
      for (let round = 0; round < rounds; round += 1) {
        if (isSignedIn && round === 0) await portal.logIn(context)
        const flags = { port, onlyCategories: categories, disableStorageReset: isSignedIn }
        const { lhr } = await lighthouse(address, { ...flags, logLevel: 'error' })
        verdicts.push({
          ...Object.fromEntries(categories.map((each) => [each, lhr.categories[each].score * 100])),
          'LCP (s)': lhr.audits['largest-contentful-paint'].numericValue / 1000,
          CLS: lhr.audits['cumulative-layout-shift'].numericValue,
          'blocked (ms)': lhr.audits['total-blocking-time'].numericValue,
        })
        printMissedBudgets(name, lhr)
      }
      judged.set(name, verdicts)
    }
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return judged
}

/** The failed audits other than those of speed. */
function printMissedBudgets(name, lhr) {
  for (const category of categories.slice(1)) {
    for (const { id, weight } of lhr.categories[category].auditRefs) {
      const { score, title } = lhr.audits[id]
      if (weight > 0 && score !== null && score < 1) console.log(`${name}: ${category}: ${title}`)
    }
  }
}
