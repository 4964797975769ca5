import assert from 'node:assert/strict'
import { on, once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
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
  // As browsers do: a connection that stays idle, and another request first.
  const idle = connect(Number(url.port), '127.0.0.1').on('error', () => {})
  await once(idle, 'connect')
  assert.equal((await fetch(new URL('/favicon.ico', url))).status, 404)
  assert.match(await (await fetch(url)).text(), /^You are signed in/)
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
  try {
    const { back, response } = await comeBack(server, site)
    const isOurs = back.searchParams.get('state') === state && !back.searchParams.has('error')
    response.end(`You are ${isOurs ? '' : 'not '}signed in. Go back to the game.`)
    const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true }
    return { config, site, tokens: await openid.authorizationCodeGrant(config, back, checks) }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Browsers also open spare connections, and ask for an icon. */
async function comeBack(server, site) {
  for await (const [request, response] of on(server, 'request')) {
    const back = new URL(request.url, site)
    if (back.pathname === '/callback') return { back, response }
    response.writeHead(404).end()
  }
  throw new Error('The program has stopped.')
}
// end
