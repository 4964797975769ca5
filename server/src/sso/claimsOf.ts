import type { Account } from 'oidc-provider'
import { listConnectsOf } from '../database/connects.ts'
import { findById } from '../database/players.ts'
import type { Deployment } from '../deployments.ts'
import type { SsoMaterials } from './createSso.ts'

/**
 * What sites may read of a player, each by its scope; undefined when the player is gone. A name can
 * change and an address too: `sub` alone says who it is.
 */
export async function claimsOf(
  { database }: SsoMaterials,
  deployment: Deployment,
  accountId: string,
): Promise<Account | undefined> {
  const id = Number(accountId)
  const { kysely } = database
  const player = await findById(kysely, deployment.name, id)
  if (!player || player.banned_at !== null || player.deleted_at !== null) return undefined
  return {
    accountId,
    async claims(_, scope) {
      const scopes = scope.split(' ')
      return {
        sub: accountId,
        preferred_username: player.username,
        ...(player.avatar_url === '' ? {} : { picture: player.avatar_url }),
        titles: player.titles.split(';').filter(Boolean),
        email: player.email,
        email_verified: player.confirmed_at !== null,
        ...(scopes.includes('connections')
          ? { connections: await connectionsOf(kysely, deployment.name, id) }
          : {}),
      }
    },
  }
}

async function connectionsOf(
  kysely: SsoMaterials['database']['kysely'],
  deployment: string,
  playerId: number,
) {
  const connects = await listConnectsOf(kysely, deployment, playerId)
  return connects.map(({ canonical_name, account_id, connect_name }) => ({
    platform: canonical_name,
    id: account_id,
    name: connect_name,
  }))
}
