import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import express from 'express'
import session from 'express-session'
import passport from 'passport'
import OpenIDConnectStrategy from 'passport-openidconnect'
import { withServer } from '../stage/registrations.mjs'
import { openSite } from '../stage/site.mjs'

export const name = 'passport-openidconnect'
export const title = 'passport-openidconnect signs a player in, refreshes and signs out (O91)'
/** It knows no PKCE, and reads names from the ID token alone. */
export const registrationAt = (site) =>
  withServer(site, { pkce: 'with-secret-optional', idTokenClaims: true })

export async function play(stage) {
  const { issuer, site, browser } = stage
  const { clientId, clientSecret } = stage.registration
  const secret = randomBytes(32).toString('hex')
  const { app, strategy } = createApp({ issuer, site, clientId, clientSecret, secret })
  const open = await openSite(stage, app)
  try {
    const user = await stage.signsIn(async () => {
      const page = await browser.go(`${site}/login`)
      assert.equal(page.status, 200, page.text)
      return JSON.parse(page.text)
    })
    assert.equal(user.displayName, stage.username)
    const next = await stage.refreshes(() => refresh(strategy, user))
    assert.notEqual(next.refresh_token, user.refreshToken)
    await stage.signsOut(async () => {
      const { url } = await browser.go(`${site}/logout`, `${site}/bye`)
      assert.equal(url.href, `${site}/bye`)
    })
  } finally {
    open.close()
  }
}

function createApp({ issuer, site, clientId, clientSecret, secret }) {
  // recipe
  const strategy = new OpenIDConnectStrategy(
    {
      issuer,
      authorizationURL: `${issuer}/auth`,
      tokenURL: `${issuer}/token`,
      userInfoURL: `${issuer}/me`,
      clientID: clientId,
      clientSecret,
      callbackURL: `${site}/callback`,
      scope: ['profile'],
      nonce: true,
    },
    (_issuer, profile, _context, idToken, _accessToken, refreshToken, done) =>
      done(null, { displayName: profile.displayName, idToken, refreshToken }),
  )
  // end
  passport.use(strategy)
  passport.serializeUser((user, done) => done(null, user))
  passport.deserializeUser((user, done) => done(null, user))
  const app = express()
  app.use(session({ secret, resave: false, saveUninitialized: false }), passport.session())
  app.get('/login', passport.authenticate('openidconnect'))
  app.get('/callback', passport.authenticate('openidconnect'), (request, response) =>
    response.json(request.user),
  )
  app.get('/logout', ({ user }, response) =>
    response.redirect(
      `${issuer}/session/end?id_token_hint=${user.idToken}&post_logout_redirect_uri=${site}/bye`,
    ),
  )
  return { app, strategy }
}

/** As the package passport-oauth2-refresh does it. */
function refresh(strategy, { refreshToken }) {
  return new Promise((resolve, reject) => {
    const asked = { grant_type: 'refresh_token' }
    strategy._oauth2.getOAuthAccessToken(refreshToken, asked, (error, _access, _refresh, tokens) =>
      error ? reject(error) : resolve(tokens),
    )
  })
}
