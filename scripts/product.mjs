// The whole product on this machine: the server with its sample players, and the stand-ins.
import { mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import getPort from 'get-port'
import { environmentNames } from '../packages/contract/src/environments.ts'
import { fail, root } from './bootstrap.mjs'
import { outsideAt } from './outside.mjs'
import { endAll, isEnding, runTogether } from './processes.mjs'

const startsWithinMs = 120_000
const { PORT = 4000, STAND_INS_PORT = 4001, CONSOLE_PORT = 4003 } = process.env
const { SMTP_PORT = Number(STAND_INS_PORT) + 1 } = process.env
const ports = { PORT, STAND_INS_PORT, SMTP_PORT, CONSOLE_PORT }
const standIns = `http://localhost:${STAND_INS_PORT}`
// First what has everything; the environments have what the specification says.
const portals = ['SHOWCASE', ...environmentNames].map((name) => [
  name,
  `http://${name === 'LOCAL' ? '' : `${name.toLowerCase()}.`}localhost:${PORT}`,
])

/** The settings of both processes. */
export const environment = {
  ...outsideAt(standIns),
  // No proxy has to learn first that the server ends.
  DRAIN_SECONDS: '0',
  CONSOLE_URL: `http://console.localhost:${CONSOLE_PORT}`,
  CONSOLE_PREVIEW_URL: `http://preview.localhost:${CONSOLE_PORT}`,
  STAFF_CLIENT_ID: 'gatehouse-console',
  STAFF_CLIENT_SECRET: 'sample-console-secret',
  STAFF_FILE: resolve(root, 'deploy/staff.sample.json'),
  ...process.env,
  ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
  SMTP_URL: `smtp://127.0.0.1:${SMTP_PORT}`,
  DATA_DIR: resolve(root, process.env.DATA_DIR ?? 'data'),
}

/** Makes sure of the ports and of the folder of the embedded database. */
export async function makeRoom() {
  for (const [setting, given] of Object.entries(ports)) {
    const port = Number(given)
    if (!(port > 0 && port < 65_536)) fail(`${setting} is not a port number: ${given}`)
    if ((await getPort({ port })) !== port) {
      fail(`Port ${given} is taken: set ${setting} to another.`)
    }
  }
  if (environment.DATABASE_URL !== undefined) return
  try {
    mkdirSync(environment.DATA_DIR, { recursive: true })
  } catch (error) {
    fail(`DATA_DIR cannot be made: ${error.message}. Set it to another folder.`)
  }
}

/** Runs the processes until one ends or all are asked to. Announces the addresses in between, once they answer. */
export async function runProduct(commands, output) {
  const ends = runTogether(commands, { endsOn: ['success', 'failure'], output })
  void announce()
  const [{ command, exitCode }] = await ends
  if (!isEnding()) process.exitCode = 1
  return isEnding() ? '' : `${command.name} ended (${exitCode}).`
}

/** Announces the addresses once each has answered. Ends everything when one does not in time. */
async function announce() {
  const deadline = Date.now() + startsWithinMs
  const others = [`http://localhost:${PORT}/readyz`, `${standIns}/mailbox`]
  for (const address of [...portals.map(([, own]) => own), ...others]) {
    while (!isEnding() && !(await answers(address))) {
      await pause(100)
      if (Date.now() < deadline) continue
      console.error(`${address} does not answer.`)
      process.exitCode = 1
      endAll()
    }
  }
  if (isEnding()) return
  console.log(`
Portals, each with its account API under /api and that API's documentation under /api/docs:
${portals.map(([name, address]) => `  ${name.padEnd(17)}  ${address}`).join('\n')}

Console: ${environment.CONSOLE_URL} (sign in as Ada Operator, Sam Support, Bea Brand,
         Pia Privacy, Aud Auditor, …; no password)
Mailbox: ${standIns}/mailbox, all stand-ins: ${standIns}/
Players: player@example.com, second@example.com, with the password Welcome2Gatehouse
         (Welcome2Gate in TWO-POINT-STUDIOS); unconfirmed@example.com and banned@example.com too

ready http://localhost:${PORT}`)
}

/** Names the host in the header, because some resolvers lack the names under localhost. */
function answers(address) {
  const { host, port, pathname: path } = new URL(address)
  const headers = { host, accept: 'text/html' }
  return new Promise((found) => {
    const asked = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume()
      found(response.statusCode === 200)
    })
    asked.on('error', () => found(false)).end()
  })
}
