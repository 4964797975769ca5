import { isLinkable } from '@gatehouse/contract/display'
import type { Connect } from '@gatehouse/contract/entities'
import {
  identityProviderNames,
  identityProviderOf,
} from '@gatehouse/contract/identityProviderNames'
import { listConnectionsOf } from '../../database/federation/connections.ts'
import { handler } from '../handler.ts'
import { linkMethodOf } from './linkMethod.ts'

/** One row for each service, with the caller's linked account where there is one. */
export const listConnections = handler(
  'listConnections',
  async ({ deployment, services: { database }, caller }) => {
    const linked = await listConnectionsOf(database.kysely, deployment.name, caller.player_id)
    return identityProviderNames.map((name): Connect => {
      const { id, title } = identityProviderOf(name)
      const canLink = linkMethodOf(deployment, name) !== null
      const row = linked.find((connect) => connect.canonical_name === name)
      return {
        Id: id,
        CanonicalName: name,
        Name: title,
        // The path is relative to the medias url.
        Icon: `connections/${name}.svg`,
        IsLinked: row !== undefined,
        ConnectName: row?.account_name ?? null,
        Avatar: row?.avatar || null,
        LastCheck: row?.last_check.toISOString() ?? null,
        Id_Account: row?.account_id ?? null,
        ...(canLink === isLinkable({ CanonicalName: name }) ? {} : { CanLink: canLink }),
        ...(row?.gone_at ? { IsGone: true as const } : {}),
      }
    })
  },
)
