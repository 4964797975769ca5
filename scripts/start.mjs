// npm start: the whole product on this machine, on an embedded database.
import { mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { createFamily, whenOrphaned } from './family.mjs'
import { buildPortal } from './portal.mjs'
import { serverFlags } from './serverFlags.mjs'

const startsWithinMs = 120_000

await bootstrap()
// These read TypeScript, which an older Node cannot.
const { outsideAt } = await import('./outside.mjs')
const { environmentNames } = await import('../contract/src/environments.ts')

const port = portOf('PORT', 4000)
const standInsPort = portOf('STAND_INS_PORT', 4001)
const smtpPort = portOf('SMTP_PORT', standInsPort + 1)
const standIns = `http://localhost:${standInsPort}`
// First what has everything; the environments have what the specification says.
const portals = ['SHOWCASE', ...environmentNames].map((name) => [
  name,
  `http://${name === 'LOCAL' ? '' : `${name.toLowerCase()}.`}localhost:${port}`,
])

const family = createFamily((message) => end(1, message))
process
  .on('SIGINT', () => end(0))
  .on('SIGTERM', () => end(0))
  .on('SIGHUP', () => end(0))
whenOrphaned(() => end(0))

for (const [setting, wanted] of Object.entries({
  PORT: port,
  STAND_INS_PORT: standInsPort,
  SMTP_PORT: smtpPort,
})) {
  if (!(await isFree(wanted))) await end(1, `Port ${wanted} is taken: set ${setting} to another.`)
}

try {
  buildPortal()
} catch (error) {
  await end(1, String(error))
}

const environment = {
  ...outsideAt(standIns),
  // Nobody balances here.
  DRAIN_SECONDS: '0',
  ...process.env,
  PORT: String(port),
  STAND_INS_PORT: String(standInsPort),
  SMTP_PORT: String(smtpPort),
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  DATA_DIR: resolve(root, process.env.DATA_DIR ?? 'data'),
  SEED: 'on',
}
if (environment.DATABASE_URL === undefined) mkdirSync(environment.DATA_DIR, { recursive: true })
for (const room of ['stand-ins', 'server']) {
  const flags = room === 'server' ? serverFlags : []
  const start = [...flags, `${room}/src/main.ts`]
  family.start(room, process.execPath, start, { cwd: root, env: environment })
}

await everyAnswer([
  ...portals.map(([, address]) => address),
  `http://localhost:${port}/readyz`,
  `${standIns}/mailbox`,
])
announce()

function announce() {
  const width = Math.max(...portals.map(([name]) => name.length))
  console.log(`
Portals, each with its account API under /api and that API's documentation under /api/docs:
${portals.map(([name, address]) => `  ${name.padEnd(width)}  ${address}`).join('\n')}

Mailbox: ${standIns}/mailbox, all stand-ins: ${standIns}/
Players: player@example.com, second@example.com, with the password Welcome2Gatehouse
         (Welcome2Gate in TWO-POINT-STUDIOS); unconfirmed@example.com and banned@example.com too

ready http://localhost:${port}`)
}

/**
 * Resolves when every address has answered. Ends all processes when one does not answer in time.
 */
async function everyAnswer(addresses) {
  const deadline = Date.now() + startsWithinMs
  for (const address of addresses) {
    while (!(await answers(address))) {
      if (Date.now() > deadline) await end(1, `${address} does not answer.`)
      await new Promise((next) => setTimeout(next, 100))
    }
  }
}

/**
 * The request names the host in its header, because some resolvers lack the names under localhost.
 */
function answers(address) {
  const { host, pathname } = new URL(address)
  const target = { host: '127.0.0.1', port: new URL(address).port, path: pathname }
  return new Promise((resolve) => {
    const asked = request({ ...target, headers: { host, accept: 'text/html' } }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    asked.on('error', () => resolve(false)).end()
  })
}

function isFree(wanted) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(false))
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

function portOf(setting, usual) {
  const given = Number(process.env[setting] ?? usual)
  if (Number.isInteger(given) && given > 0 && given < 65_536) return given
  console.error(`${setting} is not a port number: ${process.env[setting]}`)
  return process.exit(1)
}

async function end(code, message) {
  if (message !== undefined) console.error(`\n${message}`)
  await family.end()
  process.exit(code)
}
