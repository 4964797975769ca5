import type { Executor, NewRow } from '../schema/executor.ts'

const everywhere = '*'

/** Keeps a file for the person who ordered it. */
export async function insertDownload(
  executor: Executor,
  download: Omit<NewRow<'downloads'>, 'deployment'>,
): Promise<void> {
  await executor
    .insertInto('downloads')
    .values({ deployment: everywhere, ...download })
    .execute()
}

/** Takes a file away; undefined where it was taken, is over, or is another person's. */
export function takeDownload(
  executor: Executor,
  { ticketHash, staffKey, now }: { ticketHash: Buffer; staffKey: Buffer; now: Date },
) {
  return executor
    .deleteFrom('downloads')
    .where('deployment', '=', everywhere)
    .where('ticket_hash', '=', ticketHash)
    .where('staff_key', '=', staffKey)
    .where('expires_at', '>', now)
    .returning(['name', 'content_sealed'])
    .executeTakeFirst()
}
