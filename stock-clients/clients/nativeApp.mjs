import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import * as openid from 'openid-client'

export const name = 'native app, by loopback'
export const title = 'A native app signs a player in, refreshes and signs out (O93)'
/** A program on a player's machine: no secret, and any port of the loopback interface. */
export const registrationAt = () => ({
  applicationType: 'native',
  redirectUris: ['http://127.0.0.1/callback'],
  postLogoutRedirectUris: ['http://127.0.0.1/bye'],
  firstParty: true,
})

export async function play(stage) {
  const { issuer, browser } = stage
  const { clientId } = stage.registration
  const { config, tokens, site } = await stage.signsIn(async () => {
    const browserOpens = Promise.withResolvers()
    const opened = browserOpens.promise.then((page) => openPage(browser, page))
    const [found] = await Promise.all([signIn(issuer, clientId, browserOpens.resolve), opened])
    return found
  })
  const next = await stage.refreshes(() => openid.refreshTokenGrant(config, tokens.refresh_token))
  await stage.signsOut(async () => {
    const page = openid.buildEndSessionUrl(config, {
      id_token_hint: next.id_token ?? tokens.id_token,
      post_logout_redirect_uri: `${site}/bye`,
    })
    const { url } = await browser.go(page, `${site}/bye`)
    assert.equal(url.href, `${site}/bye`)
  })
}

/** The player's browser, which ends at the program's own address. */
async function openPage(browser, page) {
  const { url } = await browser.go(page, 'http://127.0.0.1')
  await (await fetch(url)).text()
}

// recipe
async function signIn(issuer, clientId, openBrowser) {
  const config = await openid.discovery(new URL(issuer), clientId, undefined, openid.None())
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const site = `http://127.0.0.1:${server.address().port}`
  const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()]
  openBrowser(
    openid.buildAuthorizationUrl(config, {
      redirect_uri: `${site}/callback`,
      scope: 'openid profile',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    }),
  )
  const [request, response] = await once(server, 'request')
  response.end('You are signed in. Go back to the game.')
  server.close()
  const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true }
  const back = new URL(request.url, site)
  return { config, site, tokens: await openid.authorizationCodeGrant(config, back, checks) }
}
// end
