import { Auth } from '@auth/core'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { withServer } from '../stage/registrations.mjs'
import { listenerOf, openSite } from '../stage/site.mjs'

export const name = 'Auth.js (@auth/core)'
export const title = 'Auth.js signs a player in, refreshes and signs out (O90)'
/** It reads names from the ID token alone. */
export const registrationAt = (site) =>
  withServer(site, { redirectUris: [`${site}/auth/callback/gatehouse`], idTokenClaims: true })

export async function play(stage) {
  const { issuer, site, browser } = stage
  const { clientId, clientSecret } = stage.registration
  const options = { issuer, clientId, clientSecret, secret: randomBytes(32).toString('hex') }
  let tokens = null
  const config = configOf(options, (account) => {
    tokens = account
  })
  const open = await openSite(
    stage,
    listenerOf(site, (request) => Auth(request, config)),
  )
  try {
    await stage.signsIn(async () => {
      const { text } = await browser.send(`${site}/auth/csrf`)
      const { csrfToken } = JSON.parse(text)
      const { headers } = await browser.send(`${site}/auth/signin/gatehouse`, {
        method: 'POST',
        body: new URLSearchParams({ csrfToken, callbackUrl: `${site}/auth/session` }).toString(),
      })
      const page = await browser.go(headers.location)
      assert.equal(JSON.parse(page.text).user.name, stage.username)
    })
    await stage.refreshes(async () => {
      tokens = { ...tokens, ...(await refresh(options, tokens)) }
    })
    await stage.signsOut(async () => {
      const { url } = await browser.go(signOutPage(options, tokens, site), `${site}/bye`)
      assert.equal(url.href, `${site}/bye`)
    })
  } finally {
    open.close()
  }
}

// recipe
function configOf({ issuer, clientId, clientSecret, secret }, keepTokens) {
  return {
    secret,
    trustHost: true,
    basePath: '/auth',
    providers: [
      { id: 'gatehouse', name: 'Gatehouse', type: 'oidc', issuer, clientId, clientSecret },
    ],
    callbacks: {
      jwt({ token, account }) {
        if (account) keepTokens(account)
        return token
      },
    },
  }
}
// end

async function refresh({ issuer, clientId, clientSecret }, { refresh_token }) {
  const form = { grant_type: 'refresh_token', refresh_token }
  const secret = { client_id: clientId, client_secret: clientSecret }
  const body = new URLSearchParams({ ...form, ...secret })
  const answer = await fetch(`${issuer}/token`, { method: 'POST', body })
  if (!answer.ok) throw new Error((await answer.json()).error)
  return answer.json()
}

const signOutPage = ({ issuer }, { id_token: hint }, site) =>
  `${issuer}/session/end?id_token_hint=${hint}&post_logout_redirect_uri=${site}/bye`
