import express from 'express'
import session from 'express-session'
import { randomBytes } from 'node:crypto'
import * as openid from 'openid-client'

const { CLIENT_ID = 'my-site', CLIENT_SECRET, PORT = 3000 } = process.env
const portal = process.env.PORTAL ?? 'http://localhost:4000'
const site = process.env.SITE ?? 'http://localhost:3000'
// The portal on this machine speaks plain http, which openid-client refuses otherwise.
const isTrying = portal.startsWith('http://localhost')
const config = await openid.discovery(
  new URL(`${portal}/oidc`),
  CLIENT_ID,
  CLIENT_SECRET,
  undefined,
  { execute: isTrying ? [openid.allowInsecureRequests] : [] },
)

const app = express()
app.set('trust proxy', 'loopback')
app.use(
  session({
    name: 'my-site',
    secret: process.env.SESSION_SECRET ?? randomBytes(32).toString('hex'),
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: !isTrying },
  }),
)

app.get('/', ({ session: { player } }, response) => {
  const name = player?.name.replaceAll(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  response.send(
    player === undefined
      ? '<a href="/log-in">Sign in</a>'
      : `Hello, ${name}. <a href="/refresh">Read again</a> <a href="/log-out">Log out</a>`,
  )
})

app.get('/log-in', async ({ session }, response) => {
  const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()]
  session.checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true }
  const page = openid.buildAuthorizationUrl(config, {
    redirect_uri: `${site}/callback`,
    scope: 'openid profile',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  })
  response.redirect(page.href)
})

app.get('/callback', async (request, response) => {
  const address = new URL(request.originalUrl, site)
  const tokens = await openid.authorizationCodeGrant(config, address, request.session.checks)
  const player = await openid.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)
  // Another session id: one from before the sign-in may be known to others.
  request.session.regenerate(() => {
    Object.assign(request.session, { player, tokens })
    response.redirect('/')
  })
})

app.get('/refresh', async ({ session }, response) => {
  try {
    const { player, tokens } = session
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token)
    session.tokens = { ...tokens, ...next }
    session.player = await openid.fetchUserInfo(config, next.access_token, player.sub)
    response.redirect('/')
  } catch {
    // The player has logged out at the portal, or the operator has ended the session.
    session.destroy(() => response.redirect('/'))
  }
})

app.get('/log-out', ({ session }, response) => {
  const page = openid.buildEndSessionUrl(config, {
    id_token_hint: session.tokens.id_token,
    post_logout_redirect_uri: `${site}/`,
  })
  session.destroy(() => response.redirect(page.href))
})

// A player who refused, an invented code, a log-out without a session.
app.use((error, _request, response, _next) => {
  console.error({ refused: error.error ?? error.message })
  response.status(400).send('<a href="/">Begin again</a>')
})

app.listen(PORT, () => console.log(site))
