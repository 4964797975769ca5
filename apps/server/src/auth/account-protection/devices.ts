import type { Player } from '../../database/accounts/players.ts'
import type { Requester } from '../../database/auth/ledger.ts'
import {
  clientOfDevice,
  type LivingFamily,
  listLivingFamilies,
} from '../../database/auth/deviceStatements.ts'
import { revokeFamily, revokeSessionsOf } from '../../database/auth/sessionStatements.ts'
import {
  endTrust,
  listTrust,
  revokeTrust,
  type TrustFound,
} from '../../database/auth/trustedBrowsers.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { endOpen } from '../../database/schema/endOpen.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import { deleteArtifactsOfPlayer } from '../../database/oidc/oidcArtifacts.ts'
import { type BrowserNames, browserOf } from '../../platform/browserOf.ts'
import { networkOf } from '../../platform/networkOf.ts'
import { derived, isSame } from '../../platform/crypto/secrets.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { idleSince } from '../../deployments/idleSince.ts'
import { isPartnerOn } from '../../deployments/isPartnerOn.ts'
import { recordAct } from '../security-acts/recordAct.ts'
import { type AuthServices, handler, type PlayerCall } from '../authServices.ts'
import { lockCaller, withLockedCaller } from '../session/lockCaller.ts'
import { trustHashOf } from '../session/requiredSecondStep.ts'

/**
 * The player of some log-ins, and their reader: the player in one of them, or an operator in none.
 */
export interface SessionsOf {
  readonly deployment: Deployment
  readonly services: Pick<AuthServices, 'clock' | 'events' | 'key' | 'log'>
  readonly player: Pick<Player, 'id' | 'factors'>
  readonly own: { readonly family: string; readonly trustHash: Buffer | null } | null
}

/** Answers the living log-ins of the caller: each is a device, through all its successors. */
export const listDevices = handler('listDevices', async (context) => {
  const { services, clientContext } = context
  const found = await listSessions(sessionsOfCaller(context), services.database.kysely)
  return {
    // A place is found when it is shown: nothing more about a player is kept for it.
    Devices: found.map(({ ip, ...device }) => ({
      ...device,
      Place: services.places.placeOf(ip, clientContext.language),
      Network: networkOf(ip),
    })),
  }
})

/** The living log-ins of a player with their addresses, the asking one first. */
export async function listSessions(of: SessionsOf, executor: Executor) {
  const { deployment, services, own } = of
  const families = await familiesOf(of, executor)
  const isThis = ({ family }: LivingFamily) => family === own?.family
  const inOrder = [...families.filter(isThis), ...families.filter((each) => !isThis(each))]
  const trustOf = await trustsOf(of, executor)
  return inOrder.map((each) => {
    const { browser, system } = namesOf(deployment, each)
    return {
      Id: idOf(services.key.sessions[0], each.family),
      Browser: browser,
      System: system,
      ip: each.ip,
      Since: each.began_at.toISOString(),
      SeenAt: each.seen_at.toISOString(),
      IsThis: isThis(each),
      Methods: [...each.methods],
      Trust: trustOf(each)?.id ?? null,
    }
  })
}

/** Ends one log-in of the caller as `endSession` does; the own one is a log-out. */
export const endDevice = handler('endDevice', async (context) => {
  const { input, caller, response, refuse, report } = context
  const isOwn = await withLockedCaller(context, async (transaction) => {
    const ended = await endSession(sessionsOfCaller(context), transaction, input.body.Id, context)
    if (ended === null) throw refuse('ERROR_NOT_ALLOWED')
    return ended.family === caller.family
  })
  if (isOwn) response.clearSessionCookies()
  report('session.ended', caller.player_id, { count: 1 })
  return { Ended: 1 }
})

/**
 * Ends one log-in of a player, here and at every site, and the trust in its browser. Null for an id
 * that is none of the player's.
 */
export async function endSession(
  of: SessionsOf,
  transaction: Executor,
  id: string,
  { clientContext }: { readonly clientContext: Requester | null },
): Promise<{ readonly family: string; readonly endsTrust: boolean } | null> {
  const { deployment, services, player, own } = of
  const { clock, key } = services
  const families = await familiesOf(of, transaction)
  const found = families.find(({ family }) =>
    key.sessions.some((each) => isSame(idOf(each, family), id)),
  )
  if (!found) return null
  const now = clock.now()
  const by = own ? { family: own.family } : ({ actor: 'operator' } as const)
  const context = { deployment, services, clientContext }
  const { family } = found
  await revokeFamily(transaction, deployment.name, { player_id: player.id, family }, now)
  const trust = (await trustsOf(of, transaction))(found)
  if (trust) {
    await revokeTrust(transaction, deployment.name, player.id, trust.id, now)
    const act = { act: 'browsers-forgotten', shown: { Count: 1 }, ...by } as const
    await recordAct(context, transaction, player, act)
  }
  const ended = { act: 'sessions-ended', shown: { Count: 1 }, which: 'one', ...by } as const
  await recordAct(context, transaction, player, ended)
  return { family, endsTrust: trust !== undefined }
}

/**
 * Ends every log-in of the caller but this one, here and at every site, with log-ins that wait for
 * their second step and the trust in other browsers.
 */
export const endOtherDevices = handler('endOtherDevices', async (context) => {
  const { deployment, services, caller, report } = context
  const { database, clock } = services
  const count = await inTransaction(database.kysely, async (transaction) => {
    const { player_id: playerId, family } = caller
    const { name } = deployment
    const now = clock.now()
    await lockCaller(transaction, deployment, caller)
    const families = await familiesOf(sessionsOfCaller(context), transaction)
    const others = families.filter((each) => each.family !== family)
    await revokeSessionsOf(transaction, name, playerId, family, now)
    await deleteArtifactsOfPlayer(transaction, name, playerId, family)
    await endOpen(transaction, 'second_steps', name, playerId, now)
    await endTrust(transaction, name, playerId, now, ownTrustHash(context))
    if (others.length > 0) {
      const shown = { Count: others.length }
      const ended = { act: 'sessions-ended', shown, which: 'others', family } as const
      await recordAct(context, transaction, { id: playerId }, ended)
    }
    return others.length
  })
  report('session.ended', caller.player_id, { count })
  return { Ended: count }
})

async function familiesOf(
  { deployment, services, player }: SessionsOf,
  executor: Executor,
): Promise<LivingFamily[]> {
  const now = services.clock.now()
  const since = idleSince(deployment, now)
  const found = await listLivingFamilies(executor, deployment.name, player.id, since, now)
  return found.filter(({ partner }) => isPartnerOn(deployment, partner))
}

/** Finds the trust in the browser of a log-in. Only a player with a second step trusts one. */
async function trustsOf(
  { deployment, services, player, own }: SessionsOf,
  executor: Executor,
): Promise<(family: LivingFamily) => TrustFound | undefined> {
  if ((player.factors & factorBits.twoStep) === 0) return () => undefined
  const trusted = await listTrust(executor, deployment.name, player.id, services.clock.now())
  return ({ family, browser_hash: hash }) =>
    trusted.find(
      ({ browser_hash: browser, token_hash: token }) =>
        (family === own?.family && own.trustHash?.equals(token)) ||
        (browser !== null && hash !== null && Buffer.compare(hash, browser) === 0),
    )
}

function sessionsOfCaller(context: PlayerCall): SessionsOf {
  const { deployment, services, caller } = context
  const { player_id: id, factors, family } = caller
  const own = { family, trustHash: ownTrustHash(context) }
  return { deployment, services, player: { id, factors }, own }
}

function ownTrustHash({ services, caller, clientContext }: PlayerCall): Buffer | null {
  return trustHashOf(services.key, clientContext.cookie('trust'), caller.player_id)
}

/** A player recognizes a log-in by the client of a device, or by the browser. */
function namesOf({ clients }: Deployment, { client_id, user_agent }: LivingFamily): BrowserNames {
  const clientId = clientOfDevice(client_id)
  if (clientId === null) return browserOf(user_agent)
  return { browser: clients.get(clientId)?.name ?? clientId, system: '' }
}

/** The family itself never leaves the server: the secrets at sites begin with it. */
function idOf(key: Buffer, family: string): string {
  return derived(key, 'device', family).slice(0, 22)
}
