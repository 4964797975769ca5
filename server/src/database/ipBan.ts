import { sql } from 'kysely'
import type { Executor } from './open.ts'
import type { IpBanScope } from './tables.ts'

/** The scope under which an address is banned from something: its own, `general`, or null. */
export async function ipBanOf(
  executor: Executor,
  deployment: string,
  ip: string,
  scope: IpBanScope,
  now: Date,
): Promise<IpBanScope | null> {
  const { rows } = await sql<{ scope: IpBanScope }>`select scope from ip_bans
    where deployment = ${deployment} and network >>= ${ip}::inet
      and scope in ('general', ${scope}) and (until is null or until > ${now})
    order by scope = 'general' limit 1`.execute(executor)
  return rows[0]?.scope ?? null
}
