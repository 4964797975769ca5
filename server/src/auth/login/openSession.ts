import { paths } from '@gatehouse/contract/paths'
import type { LoginCandidate } from '../../database/auth/loginCandidates.ts'
import { keyOf } from '../../database/accounts/players.ts'
import type { AuthContext } from '../handler.ts'
import { knownBrowserOf } from '../abuse/knownBrowsers.ts'
import { accountNotice } from '../../mail/accountNotice.ts'
import type { Attempts } from '../abuse/rateLimiter.ts'

type Context = Pick<
  AuthContext<'logIn'>,
  'deployment' | 'services' | 'clientContext' | 'response' | 'report'
>

/**
 * Opens the session of a player who has just proven to be one by the password, and takes back the
 * `attempts` that were counted for it; answers the session's identity value. While passwords are tried out, the owner hears of a log-in from a browser that is new.
 */
export async function openSession(
  context: Context,
  player: LoginCandidate,
  clientId: string,
  attempts: Attempts,
): Promise<string> {
  const { deployment, services, clientContext, response, report } = context
  const { sessions, guessing, key, clock } = services
  const owner = { playerId: player.id, clientId, partner: null }
  const { root, created } = await sessions.open(null, deployment, owner, clientContext, attempts)
  response.setSessionCookie(root)
  response.setKnownBrowserCookie(player.id)
  report('log-in', player.id)
  if (
    knownBrowserOf(key.browsers, clientContext.knownBrowserCookie, player, clock.now()) === null
  ) {
    // Kept in mind for a minute: no more of the request than the mail needs.
    const login = { deployment, services, clientContext, player }
    await guessing.notifyIfDetected(deployment.name, () => tellOwner(login))
  }
  return created
}

async function tellOwner({
  deployment,
  services,
  clientContext,
  player: { username, email },
}: Omit<Context, 'response' | 'report'> & { player: LoginCandidate }) {
  const { database, rateLimiter, outbox, clock } = services
  const occasion = { at: clock.now(), clientContext }
  const { isAdmitted } = await rateLimiter.admit(deployment, 'mailsToAddress', keyOf(email))
  if (!isAdmitted) return
  const action = { path: paths.passwordRecovery }
  const content = accountNotice(deployment, username, 'newLogIn', occasion, action)
  await database.kysely
    .transaction()
    .execute((transaction) => outbox.post(transaction, deployment.name, email, content))
}
