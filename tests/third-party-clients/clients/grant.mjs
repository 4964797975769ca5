import { randomBytes } from 'node:crypto'
import express from 'express'
import session from 'express-session'
import grant from 'grant'
import { readyEntry } from '../stage/readyEntry.mjs'
import { openSite } from '../stage/site.mjs'
import { playPages } from '../stage/siteProgram.mjs'

export const name = 'grant'
export const title = 'grant signs a player in and out by its entry (O90)'
// It hands its tokens on, and has no refresh.
export const lacks = ['refreshes']
export const registrationAt = (site) => readyEntry('grant', site)

export async function play(stage) {
  const { issuer, site, registration } = stage
  const app = express()
  const secret = randomBytes(32).toString('hex')
  app.use(session({ secret, resave: false, saveUninitialized: false }))
  app.use(
    grant.express({
      defaults: { origin: site, transport: 'session', state: true },
      gatehouse: {
        oauth: 2,
        authorize_url: `${issuer}/auth`,
        access_url: `${issuer}/token`,
        profile_url: `${issuer}/me`,
        key: registration.clientId,
        secret: registration.clientSecret,
        scope: ['openid', 'profile'],
        scope_delimiter: ' ',
        pkce: true,
        response: ['tokens', 'profile'],
        callback: '/home',
      },
    }),
  )
  app.get('/home', (request, response) => response.json(request.session.grant.response.profile))
  const query = new URLSearchParams({
    client_id: registration.clientId,
    post_logout_redirect_uri: `${site}/bye`,
  })
  app.get('/log-out', (_, response) => response.redirect(`${issuer}/session/end?${query}`))
  const open = await openSite(stage, app)
  try {
    await playPages(stage, { logIn: '/connect/gatehouse', logOut: '/log-out' })
  } finally {
    open.close()
  }
}
