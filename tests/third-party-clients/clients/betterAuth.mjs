import { betterAuth } from 'better-auth'
import { toNodeHandler } from 'better-auth/node'
import { genericOAuth } from 'better-auth/plugins'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { withServer } from '../stage/registrations.mjs'
import { openSite } from '../stage/site.mjs'

export const name = 'better-auth genericOAuth'
export const title = 'better-auth signs a player in, refreshes and signs out (O90)'
export const registrationAt = (site) =>
  withServer(site, { redirectUris: [`${site}/api/auth/callback/gatehouse`] })

export async function play(stage) {
  const { issuer, site, browser } = stage
  const { clientId, clientSecret } = stage.registration
  const secret = randomBytes(32).toString('hex')
  const auth = createAuth({ issuer, site, clientId, clientSecret, secret })
  const open = await openSite(stage, toNodeHandler(auth))
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const sent = { method: 'POST', body: JSON.stringify(body), headers }
    const answer = await browser.send(`${site}/api/auth/${path}`, sent)
    assert.equal(answer.status, 200, answer.text)
    return JSON.parse(answer.text)
  }
  try {
    await stage.signsIn(async () => {
      const callbackURL = `${site}/api/auth/get-session`
      const { url } = await post('sign-in/social', { provider: 'gatehouse', callbackURL })
      const page = await browser.go(url)
      assert.equal(JSON.parse(page.text)?.user?.name, stage.username, page.url.href)
    })
    await stage.refreshes(async () => {
      const before = await post('get-access-token', { useAccountCookie: true })
      const after = await post('refresh-token', { useAccountCookie: true })
      assert.notEqual(after.accessToken, before.accessToken)
    })
    await stage.signsOut(async () => {
      const { url } = await post('sign-out', { callbackURL: `${site}/bye` })
      const page = await browser.go(url, `${site}/bye`)
      assert.equal(`${page.url.origin}${page.url.pathname}`, `${site}/bye`)
    })
  } finally {
    open.close()
  }
}

// recipe
function createAuth({ issuer, site, clientId, clientSecret, secret }) {
  return betterAuth({
    baseURL: site,
    secret,
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: 'gatehouse',
            discoveryUrl: `${issuer}/.well-known/openid-configuration`,
            clientId,
            clientSecret,
            scopes: ['openid', 'profile', 'email'],
          },
        ],
      }),
    ],
  })
}
// end
