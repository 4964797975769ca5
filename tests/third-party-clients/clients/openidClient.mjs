import assert from 'node:assert/strict'
import * as openid from 'openid-client'
import { withServer } from '../stage/registrations.mjs'

export const name = 'openid-client'
export const title = 'openid-client signs a player in, refreshes and signs out (O90)'
// A site of others: the player is asked for consent.
export const registrationAt = (site) => withServer(site, { firstParty: false })

export async function play(stage) {
  const { issuer, site, browser } = stage
  const { clientId, clientSecret } = stage.registration
  const tokens = await stage.signsIn(async () => {
    const { config, page, signIn } = await begin({ issuer, site, clientId, clientSecret })
    const { url } = await browser.go(page, `${site}/callback`)
    const found = await signIn(url)
    const { sub } = found.claims()
    const player = await openid.fetchUserInfo(config, found.access_token, sub)
    assert.equal(player.preferred_username, stage.username)
    return { config, ...found }
  })
  const next = await stage.refreshes(() => refresh(tokens.config, tokens))
  await stage.signsOut(async () => {
    const page = signOutPage(tokens.config, { ...tokens, ...next }, site)
    const { url } = await browser.go(page, `${site}/bye`)
    assert.equal(url.href, `${site}/bye`)
    await assert.rejects(refresh(tokens.config, next), { error: 'invalid_grant' })
  })
}

// recipe
async function begin({ issuer, site, clientId, clientSecret }) {
  const config = await openid.discovery(new URL(issuer), clientId, clientSecret)
  const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()]
  const page = openid.buildAuthorizationUrl(config, {
    redirect_uri: `${site}/callback`,
    scope: 'openid profile email',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  })
  const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true }
  return { config, page, signIn: (url) => openid.authorizationCodeGrant(config, url, checks) }
}

const refresh = (config, { refresh_token }) => openid.refreshTokenGrant(config, refresh_token)

const signOutPage = (config, { id_token }, site) =>
  openid.buildEndSessionUrl(config, {
    id_token_hint: id_token,
    post_logout_redirect_uri: `${site}/bye`,
  })
// end
