import type { Database, Prepared } from './open.ts'
import type { IpBanScope } from './tables.ts'

const byAddress: Prepared = {
  name: 'ban-of-address',
  text: `select scope from ip_bans
    where deployment = $1 and network >>= $2::inet
      and scope in ('general', $3) and (until is null or until > $4)
    order by scope = 'general' limit 1`,
}

/** The scope under which an address is banned from something: its own, `general`, or null. */
export async function ipBanOf(
  database: Database,
  deployment: string,
  ip: string,
  scope: IpBanScope,
  now: Date,
): Promise<IpBanScope | null> {
  const values = [deployment, ip, scope, now]
  const ban = await database.first<{ readonly scope: IpBanScope }>(byAddress, values)
  return ban?.scope ?? null
}
