import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findChromium } from '../../../scripts/programs.mjs'
import { openSite } from '../stage/site.mjs'

const library = createRequire(import.meta.url).resolve('oidc-client-ts')
const bundle = join(library, '../../browser/oidc-client-ts.min.js')

export const name = 'oidc-client-ts (SPA, two tabs)'
export const title = 'oidc-client-ts signs a player in, refreshes and signs out (O92)'
/** A program in the browser, which has no secret. */
export const registrationAt = (site) => ({
  redirectUris: [`${site}/callback`],
  postLogoutRedirectUris: [`${site}/bye`],
  firstParty: true,
})

export async function isHere() {
  return (await findChromium()) !== null
}

export async function play(stage) {
  const { chromium } = await import('@playwright/test')
  const open = await openSite(stage, serve(stage))
  const chrome = await chromium.launch({ executablePath: await findChromium() })
  try {
    const context = await chrome.newContext({ ignoreHTTPSErrors: true })
    await playTabs(stage, await context.newPage(), await context.newPage())
  } finally {
    await chrome.close()
    open.close()
  }
}

async function playTabs(stage, first, second) {
  const { site } = stage
  // The portal knows Chromium, not the browser without a screen.
  stage.isKnown = () => isKnownIn(first.context(), stage)
  await stage.signsIn(async () => {
    await first.goto(`${site}/`)
    await first.evaluate(() => void manager.signinRedirect())
    await first.waitForURL(`${stage.portal}/login*`)
    await first.goto(await logIn(first, stage))
    await first.waitForURL(`${site}/`)
    await second.goto(`${site}/`)
    assert.equal(await playerOf(second), await playerOf(first))
  })
  await stage.refreshes(async () => {
    // Both tabs have the same refresh token, and send it at once.
    const renewed = await Promise.all([renew(first), renew(second)])
    assert.ok(renewed.every((token) => typeof token === 'string'))
    assert.equal(typeof (await renew(second)), 'string')
  })
  await stage.signsOut(async () => {
    await second.evaluate(() => void manager.signoutRedirect())
    await second.waitForURL(`${site}/bye*`)
  })
}

function playerOf(tab) {
  return tab.evaluate(async () => (await manager.getUser())?.profile.sub)
}

function renew(tab) {
  return tab.evaluate(async () => (await manager.signinSilent())?.access_token)
}

/** The calls that the portal's screen makes; returns the way back to the client. */
function logIn(page, { apiKey, username, password }) {
  const body = { UsernameOrEmail: username, Password: password, ClientId: '', Token: '' }
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }
  return page.evaluate(
    async (call) => {
      const answer = await fetch('/api/log/log-in', { method: 'POST', ...call })
      if (!answer.ok) throw new Error(await answer.text())
      const { Created: identity } = await answer.json()
      await fetch(`/api/token/${identity}`, { headers: call.headers })
      const { searchParams, origin } = new URL(location.href)
      return new URL(searchParams.get('redirectUrl'), origin).href
    },
    { headers, body: JSON.stringify(body) },
  )
}

async function isKnownIn(context, { site }) {
  const tab = await context.newPage()
  try {
    await tab.goto(`${site}/start`)
    await tab.evaluate(() => void manager.signinRedirect({ prompt: 'none' }))
    await tab.waitForURL((url) => url.origin === site && url.pathname === '/')
    return new URL(tab.url()).search === ''
  } finally {
    await tab.close()
  }
}

function serve({ issuer, site, registration }) {
  const settings = JSON.stringify({ issuer, site, clientId: registration.clientId })
  const script = readFileSync(join(import.meta.dirname, 'oidcClientTs.browser.js'), 'utf8')
  const page = `<!doctype html><title>SPA</title><script src="/library.js"></script>
<script>const { UserManager, WebStorageStateStore } = oidc; const settings = ${settings}</script>
<script>${script}</script>`
  return (request, response) => {
    const isLibrary = request.url === '/library.js'
    response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html')
    response.end(isLibrary ? readFileSync(bundle) : page)
  }
}
