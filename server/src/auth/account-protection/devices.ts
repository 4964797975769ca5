import {
  clientOfDevice,
  type LivingFamily,
  listLivingFamilies,
} from '../../database/auth/devices.ts'
import { revokeFamily, revokeSessionsOf } from '../../database/auth/sessions.ts'
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
import { derived, isSame } from '../../platform/crypto/secrets.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { idleSince } from '../../tenants/idleSince.ts'
import { isPartnerOn } from '../../tenants/isPartnerOn.ts'
import { recordAct } from '../acts/recordAct.ts'
import { handler, type PlayerCall } from '../authServices.ts'
import { lockCaller, withLockedCaller } from '../session/lockCaller.ts'
import { trustHashOf } from '../session/requiredSecondStep.ts'

/** Answers the living log-ins of the caller: each is a device, through all its successors. */
export const listDevices = handler('listDevices', async (context) => {
  const { deployment, services, caller } = context
  const families = await familiesOf(context, services.database.kysely)
  const isThis = ({ family }: LivingFamily) => family === caller.family
  const inOrder = [...families.filter(isThis), ...families.filter((each) => !isThis(each))]
  const trustOf = await trustsOf(context, services.database.kysely)
  return {
    Devices: inOrder.map((each) => {
      const { browser, system } = namesOf(deployment, each)
      return {
        Id: idOf(services.key.sessions[0], each.family),
        Browser: browser,
        System: system,
        SeenAt: each.seen_at.toISOString(),
        IsThis: isThis(each),
        Methods: [...each.methods],
        Trust: trustOf(each)?.id ?? null,
      }
    }),
  }
})

/**
 * Ends one log-in of the caller, here and at every site, and the trust in its browser; the own one is a
 * log-out. Refuses an id that is none of the caller's.
 */
export const endDevice = handler('endDevice', async (context) => {
  const { input, deployment, services, caller, response, refuse, report } = context
  const { clock, key } = services
  const isOwn = await withLockedCaller(context, async (transaction, player) => {
    const families = await familiesOf(context, transaction)
    const found = families.find(({ family }) =>
      key.sessions.some((each) => isSame(idOf(each, family), input.body.Id)),
    )
    if (!found) throw refuse('ERROR_NOT_ALLOWED')
    const { family } = caller
    const of = { player_id: player.id, family: found.family }
    const now = clock.now()
    await revokeFamily(transaction, deployment.name, of, now)
    const trust = (await trustsOf(context, transaction))(found)
    if (trust) {
      await revokeTrust(transaction, deployment.name, player.id, trust.id, now)
      const act = { act: 'browsers-forgotten', shown: { Count: 1 }, family } as const
      await recordAct(context, transaction, player, act)
    }
    const ended = { act: 'sessions-ended', shown: { Count: 1 }, which: 'one', family } as const
    await recordAct(context, transaction, player, ended)
    return found.family === family
  })
  if (isOwn) response.clearSessionCookies()
  report('session.ended', caller.player_id, { count: 1 })
  return { Ended: 1 }
})

/**
 * Ends every log-in of the caller but this one, here and at every site, with log-ins that wait for their
 * second step and the trust in other browsers.
 */
export const endOtherDevices = handler('endOtherDevices', async (context) => {
  const { deployment, services, caller, report } = context
  const { database, clock } = services
  const count = await inTransaction(database.kysely, async (transaction) => {
    const { player_id: playerId, family } = caller
    const { name } = deployment
    const now = clock.now()
    await lockCaller(transaction, deployment, caller)
    const others = (await familiesOf(context, transaction)).filter((each) => each.family !== family)
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
  { deployment, services, caller }: PlayerCall,
  executor: Executor,
): Promise<LivingFamily[]> {
  const now = services.clock.now()
  const since = idleSince(deployment, now)
  const found = await listLivingFamilies(executor, deployment.name, caller.player_id, since, now)
  return found.filter(({ partner }) => isPartnerOn(deployment, partner))
}

/** Finds the trust in the browser of a log-in. Only a player with a second step trusts one. */
async function trustsOf(
  context: PlayerCall,
  executor: Executor,
): Promise<(family: LivingFamily) => TrustFound | undefined> {
  const { deployment, services, caller } = context
  if ((caller.factors & factorBits.twoStep) === 0) return () => undefined
  const { name } = deployment
  const trusted = await listTrust(executor, name, caller.player_id, services.clock.now())
  const own = ownTrustHash(context)
  return ({ family, browser_hash: hash }) =>
    trusted.find(
      ({ browser_hash: browser, token_hash: token }) =>
        (family === caller.family && own?.equals(token)) ||
        (browser !== null && hash !== null && Buffer.compare(hash, browser) === 0),
    )
}

function ownTrustHash({ services, caller, clientContext }: PlayerCall): Buffer | null {
  return trustHashOf(services.key, clientContext.trustCookie, caller.player_id)
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
