import assert from 'node:assert/strict'
import { generators, Issuer, custom } from 'openid-client-5'
import { readyEntry } from '../stage/readyEntry.mjs'

export const name = 'openid-client 5, as Directus'
export const title = 'The client of Directus signs a player in, refreshes and signs out (O90)'
export const registrationAt = (site) => readyEntry('directus', site)

/** As the driver `openid` of Directus has it: PKCE, a nonce that is the challenge, and offline access. */
export async function play(stage) {
  const { issuer, site, browser, registration } = stage
  const redirectUri = `${site}/auth/login/gatehouse/callback`
  custom.setHttpOptionsDefaults({ ca: stage.tls.cert })
  const discovered = await Issuer.discover(`${issuer}/.well-known/openid-configuration`)
  const client = new discovered.Client({
    client_id: registration.clientId,
    client_secret: registration.clientSecret,
    redirect_uris: [redirectUri],
    response_types: ['code'],
  })
  const tokens = await stage.signsIn(async () => {
    const verifier = generators.codeVerifier()
    const challenge = generators.codeChallenge(verifier)
    const address = client.authorizationUrl({
      scope: 'openid profile email',
      access_type: 'offline',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: challenge,
      nonce: challenge,
    })
    const { url } = await browser.go(address, redirectUri)
    const checks = { code_verifier: verifier, state: challenge, nonce: challenge }
    const found = await client.callback(redirectUri, client.callbackParams(url.href), checks)
    const player = await client.userinfo(found.access_token)
    stage.isPlayer(player)
    // Its only name, by `claims` of the entry.
    assert.equal(player.given_name, stage.username)
    return found
  })
  await stage.refreshes(async () => {
    const next = await client.refresh(tokens.refresh_token)
    stage.isPlayer(await client.userinfo(next.access_token))
  })
  await stage.signsOut(async () => {
    const address = client.endSessionUrl({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${site}/bye`,
    })
    assert.equal((await browser.go(address, `${site}/bye`)).url.href, `${site}/bye`)
  })
}
