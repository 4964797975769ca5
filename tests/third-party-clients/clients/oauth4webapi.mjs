import assert from 'node:assert/strict'
import * as oauth from 'oauth4webapi'
import { withServer } from '../stage/registrations.mjs'

export const name = 'oauth4webapi'
export const title = 'oauth4webapi signs a player in, refreshes and signs out (O90)'
export const registrationAt = (site) => withServer(site)

export async function play(stage) {
  const { site, browser } = stage
  const client = { client_id: stage.registration.clientId }
  const authentication = oauth.ClientSecretPost(stage.registration.clientSecret)
  const { server, tokens } = await stage.signsIn(async () => {
    const found = await begin(stage.issuer, client, authentication, `${site}/callback`)
    const { url } = await browser.go(found.page, `${site}/callback`)
    return { server: found.server, tokens: await found.signIn(url) }
  })
  const next = await stage.refreshes(() => refresh(server, client, authentication, tokens))
  await stage.signsOut(async () => {
    const page = new URL(server.end_session_endpoint)
    page.searchParams.set('id_token_hint', next.id_token ?? tokens.id_token)
    page.searchParams.set('post_logout_redirect_uri', `${site}/bye`)
    const { url } = await browser.go(page, `${site}/bye`)
    assert.equal(url.href, `${site}/bye`)
  })
}

// recipe
async function begin(issuer, client, authentication, redirectUri) {
  const discovered = await oauth.discoveryRequest(new URL(issuer))
  const server = await oauth.processDiscoveryResponse(new URL(issuer), discovered)
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
  const page = new URL(server.authorization_endpoint)
  page.searchParams.set('client_id', client.client_id)
  page.searchParams.set('redirect_uri', redirectUri)
  page.searchParams.set('response_type', 'code')
  page.searchParams.set('scope', 'openid profile')
  page.searchParams.set('code_challenge', await oauth.calculatePKCECodeChallenge(verifier))
  page.searchParams.set('code_challenge_method', 'S256')
  page.searchParams.set('state', state)
  const signIn = async (url) => {
    const given = oauth.validateAuthResponse(server, client, url, state)
    const grant = [server, client, authentication, given, redirectUri, verifier]
    const answer = await oauth.authorizationCodeGrantRequest(...grant)
    return oauth.processAuthorizationCodeResponse(server, client, answer, { requireIdToken: true })
  }
  return { server, page, signIn }
}
// end

async function refresh(server, client, authentication, { refresh_token: token }) {
  const answer = await oauth.refreshTokenGrantRequest(server, client, authentication, token)
  return oauth.processRefreshTokenResponse(server, client, answer)
}
