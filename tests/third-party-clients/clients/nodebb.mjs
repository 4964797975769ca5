import { randomBytes } from 'node:crypto'
import express from 'express'
import session from 'express-session'
import { Passport } from 'passport'
import OAuth2Strategy from 'passport-oauth2'
import { readyEntry } from '../stage/readyEntry.mjs'
import { openSite } from '../stage/site.mjs'
import { playPages } from '../stage/siteProgram.mjs'

export const name = 'passport-oauth2, as NodeBB'
export const title = 'The strategy of NodeBB signs a player in and out by its entry (O91)'
// It keeps no tokens.
export const lacks = ['refreshes']
export const registrationAt = (site) => readyEntry('nodebb', site)

export async function play(stage) {
  const open = await openSite(stage, createApp(stage))
  try {
    await playPages(stage, { logIn: '/auth/gatehouse', logOut: '/log-out' })
  } finally {
    open.close()
  }
}

/** As nodebb-plugin-sso-oauth2-multiple has it: a state of its own, and the profile by userinfo. */
function createApp({ issuer, site, registration }) {
  const passport = new Passport()
  const strategy = new OAuth2Strategy(
    {
      authorizationURL: `${issuer}/auth`,
      tokenURL: `${issuer}/token`,
      clientID: registration.clientId,
      clientSecret: registration.clientSecret,
      callbackURL: `${site}/auth/gatehouse/callback`,
    },
    (_access, _refresh, profile, done) => done(null, profile),
  )
  strategy.userProfile = (accessToken, done) => {
    strategy._oauth2.useAuthorizationHeaderforGET(true)
    strategy._oauth2.get(`${issuer}/me`, accessToken, (error, body) => {
      if (error) return done(error)
      const { sub, nickname, email, email_verified: isVerified } = JSON.parse(body)
      const profile = { sub, preferred_username: nickname, email }
      return isVerified ? done(null, profile) : done(new Error('The address is not verified.'))
    })
  }
  passport.use('gatehouse', strategy)
  passport.serializeUser((user, done) => done(null, user))
  passport.deserializeUser((user, done) => done(null, user))
  const app = express()
  const secret = randomBytes(32).toString('hex')
  app.use(session({ secret, resave: false, saveUninitialized: false }), passport.session())
  app.get('/auth/gatehouse', (request, ...rest) => {
    request.session.ssoState = randomBytes(16).toString('hex')
    const scope = 'openid email profile'
    passport.authenticate('gatehouse', { scope, state: request.session.ssoState })(request, ...rest)
  })
  app.get('/auth/gatehouse/callback', (request, response, next) => {
    const isOurs = request.query.state === request.session.ssoState
    if (!isOurs) return response.status(403).send('another state')
    return passport.authenticate('gatehouse')(request, response, next)
  })
  app.get('/auth/gatehouse/callback', ({ user }, response) => response.json(user))
  const query = new URLSearchParams({
    client_id: registration.clientId,
    post_logout_redirect_uri: `${site}/bye`,
  })
  app.get('/log-out', (_, response) => response.redirect(`${issuer}/session/end?${query}`))
  return app
}
