import { sql } from 'kysely'
import type { IpBanScope } from '@gatehouse/contract/calls/row'
import type { Database, Prepared } from '../pool/openDatabase.ts'
import { type Executor, ofDeployment, type Row } from '../schema/executor.ts'

const byAddress: Prepared = { name: 'ban-of-address', text: banOfAddress('$2', '$3', '$4') }

/**
 * A question for the scope under which an address is banned: its own before `general`. The
 * deployment is value 1 of the statement; the parameters are SQL.
 */
export function banOfAddress(ip: string, scope: string, now: string): string {
  return `select scope from ip_bans
    where deployment = $1 and network >>= ${ip}::inet
      and scope in ('general', ${scope}) and (until is null or until > ${now})
    order by scope = 'general' limit 1`
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

/** The bans of a deployment, also expired ones. */
export function listIpBans(executor: Executor, deployment: string) {
  return executor
    .selectFrom('ip_bans')
    .select(['id', 'network', 'scope', 'until'])
    .$call(ofDeployment(deployment))
    .orderBy('id')
    .execute()
}

/** Bans an address or a network; answers the ban's id. */
export async function insertIpBan(
  transaction: Executor,
  deployment: string,
  ban: Pick<Row<'ip_bans'>, 'network' | 'scope' | 'until'>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('ip_bans')
    // An address in the middle of a network stands for all of it.
    .values({ ...ban, deployment, network: sql`network(${ban.network}::inet)` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
