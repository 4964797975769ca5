import { paths } from '@gatehouse/contract/routes'
import type { LoginCandidate } from '../../database/auth/loginCandidates.ts'
import { keyOf } from '../../database/accounts/players.ts'
import type { CallContext } from '../../http/handler.ts'
import { knownBrowserOf } from '../abuse/knownBrowsers.ts'
import { accountNotice } from '../../mail/accountNotice.ts'

type Context = Pick<
  CallContext<'logIn'>,
  'deployment' | 'services' | 'visitor' | 'answering' | 'report'
>

/**
 * Opens the session of a player whose password has just been verified; answers its identity value.
 * While credential stuffing goes on, the owner gets a mail about a log-in from an unknown browser.
 */
export async function openSession(
  context: Context,
  player: LoginCandidate,
  clientId: string,
): Promise<string> {
  const { deployment, services, visitor, answering, report } = context
  const { sessions, credentialStuffing, key, clock } = services
  const owner = { playerId: player.id, clientId, partner: null }
  const { root, created } = await sessions.open(null, deployment, owner, visitor)
  answering.setSessionCookie(root)
  answering.setKnownBrowserCookie(player.id)
  report('login.succeeded', player.id)
  if (knownBrowserOf(key.browsers, visitor.knownBrowserCookie, player, clock.now()) === null) {
    // Kept in mind for a minute: no more of the request than the mail needs.
    const login = { deployment, services, visitor, player }
    await credentialStuffing.notifyIfDetected(deployment.name, () => notifyOwner(login))
  }
  return created
}

async function notifyOwner({
  deployment,
  services,
  visitor,
  player: { username, email },
}: Omit<Context, 'answering' | 'report'> & { player: LoginCandidate }) {
  const { database, rateLimiter, outbox, clock } = services
  const occasion = { at: clock.now(), visitor }
  const { isAdmitted } = await rateLimiter.consume(deployment, 'mailsToAddress', keyOf(email))
  if (!isAdmitted) return
  const action = { path: paths.passwordRecovery }
  const content = accountNotice(deployment, username, 'newLogIn', occasion, action)
  await database.kysely
    .transaction()
    .execute((transaction) => outbox.post(transaction, deployment.name, email, content))
}
