import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/freePort.mjs'
import { withServer } from '../stage/registrations.mjs'
import { openSite, passedOn } from '../stage/site.mjs'
import { startProgram } from '../stage/startProgram.mjs'

export const name = 'the site of docs/start/integrate.md'
export const title = 'the site of integrate.md signs a player in, refreshes and signs out (O90)'

const page = readFileSync(join(import.meta.dirname, '../../docs/start/integrate.md'), 'utf8')
/** The address of the site on the page. */
const written = 'http://localhost:3000'

export function registrationAt(site) {
  return withServer(site, JSON.parse(blockOf('json').replaceAll(written, site)))
}

export async function play(stage) {
  const { issuer, site, browser, registration, certificateFile } = stage
  // Beside the packages that the page installs.
  const file = join(import.meta.dirname, '../node_modules/.integratePage.mjs')
  writeFileSync(file, blockOf('js'))
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

function blockOf(language) {
  const [, code = ''] = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? []
  return code
}
