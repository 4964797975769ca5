import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import express from 'express'
import openid from 'express-openid-connect'
import { withServer } from '../stage/registrations.mjs'
import { openSite } from '../stage/site.mjs'

const { auth, requiresAuth } = openid

export const name = 'express-openid-connect (code)'
export const title = 'express-openid-connect signs a player in, refreshes and signs out (O90)'
export const registrationAt = (site) => withServer(site, { postLogoutRedirectUris: [site] })

export async function play(stage) {
  const { issuer, site, browser } = stage
  const { clientId, clientSecret } = stage.registration
  const secret = randomBytes(32).toString('hex')
  const open = await openSite(stage, createApp({ issuer, site, clientId, clientSecret, secret }))
  try {
    await stage.signsIn(async () => {
      const page = await browser.go(`${site}/profile`)
      assert.equal(page.status, 200, page.text)
      assert.equal(JSON.parse(page.text).preferred_username, stage.username)
    })
    await stage.refreshes(async () => {
      const { status, text } = await browser.go(`${site}/refresh`)
      assert.equal(status, 200, text)
    })
    await stage.signsOut(async () => {
      await browser.go(`${site}/logout`, `${site}/signed-out`)
    })
  } finally {
    open.close()
  }
}

// recipe
function createApp({ issuer, site, clientId, clientSecret, secret }) {
  const app = express()
  app.use(
    auth({
      issuerBaseURL: issuer,
      baseURL: site,
      clientID: clientId,
      clientSecret,
      secret,
      authRequired: false,
      idpLogout: true,
      authorizationParams: { response_type: 'code', scope: 'openid profile email' },
    }),
  )
  app.get('/profile', requiresAuth(), async ({ oidc }, response) =>
    response.json(await oidc.fetchUserInfo()),
  )
  app.get('/refresh', requiresAuth(), async ({ oidc }, response) => {
    const tokens = await oidc.accessToken.refresh()
    response.json({ expires_in: tokens.expires_in })
  })
  return app
}
// end
