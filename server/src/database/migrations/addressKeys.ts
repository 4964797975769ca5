import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { keyOf } from '../../platform/keyOf.ts'

interface PlayerFound {
  readonly deployment: string
  readonly id: number
  readonly email: string
  readonly email_key: string
}

interface ChangeFound {
  readonly id: number
  readonly old_email_key: string
  readonly new_email_key: string
}

/** Keys in ASCII are the same by the old rule and the new one. */
const notAscii = (column: string) =>
  sql`octet_length(${sql.ref(column)}) <> char_length(${sql.ref(column)})`

/**
 * Addresses get the keys of today. Where two players have one mailbox in two spellings, the confirmed
 * and then the earlier one gets its key. The others keep the key that they had, and `gatehouse players
 * shared-addresses` lists them: nothing is merged, and every key stays unique.
 */
export const addressKeys: Migration = {
  async up(database) {
    await rekeyPlayers(database)
    await rekeyChanges(database)
  },
}

async function rekeyPlayers(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<PlayerFound>`
    select deployment, id, email, email_key from players
    where email_key is not null and ${notAscii('email_key')}
    order by confirmed_at is null, id`.execute(database)
  for (const { deployment, id, email, email_key: before } of rows) {
    const key = keyOf(email)
    if (key === before) continue
    const { rows: taken } = await sql`
      update players set email_key = ${key}
      where deployment = ${deployment} and id = ${id} and not exists (
        select from players other where other.deployment = ${deployment} and other.email_key = ${key}
      ) returning id`.execute(database)
    if (taken.length === 0) continue
    await sql`
      update mail_links set email = ${key}
      where deployment = ${deployment} and player_id = ${id} and email = ${before}`.execute(
      database,
    )
  }
}

async function rekeyChanges(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<ChangeFound>`
    select id, old_email_key, new_email_key from email_changes
    where ${notAscii('old_email_key')} or ${notAscii('new_email_key')}`.execute(database)
  for (const { id, old_email_key, new_email_key } of rows) {
    await sql`
      update email_changes
      set old_email_key = ${keyOf(old_email_key)}, new_email_key = ${keyOf(new_email_key)}
      where id = ${id}`.execute(database)
  }
}
