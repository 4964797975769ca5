import { paths } from '@gatehouse/contract/routes'
import type { LoginCandidate } from '../../database/auth/loginCandidates.ts'
import { keyOf } from '../../database/accounts/players.ts'
import type { CallContext } from '../../http/handler.ts'
import { knownBrowserOf } from '../abuse/knownBrowsers.ts'
import { accountNotice } from '../../mail/accountNotice.ts'
import type { Attempts } from '../abuse/rateLimiter.ts'

type Context = Pick<
  CallContext<'logIn'>,
  'deployment' | 'services' | 'visitor' | 'answering' | 'report'
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
  const { deployment, services, visitor, answering, report } = context
  const { sessions, guessing, key, clock } = services
  const owner = { playerId: player.id, clientId, partner: null }
  const { root, created } = await sessions.open(null, deployment, owner, visitor, attempts)
  answering.setSessionCookie(root)
  answering.setKnownBrowserCookie(player.id)
  report('log-in', player.id)
  if (knownBrowserOf(key.browsers, visitor.knownBrowserCookie, player, clock.now()) === null) {
    // Kept in mind for a minute: no more of the request than the mail needs.
    const login = { deployment, services, visitor, player }
    await guessing.notifyIfDetected(deployment.name, () => tellOwner(login))
  }
  return created
}

async function tellOwner({
  deployment,
  services,
  visitor,
  player: { username, email },
}: Omit<Context, 'answering' | 'report'> & { player: LoginCandidate }) {
  const { database, rateLimiter, outbox, clock } = services
  const occasion = { at: clock.now(), visitor }
  const { isAdmitted } = await rateLimiter.admit(deployment, 'mailsToAddress', keyOf(email))
  if (!isAdmitted) return
  const action = { path: paths.passwordRecovery }
  const content = accountNotice(deployment, username, 'newLogIn', occasion, action)
  await database.kysely
    .transaction()
    .execute((transaction) => outbox.post(transaction, deployment.name, email, content))
}
