import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { findById, hasPassword } from '../../database/accounts/players.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import { notice } from '../../mail/mails.ts'
import { type AuthCall, handler } from '../authServices.ts'
import { isRestricted } from '../../deployments/secondStepPolicy.ts'
import { NotFoundError } from '../../http/authenticate.ts'

/**
 * Answers the token of a session id; 404 when it is unknown or came without its cookie. Every
 * session begins with this call, and from then on the browser may sign in at clients.
 */
export const readToken = handler(
  'readToken',
  async ({ input: { path }, deployment, services, clientContext, response, report }) => {
    const { sessions } = services
    const read = await sessions.read(deployment, path.identity, clientContext)
    if (!read) {
      const owner = await sessions.playerOfSessionId(deployment, path.identity)
      if (owner !== null) report('session.secret_missing', owner)
      // The browser has lost the secret half: it is signed in at no site any more.
      const { sessionSecret, cookie } = clientContext
      if (sessionSecret === null && cookie('sites') !== null) response.clearSessionCookies()
      throw new NotFoundError()
    }
    const { token, family } = read
    // The cookie lives as long as its session.
    if (family !== null && !sessions.hasClientsSecret(family, clientContext.cookie('sites'))) {
      response.setClientsCookie({ family, playerId: token.Id_User })
    }
    return token
  },
)

/**
 * Replaces a session by its successor and answers the successor's session id. Reuse of an old
 * refresh token ends the whole family of sessions and mails the player.
 */
export const refreshToken = handler('refreshToken', async (context) => {
  const { input, deployment, services, clientContext, response, refuse, report } = context
  const { access_token: accessToken, refresh_token, client_id: clientId } = input.query
  const request = { accessToken, refreshToken: refresh_token, clientId }
  const refreshed = await services.sessions.refresh(deployment, request, clientContext)
  if (refreshed.outcome === 'refreshed') {
    response.setSessionCookies(refreshed.sessionSecret, refreshed.sessionId)
    return { AccessToken: refreshed.sessionId }
  }
  if (refreshed.outcome === 'barred') throw refuse('ERROR_TOKEN_USER_INVALID')
  if (refreshed.outcome === 'reused') {
    report('refresh_token.reused', refreshed.playerId)
    await mailReuse(context, refreshed.playerId)
  }
  throw refuse('ERROR_TOKEN_INVALID_REFRESH')
})

async function mailReuse(
  { deployment, services, clientContext }: AuthCall,
  playerId: number,
): Promise<void> {
  const { kysely } = services.database
  const player = await findById(kysely, deployment.name, playerId)
  if (!player) return
  const language = mailLanguageOf(deployment, player, clientContext)
  const reader = { username: player.username, language }
  const advice = hasPassword(player) ? (['sessionReuse.password'] as const) : []
  const content = notice(deployment, reader, 'sessionReuse', advice)
  const owner = { deployment: deployment.name, playerId }
  await inTransaction(kysely, (transaction) =>
    services.outbox.postLater(transaction, owner, player.email, content),
  )
}

/** Answers the seconds until an access token of the client expires; refuses one that is over. */
export const verifyToken = handler(
  'verifyToken',
  async ({ input: { query }, deployment, services, refuse }) => {
    const found = await services.sessions.authenticate(deployment, query.access_token)
    // A restricted session signs its player in nowhere.
    const isOpen = found?.client_id === query.client_id && !isRestricted(deployment, found)
    if (!isOpen) throw refuse('ERROR_TOKEN_INVALID')
    const milliseconds = found.access_token_expires_at.getTime() - services.clock.now().getTime()
    return { ExpiresIn: Math.ceil(milliseconds / 1000) }
  },
)

export const listAllowedRedirectDomains = handler(
  'listAllowedRedirectDomains',
  async ({ deployment }) => [...deployment.allowedRedirectDomains],
)
