import { deleteRows, type Executor, type NewRow } from '../schema/executor.ts'

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

/** A file that waits for its person; undefined where it was taken, is over, or is another person's. */
export function findDownload(
  executor: Executor,
  { ticketHash, staffKey, now }: { ticketHash: Buffer; staffKey: Buffer; now: Date },
) {
  return executor
    .selectFrom('downloads')
    .select(['name', 'content_sealed', 'about'])
    .where('deployment', '=', everywhere)
    .where('ticket_hash', '=', ticketHash)
    .where('staff_key', '=', staffKey)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Which of these files still wait for their person, and until when. */
export function listDownloads(
  executor: Executor,
  { ticketHashes, staffKey, now }: { ticketHashes: Buffer[]; staffKey: Buffer; now: Date },
) {
  return executor
    .selectFrom('downloads')
    .select(['ticket_hash', 'expires_at'])
    .where('deployment', '=', everywhere)
    .where('ticket_hash', 'in', ticketHashes)
    .where('staff_key', '=', staffKey)
    .where('expires_at', '>', now)
    .execute()
}

/** Takes a file away; false where another call was faster. */
export function deleteDownload(executor: Executor, ticket_hash: Buffer): Promise<boolean> {
  return deleteRows(executor, 'downloads', { deployment: everywhere, ticket_hash })
}
