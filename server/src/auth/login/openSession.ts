import { inTransaction } from '../../database/connection/inTransaction.ts'
import { paths } from '@gatehouse/contract/routes'
import type { LoginCandidate } from '../../database/auth/loginCandidates.ts'
import { keyOf } from '../../database/accounts/players.ts'
import type { AuthContext } from '../services/handler.ts'
import { knownBrowserOf } from '../abuse/knownBrowsers.ts'
import { accountNotice } from '../../mail/accountNotice.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'

type Context = Pick<
  AuthContext<'logIn'>,
  'deployment' | 'services' | 'clientContext' | 'response' | 'report'
>

/**
 * Opens the session of a player whose password has just been verified; returns its session id, or
 * null when the password ended at this moment. During credential stuffing, the owner gets a mail about a log-in from an unknown browser.
 */
export async function openSession(
  context: Context,
  player: LoginCandidate,
  clientId: string,
): Promise<string | null> {
  const { deployment, services, clientContext, response, report } = context
  const { sessions, credentialStuffing, key, clock } = services
  const owner = {
    playerId: player.id,
    clientId,
    partner: null,
    distrustedAt: player.browsers_forgotten_at,
  }
  const opened = await sessions.open(null, deployment, owner, clientContext)
  if (!opened) return null
  const { root, created } = opened
  response.setSessionCookie(root)
  response.setKnownBrowserCookie(player.id)
  report('login.succeeded', player.id)
  if (
    knownBrowserOf(key.browsers, clientContext.knownBrowserCookie, player, clock.now()) === null
  ) {
    // Held in memory for a minute, so it contains no more of the request than the mail needs.
    const login = { deployment, services, clientContext, player }
    await credentialStuffing.notifyIfDetected(deployment.name, () => notifyOwner(login))
  }
  return created
}

async function notifyOwner({
  deployment,
  services,
  clientContext,
  player,
}: Omit<Context, 'response' | 'report'> & { player: LoginCandidate }) {
  const { database, rateLimiter, outbox, clock } = services
  const { id: playerId, username, email } = player
  const occasion = { at: clock.now(), clientContext }
  const { isAdmitted } = await rateLimiter.consume(deployment, 'mailsToAddress', keyOf(email))
  if (!isAdmitted) return
  const action = { path: paths.passwordRecovery }
  const language = mailLanguageOf(deployment, player, clientContext)
  const content = accountNotice(deployment, { username, language }, 'newLogIn', occasion, action)
  await inTransaction(database.kysely, (transaction) =>
    outbox.post(transaction, { deployment: deployment.name, playerId }, email, content),
  )
}
