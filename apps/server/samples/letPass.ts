import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import * as z from 'zod'
import { doDueDeletions } from '../src/accounts/deletion/waitingDeletions.ts'
import { doDueRecoveries } from '../src/auth/account-protection/recoverByLink.ts'
import { doDueRewinds } from '../src/auth/account-protection/rewindByLink.ts'
import { holderOf, usernameKey } from '../src/database/accounts/uniqueValues.ts'
import { inTransaction } from '../src/database/transactions/inTransaction.ts'
import type { Services } from '../src/services.ts'

const order = z.object({
  deployment: z.string(),
  username: z.string(),
  seconds: z.int().positive(),
})

/**
 * For tests in a browser, at a port of this machine: time passes for one player. Every moment that the
 * database has of the account lies so much further back, and what is due then is done. The clock of the
 * server stays, for all the other players of the run.
 */
export function offerToLetPass(services: Services, port: number): void {
  createServer((request, response) => {
    void letPass(services, request).then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(port, '127.0.0.1')
}

async function letPass(services: Services, request: IncomingMessage): Promise<void> {
  const { deployment, username, seconds } = order.parse(await json(request))
  const { kysely } = services.database
  const now = services.clock.now()
  const holder = await holderOf(kysely, deployment, usernameKey(username), now)
  if (holder === null) throw new Error(`${deployment} has no ${username}.`)
  const { rows } = await sql<{ table: string; key: string; times: string[] }>`
    select c.table_name as "table", k.column_name as key, array_agg(c.column_name::text) as times
    from information_schema.columns c join information_schema.columns k
      on k.table_schema = c.table_schema and k.table_name = c.table_name
      and k.column_name = case when c.table_name = 'players' then 'id' else 'player_id' end
    where c.table_schema = 'public' and c.data_type = 'timestamp with time zone'
    group by 1, 2`.execute(kysely)
  await inTransaction(kysely, async (transaction) => {
    // Its entries do not change otherwise.
    await sql`alter table account_ledger disable trigger user`.execute(transaction)
    for (const { table, key, times } of rows) {
      const earlier = times.map(
        (time) => sql`${sql.ref(time)} = ${sql.ref(time)} - make_interval(secs => ${seconds})`,
      )
      await sql`update ${sql.table(table)} set ${sql.join(earlier)}
        where deployment = ${deployment} and ${sql.ref(key)} = ${holder.playerId}`.execute(
        transaction,
      )
    }
    await sql`alter table account_ledger enable trigger user`.execute(transaction)
  })
  await doDueRewinds(services)
  await doDueRecoveries(services)
  await doDueDeletions(services)
}
