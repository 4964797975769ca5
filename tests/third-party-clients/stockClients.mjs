// npm run prove -- clients: clients that others wrote sign a player in, refresh and sign out, as their
// own documents say, at the product in production. `npm run prove -- clients authlib` plays one.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setDefaultCACertificates } from 'node:tls'
import { bootstrap } from '../../scripts/bootstrap.mjs'

await bootstrap()
const { installApart } = await import('../../scripts/installApart.mjs')
const folder = import.meta.dirname
installApart(folder)
const { aptInstall } = await import('../../scripts/programs.mjs')
const { freePort } = await import('../../scripts/freePort.mjs')
const { openProduct } = await import('./stage/product.mjs')
const { Stage, steps } = await import('./stage/stage.mjs')

/** Asks the portal whether it knows a browser. It is no site of a client. */
const probe = {
  clientId: 'probe',
  name: 'Probe',
  redirectUris: ['https://probe.site.test/callback'],
  firstParty: true,
}

const files = readdirSync(join(folder, 'clients'))
  .filter((file) => file.endsWith('.mjs'))
  .toSorted()
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !files.includes(`${name}.mjs`))
if (unknown.length > 0) {
  console.error(`Clients are ${files.join(', ')}; ${unknown.join(', ')} is none.`)
  process.exit(1)
}
const clients = []
for (const file of files) {
  const clientId = file.replace('.mjs', '')
  if (asked.length > 0 && !asked.includes(clientId)) continue
  const client = await import(`./clients/${file}`)
  const site = `https://127.0.0.1:${await freePort()}`
  const registration = { clientId, name: client.name, ...client.registrationAt(site) }
  const missing = await missingFor(client)
  const username = `Player${clients.length + 1}`
  clients.push({ ...client, site, registration, username, missing })
}

const rows = []
const product = await openProduct({
  clients: [probe, ...clients.filter(isFound).map(({ registration }) => registration)],
  usernames: clients.map(({ username }) => username),
})
try {
  setDefaultCACertificates([product.tls.cert])
  for (const client of clients) rows.push(await playOf(client))
} finally {
  await product.close()
}
for (const problem of product.problems) console.error(problem)
printRows()
const isIncomplete = Boolean(process.env.CI) && rows.some(isSkipped)
process.exit(isIncomplete || rows.some(({ result }) => result === 'failed') ? 1 : 0)

/** Root on a Debian gets the packages of a client; null where it can be played. */
async function missingFor({ isHere = async () => true, packages = [] }) {
  if (await isHere()) return null
  const isInstalled = packages.map((each) => aptInstall(each)).some(Boolean)
  if (isInstalled && (await isHere())) return null
  return packages.length === 0 ? 'not found' : `not found (Debian: ${packages.join(', ')})`
}

function isFound({ missing }) {
  return missing === null
}

async function playOf(client) {
  const { name, missing, lacks = [] } = client
  const row = { name, lacks, taken: [] }
  if (missing !== null) {
    console.error(`── ${name}: ${missing}; SKIPPED`)
    return { ...row, result: `skipped: ${missing}` }
  }
  console.log(`── ${name}`)
  const stage = new Stage({ ...product, probe }, client)
  const from = Date.now()
  try {
    await client.play(stage)
    const isWhole = steps.every((step) => stage.taken.includes(step) || lacks.includes(step))
    if (!isWhole) throw new Error(`It took no more steps than these: ${stage.taken.join(', ')}.`)
    return { ...row, taken: stage.taken, result: `${Date.now() - from} ms` }
  } catch (error) {
    console.error(error)
    return { ...row, taken: stage.taken, result: 'failed' }
  }
}

function isSkipped({ result }) {
  return result.startsWith('skipped')
}

/** A client that is not here proves nothing, for or against its case. */
function printRows() {
  const cells = rows.map((row) => [
    row.name,
    ...steps.map((step) => {
      if (row.taken.includes(step)) return 'yes'
      return isSkipped(row) || row.lacks.includes(step) ? '–' : 'NO'
    }),
    row.result,
  ])
  const table = [['client', ...steps, 'result'], ...cells]
  const widths = table[0].map((_, place) => Math.max(...table.map((each) => each[place].length)))
  console.log()
  for (const line of table) {
    console.log(
      line
        .map((cell, place) => cell.padEnd(widths[place]))
        .join('  ')
        .trimEnd(),
    )
  }
  const skipped = rows.filter(isSkipped).map(({ name }) => name)
  const rest = skipped.length === 0 ? '' : `; NOT PLAYED: ${skipped.join(', ')}`
  console.log(`\n${rows.length - skipped.length} of ${files.length} clients played${rest}.`)
}
