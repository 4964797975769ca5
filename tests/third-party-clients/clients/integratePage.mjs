import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../scripts/freePort.mjs'
import { withServer } from '../stage/registrations.mjs'
import { openSite, passedOn } from '../stage/site.mjs'
import { startProgram } from '../stage/startProgram.mjs'

export const name = 'examples/site, the site of integrate.md'
export const title = 'the site of integrate.md signs a player in, refreshes and signs out (O90)'

const folder = join(import.meta.dirname, '../../../examples/site')
/** The address of the site in its files. */
const written = 'http://localhost:3000'

export function registrationAt(site) {
  return withServer(site, JSON.parse(fileOf('client.json').replaceAll(written, site)))
}

export async function play(stage) {
  const { issuer, site, browser, registration, certificateFile } = stage
  // Beside the packages that the example installs.
  const file = join(import.meta.dirname, '../node_modules/.integratePage.mjs')
  writeFileSync(file, fileOf('site.js'))
  const port = await freePort()
  const child = startProgram(process.execPath, [file], {
    env: {
      PORT: String(port),
      PORTAL: new URL(issuer).origin,
      SITE: site,
      CLIENT_ID: registration.clientId,
      CLIENT_SECRET: registration.clientSecret,
      NODE_EXTRA_CA_CERTS: certificateFile,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const open = await openSite(stage, passedOn(port))
  try {
    await once(child.stdout, 'data')
    const greets = ({ text }) => assert.match(text, new RegExp(`Hello, ${stage.username}\\.`))
    await stage.signsIn(async () => greets(await browser.go(`${site}/log-in`)))
    await stage.refreshes(async () => greets(await browser.go(`${site}/refresh`)))
    await stage.signsOut(async () => {
      const { text } = await browser.go(`${site}/log-out`)
      assert.match(text, /Sign in/)
    })
  } finally {
    open.close()
    child.kill()
    rmSync(file)
  }
}

function fileOf(name) {
  return readFileSync(join(folder, name), 'utf8')
}
