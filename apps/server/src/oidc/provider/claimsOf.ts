import { paths } from '@gatehouse/contract/routes'
import type { Account } from 'oidc-provider'
import { listConnectionsOf } from '../../database/federation/connectionStatements.ts'
import { findById, isEmailVerified } from '../../database/accounts/players.ts'
import { avatarUrlOf } from '../../deployments/avatarUrlOf.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { OidcMaterials } from './oidcServices.ts'

/**
 * The claims that clients may read of a player, each by its scope; undefined when the player is
 * gone. Names and addresses change, so only `sub` identifies a player.
 */
export async function claimsOf(
  { database }: OidcMaterials,
  deployment: Deployment,
  accountId: string,
  clientId: string | undefined,
): Promise<Account | undefined> {
  const id = Number(accountId)
  const { kysely } = database
  const player = await findById(kysely, deployment.name, id)
  if (!player || player.banned_at !== null || player.deleted_at !== null) return undefined
  const picture = pictureOf(deployment, avatarUrlOf(deployment, player))
  const changedAt = player.profile_changed_at ?? player.confirmed_at ?? player.created_at
  return {
    accountId,
    async claims(_, scope, asked) {
      const scopes = scope.split(' ')
      const names = deployment.clients.get(clientId ?? '')?.claims ?? {}
      const isConnections = (name: string) => (names[name] ?? name) === 'connections'
      const wantsConnections =
        scopes.includes('connections') || Object.keys(asked).some((name) => isConnections(name))
      const claims: Readonly<Record<string, unknown>> & { readonly sub: string } = {
        sub: accountId,
        name: player.username,
        preferred_username: player.username,
        nickname: player.username,
        profile: `${deployment.origin}${paths.account}`,
        updated_at: Math.floor(changedAt.getTime() / 1000),
        ...(player.language === null ? {} : { locale: player.language }),
        ...(picture === null ? {} : { picture }),
        titles: player.titles.split(';').filter(Boolean),
        email: player.email,
        email_verified: isEmailVerified(player),
        ...(wantsConnections
          ? { connections: await connectionsOf(kysely, deployment.name, id) }
          : {}),
      }
      const named = Object.entries(names).flatMap(([name, source]) =>
        source in claims ? [[name, claims[source]] as const] : [],
      )
      return { ...claims, ...Object.fromEntries(named) }
    },
  }
}

async function connectionsOf(kysely: Executor, deployment: string, playerId: number) {
  const connections = await listConnectionsOf(kysely, deployment, playerId)
  return connections.map(({ canonical_name, account_id, account_name }) => ({
    platform: canonical_name,
    id: account_id,
    name: account_name,
  }))
}

/** An absolute address; null without an image. */
function pictureOf({ configuration, origin }: Deployment, avatarUrl: string): string | null {
  if (avatarUrl === '') return null
  if (/^https?:/i.test(avatarUrl)) return avatarUrl
  const medias = configuration.MediasUrl.replace(/\/+$/, '')
  return URL.parse(`${medias}/${avatarUrl.replace(/^\/+/, '')}`, origin)?.href ?? null
}
