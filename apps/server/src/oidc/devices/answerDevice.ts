import type { DeviceCode } from 'oidc-provider'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { lifetimes } from '@gatehouse/contract/limits'
import { findDeviceOfCode, takeDeviceCode } from '../../database/oidc/deviceCodes.ts'
import { after } from '../../platform/clock.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import { senderOf } from '../../http/clientContext.ts'
import type { ClientScope, OidcClient } from '../../deployments/client.ts'
import { allowClient } from '../clients/clientConsent.ts'
import { codeFields, grantOf } from '../clients/existingGrant.ts'
import type { Pending } from '../interactions/interactions.ts'
import type { SignedIn } from '../interactions/visit.ts'
import { sessionOf } from '../interactions/syncProviderSession.ts'
import type { DeviceInfo } from './deviceRequest.ts'
import { userCodeHashes } from '../provider/oidcAdapter.ts'

/** A device that waits for its player. */
export interface DeviceFound {
  readonly found: DeviceCode
  readonly client: OidcClient
  readonly info: DeviceInfo
  /** Its letters. */
  readonly code: string
  readonly scopes: readonly ClientScope[]
}

export type Answering = Pending & SignedIn

/**
 * Signs a device in: it gets its own session family, which the player ends like that of any
 * browser. False when the request was answered before, or the account had its access revoked
 * meanwhile.
 */
export async function letIn(answering: Answering, device: DeviceFound): Promise<boolean> {
  const { services, deployment, provider, request, living, player } = answering
  const { found, client, info, code, scopes } = device
  const { name } = deployment
  const now = services.clock.now()
  const sender = senderOf(request)
  const opened = await inTransaction(services.database.kysely, async (transaction) => {
    if (!(await takeDeviceCode(transaction, name, userCodeHashes(services.key, code), now)))
      return null
    const { trust_reset_at: trustResetAt, factors } = player
    const owner = { from: living, clientId: client.clientId, factors, trustResetAt }
    // The address is the player's: another visitor who asked for the code does not become known.
    const visitor = { ip: sender.ip, userAgent: info.userAgent }
    const session = await services.sessions.openForDevice(transaction, deployment, owner, visitor)
    if (!session) return null
    const context = { deployment, services, clientContext: sender }
    const owned = { id: player.id, family: living.family }
    await allowClient(context, transaction, owned, client, scopes)
    return session
  })
  if (!opened) return false
  const session = await sessionOf(provider, opened)
  const grant = await grantOf(services, deployment, provider, session, client.clientId)
  if (!grant?.jti) return false
  const apis = askedResources(client, found.params)
  Object.assign(found, {
    ...(await codeFields(session, grant.jti, client, scopes)),
    acr: session.acr,
    amr: session.amr,
    scope: [...scopes, ...apis.scopes].join(' '),
    ...(apis.resource === undefined ? {} : { resource: apis.resource }),
  })
  await found.save()
  return true
}

/** Refuses a device; false when the request was answered before. */
export async function turnAway(
  { services, deployment }: Answering,
  { found, code }: DeviceFound,
): Promise<boolean> {
  const hashes = userCodeHashes(services.key, code)
  const isTaken = await inTransaction(services.database.kysely, (transaction) =>
    takeDeviceCode(transaction, deployment.name, hashes, services.clock.now()),
  )
  if (!isTaken) return false
  found.error = 'access_denied'
  found.errorDescription = 'the player has refused'
  await found.save()
  return true
}

/**
 * The client of a device that the player has let in by this code a moment ago; undefined for every
 * other code, and when the device is signed out again. A second press or a second tab then reads
 * that it has worked, as does a player who comes back.
 */
export async function clientLetIn(
  { services, deployment, provider, player }: Answering,
  code: string,
): Promise<OidcClient | undefined> {
  const { key, clock, database, sessions } = services
  const since = after(clock.now(), -lifetimes.deviceCode)
  const hashes = userCodeHashes(key, code)
  const sealed = await findDeviceOfCode(database.kysely, deployment.name, hashes, since)
  if (sealed === undefined) return undefined
  const id = String(unseal(sealed, key.devices))
  const device = await provider.DeviceCode.find(id, { ignoreExpiration: true })
  const { accountId, clientId = '', sessionUid: family } = device ?? {}
  if (accountId !== String(player.id) || family === undefined) return undefined
  const isIn = await sessions.ofFamily(deployment, { family, playerId: player.id })
  return isIn ? deployment.clients.get(clientId) : undefined
}

/**
 * The APIs of the studio that a device asked for, with the scopes among those that it asked for
 * which its client may have there. The library has refused others when the device asked; an entry
 * may have changed since.
 */
export function askedResources(
  { resources }: Pick<OidcClient, 'resources'>,
  params: object | undefined,
) {
  const { resource, scope } = (params ?? {}) as Readonly<Record<string, unknown>>
  const known = Object.keys(resources)
  const named = [resource].flat().filter((each) => known.includes(each as string))
  const asked = new Set(typeof scope === 'string' ? scope.split(' ') : [])
  const kept = [...new Set(named as string[])]
  const scopes = kept.flatMap((identifier) => resources[identifier] ?? [])
  return {
    // As the library keeps it with a code: one, several, or none.
    resource: kept.length > 1 ? kept : kept[0],
    scopes: [...new Set(scopes)].filter((each) => asked.has(each)),
  }
}
