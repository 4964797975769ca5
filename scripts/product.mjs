// The whole product on this machine: the server with its sample players, and the stand-ins.
import { mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import getPort from 'get-port'
import { environmentNames } from '../contract/src/environments.ts'
import { fail, root } from './bootstrap.mjs'
import { outsideAt } from './outside.mjs'
import { endAll, isEnding } from './processes.mjs'

const startsWithinMs = 120_000

export const port = portOf('PORT', 4000)
const standInsPort = portOf('STAND_INS_PORT', 4001)
const smtpPort = portOf('SMTP_PORT', standInsPort + 1)
const standIns = `http://localhost:${standInsPort}`
// First what has everything; the environments have what the specification says.
const portals = ['SHOWCASE', ...environmentNames].map((name) => [
  name,
  `http://${name === 'LOCAL' ? '' : `${name.toLowerCase()}.`}localhost:${port}`,
])

/** The settings of both processes. */
export const environment = {
  ...outsideAt(standIns),
  // No proxy has to learn first that the server ends.
  DRAIN_SECONDS: '0',
  ...process.env,
  PORT: String(port),
  STAND_INS_PORT: String(standInsPort),
  SMTP_PORT: String(smtpPort),
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  DATA_DIR: resolve(root, process.env.DATA_DIR ?? 'data'),
  SEED: 'on',
}

/** Makes sure of the ports and of the folder of the embedded database. */
export async function makeRoom() {
  const ports = { PORT: port, STAND_INS_PORT: standInsPort, SMTP_PORT: smtpPort }
  for (const [setting, wanted] of Object.entries(ports)) {
    if ((await getPort({ port: wanted })) === wanted) continue
    fail(`Port ${wanted} is taken: set ${setting} to another.`)
  }
  if (environment.DATABASE_URL === undefined) mkdirSync(environment.DATA_DIR, { recursive: true })
}

/** Announces the addresses once each has answered. Ends everything when one does not in time. */
export async function announce() {
  const deadline = Date.now() + startsWithinMs
  const own = portals.map(([, address]) => address)
  for (const address of [...own, `${own[1]}/readyz`, `${standIns}/mailbox`]) {
    while (!(await answers(address))) {
      if (isEnding()) return
      if (Date.now() > deadline) {
        console.error(`${address} does not answer.`)
        process.exitCode = 1
        return endAll()
      }
      await pause(100)
    }
  }
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
 * The request names the host in its header, because some resolvers lack the names under localhost.
 */
function answers(address) {
  const { host, pathname } = new URL(address)
  const target = { host: '127.0.0.1', port: new URL(address).port, path: pathname }
  return new Promise((found) => {
    const asked = request({ ...target, headers: { host, accept: 'text/html' } }, (response) => {
      response.resume()
      found(response.statusCode === 200)
    })
    asked.on('error', () => found(false)).end()
  })
}

function portOf(setting, usual) {
  const given = Number(process.env[setting] ?? usual)
  const isPort = Number.isInteger(given) && given > 0 && given < 65_536
  if (!isPort) fail(`${setting} is not a port number: ${process.env[setting]}`)
  return given
}
