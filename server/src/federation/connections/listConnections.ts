import { isLinkable } from '@gatehouse/contract/display'
import type { Connect } from '@gatehouse/contract/entities'
import { listConnectionsOf } from '../../database/federation/connections.ts'
import { handler } from '../handler.ts'
import { linkableServices } from '@gatehouse/contract/linkableServices'
import { linkMethodOf } from './linkMethod.ts'

/** One row for each service, with the caller's linked account where there is one. */
export const listConnections = handler(
  'listConnections',
  async ({ deployment, services: { database }, caller }) => {
    const linked = await listConnectionsOf(database.kysely, deployment.name, caller.player_id)
    return linkableServices.map((service): Connect => {
      const canLink = linkMethodOf(deployment, service.CanonicalName) !== null
      const row = linked.find((connect) => connect.canonical_name === service.CanonicalName)
      return {
        ...service,
        IsLinked: row !== undefined,
        ConnectName: row?.account_name ?? null,
        Avatar: row?.avatar || null,
        LastCheck: row?.last_check.toISOString() ?? null,
        Id_Account: row?.account_id ?? null,
        ...(canLink === isLinkable(service) ? {} : { CanLink: canLink }),
        ...(row?.gone_at ? { IsGone: true as const } : {}),
      }
    })
  },
)
