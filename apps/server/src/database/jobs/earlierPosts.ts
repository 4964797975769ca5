import type { Kysely } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import { clock } from '../../platform/clock.ts'
import type { Tables } from '../schema/rows.ts'
import { inTransaction } from '../transactions/inTransaction.ts'

/* Versions before this one posted jobs into the table `outbox`. What waits there is taken over. */

/** Rows that go in one transaction. */
const batch = 100

/** Hands the rows of some queues to the job queue, each once: one that another server takes is gone here. */
export async function takeOverPosts(
  kysely: Kysely<Tables>,
  boss: PgBoss,
  queues: readonly string[],
): Promise<void> {
  for (;;) {
    const keys = await kysely
      .selectFrom('outbox')
      .select(['deployment', 'player_id', 'id'])
      .where('queue', 'in', queues)
      .orderBy('created_at')
      .limit(batch)
      .execute()
    if (keys.length === 0) return
    await inTransaction(kysely, async (transaction) => {
      const rows = await transaction
        .deleteFrom('outbox')
        .where((eb) =>
          eb(
            eb.refTuple('deployment', 'player_id', 'id'),
            'in',
            keys.map((key) => eb.tuple(key.deployment, key.player_id, key.id)),
          ),
        )
        .returning(['id', 'queue', 'job', 'due_at'])
        .execute()
      for (const [queue, of] of Map.groupBy(rows, (row) => row.queue)) {
        const jobs = of.map(({ id, job, due_at: dueAt }) => {
          const seconds = Math.max(0, (dueAt.getTime() - clock.now().getTime()) / 1000)
          return { id, data: job, startAfter: seconds }
        })
        // On PGlite anything but the transaction's own connection would wait for ever.
        await boss.insert(queue, jobs, { db: fromKysely(transaction) })
      }
    })
  }
}
