// What stages need besides the installed packages.
import { findChromium, findFirefox } from './browsers.mjs'
import { findProgram } from './debian.mjs'
import { runningDb, startPostgres } from './postgres.mjs'

/** Makes something ready, and returns its settings; null where it cannot be had. */
const needs = {
  async postgres(atEnd) {
    const postgres = runningDb() ?? (await startPostgres())
    if (postgres === null) return null
    if (postgres.end !== undefined) atEnd.push(postgres.end)
    return { GATEHOUSE_TEST_DATABASE: 'postgres', GATEHOUSE_TEST_POSTGRES_URL: postgres.url }
  },
  async statements() {
    const { emptyRecord } = await import('./statements/record.mjs')
    return { GATEHOUSE_TEST_STATEMENTS: emptyRecord() }
  },
  chromium: async () => settingOf('CHROMIUM_PATH', await findChromium()),
  // Its shell has no autofill.
  wholeChromium: () => findProgram(['chromium'], ['chromium']) && {},
  firefox: () => settingOf('FIREFOX_PATH', findFirefox()),
}

/** Makes all of `names` ready: those above, or packages of Debian with the names of their programs. */
export async function makeReady(names, atEnd) {
  const settings = {}
  const missing = []
  for (const name of names) {
    const own = needs[name] ?? (() => findProgram([name], [name]) && {})
    const found = await own(atEnd)
    if (found === null) missing.push(name)
    Object.assign(settings, found)
  }
  return { settings, missing }
}

function settingOf(name, path) {
  return path === null ? null : { [name]: path }
}
