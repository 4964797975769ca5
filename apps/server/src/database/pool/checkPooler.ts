import { Client } from 'pg'
import { SettingsError } from '../../platform/config/settings.ts'
import { type ConnectionSettings, connectionPolicy } from './connectionPolicy.ts'
import { databaseRefusal } from '../errors/databaseRefusal.ts'
import { type SeenSession, seenSession, unfitSetting } from './sessionSettings.ts'

/** Milliseconds: a request is answered within three seconds, whatever it waits for. */
const longestStatement = 10_000

/** The properties of a connection, as PostgreSQL sees it. */
interface Seen extends SeenSession {
  readonly pid: number
  /** True when the name of a prepared statement arrived as it was sent. */
  readonly isVerbatim: boolean
  /** Milliseconds; 0 is none. */
  readonly statementTimeout: number
}

const probe = {
  name: 'gatehouse_probe',
  text: `select pg_backend_pid() as pid,
    exists (select from pg_prepared_statements where name = 'gatehouse_probe') as "isVerbatim",
    (select setting::int from pg_settings where name = 'statement_timeout') as "statementTimeout",
    ${seenSession}`,
}

/**
 * Refuses a pooler between us and PostgreSQL, and settings of the role, the database or the server,
 * that would fail later, by a SettingsError with the remedy; a database that does not let us in by a DatabaseRefusedError. Behind a pooler that hands
 * a connection on after each transaction, `directUrl` must lead to PostgreSQL itself.
 */
export async function checkPooler(url: string, directUrl: string | undefined): Promise<void> {
  try {
    await (directUrl === undefined ? refuseUnnamed(url) : refuseUnfit(url, directUrl))
  } catch (error) {
    throw databaseRefusal(error) ?? error
  }
}

const needsDirect =
  'DATABASE_URL leads to a pooler that hands connections on after each transaction: set DATABASE_DIRECT_URL to PostgreSQL itself, for migrations and jobs (docs/database.md, Poolers).'

/** Refuses a pooler that no setting mentions. */
async function refuseUnnamed(url: string): Promise<void> {
  try {
    await over(connectionPolicy(url, 'checks'), async (one, seen) => {
      const { pid } = seen
      if (!isPooled(one, pid)) return refuseSettings(seen)
      await over(withoutParameters(url), async (other) => {
        // It is given the connection that the first one has just left, or another one.
        await other.query('begin')
        const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
        if (rows[0]?.pid === pid) throw new SettingsError(needsDirect)
        await other.query('rollback')
      })
      refuseSettings(seen)
    })
  } catch (error) {
    const { message = '' } = error as { readonly message?: string }
    if (!message.includes('unsupported startup parameter')) throw error
    throw new SettingsError(needsDirect, { cause: error })
  }
}

async function refuseUnfit(url: string, directUrl: string): Promise<void> {
  await over(withoutParameters(url), async (client, seen) => {
    const { pid, isVerbatim, statementTimeout } = seen
    if (isPooled(client, pid) && isVerbatim) {
      throw new SettingsError(
        'DATABASE_URL: this pooler does not keep prepared statements. PgBouncer does from 1.21 on, with pool_mode = transaction and max_prepared_statements = 200.',
      )
    }
    if (statementTimeout === 0 || statementTimeout > longestStatement) {
      throw new SettingsError(
        `DATABASE_URL: through a pooler the role itself needs a statement_timeout: alter role ${client.user ?? 'gatehouse'} set statement_timeout = '2s'; then let the pooler reconnect.`,
      )
    }
    refuseSettings(seen)
  })
  await over(withoutParameters(directUrl), (client, { pid }) => {
    if (isPooled(client, pid)) {
      throw new SettingsError('DATABASE_DIRECT_URL leads to a pooler: name PostgreSQL itself.')
    }
    return Promise.resolve()
  })
}

function refuseSettings(seen: Seen): void {
  const sentence = unfitSetting(seen)
  if (sentence !== null) throw new SettingsError(`DATABASE_URL: ${sentence}`)
}

/** A pooler answers with an invented process id. */
function isPooled(client: Client, pid: number): boolean {
  return (client as unknown as { readonly processID: number | null }).processID !== pid
}

/** As a pooler takes it; and so the limit of a statement is that of the role. */
const withoutParameters = (url: string) => connectionPolicy(url, 'checks', { isPooled: true })

async function over(
  settings: ConnectionSettings,
  act: (client: Client, seen: Seen) => Promise<void>,
): Promise<void> {
  const client = new Client(settings)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Seen>(probe)
    for (const seen of rows) await act(client, seen)
  } finally {
    await client.end().catch(() => undefined)
  }
}
