/** How a setting of PostgreSQL has to stand in a session of ours. */
interface SessionSetting {
  /** The value that each connection asks for; null where only the operator can set it. */
  readonly value: string | null
  /** True for values that do no harm, in the unit of `pg_settings`. Without it, that value alone. */
  readonly fits?: (setting: string) => boolean
}

/** Milliseconds that no transaction of ours pauses between two of its statements. */
const longestPause = 10_000

const isNoneOrLong = (setting: string) => setting === '0' || Number(setting) >= longestPause

/**
 * Settings of a role, a database or a server that would change what our statements do, what their
 * answers look like, or when they end. `enable_seqscan` stands in the policy: it is for speed.
 */
const settings: Readonly<Record<string, SessionSetting>> = {
  default_transaction_isolation: { value: 'read committed' },
  default_transaction_deferrable: { value: 'off' },
  DateStyle: { value: 'ISO, MDY', fits: (setting) => setting.startsWith('ISO') },
  IntervalStyle: { value: 'postgres' },
  // Rows compare moments, and no statement asks for a day of the session.
  TimeZone: { value: 'UTC', fits: () => true },
  bytea_output: { value: 'hex' },
  standard_conforming_strings: { value: 'on' },
  extra_float_digits: { value: '1', fits: (setting) => Number(setting) >= 0 },
  transform_null_equals: { value: 'off' },
  array_nulls: { value: 'on' },
  lock_timeout: { value: '0', fits: (setting) => setting === '0' || Number(setting) >= 1000 },
  // Compiling a statement takes far longer than our statements do.
  jit: { value: 'off', fits: () => true },
  idle_in_transaction_session_timeout: { value: null, fits: isNoneOrLong },
  transaction_timeout: { value: null, fits: isNoneOrLong },
}

/** The settings as PostgreSQL takes them from a client at its start. */
export const askedSettings = Object.entries(settings)
  .flatMap(([name, { value }]) =>
    value === null ? [] : `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  )
  .join(' ')

/** What a session says of itself. */
export interface SeenSession {
  readonly user: string
  readonly database: string
  readonly settings: Readonly<Record<string, string>>
  readonly searchPath: string
  /** Null where no schema of the path is there. */
  readonly schema: string | null
  /** The schemas that have our tables. */
  readonly schemas: readonly string[]
}

/** Columns that read it. */
export const seenSession = `current_user as "user", current_database() as database,
  current_schema() as schema,
  current_setting('search_path') as "searchPath",
  (select json_object_agg(name, setting) from pg_settings
    where name in (${Object.keys(settings)
      .map((name) => `'${name}'`)
      .join(', ')})) as settings,
  (select coalesce(json_agg(nspname), '[]') from pg_namespace one where exists (
      select from pg_class where relnamespace = one.oid and relname = 'migrations' and relkind = 'r')
    and exists (select from pg_class where relnamespace = one.oid and relname = 'players')) as schemas`

/**
 * The first setting with which we could not work, as a sentence with the remedy; null where there is
 * none. A connection that asked for its own has none of those that can be asked for.
 */
export function unfitSetting({
  user,
  database,
  settings: seen,
  ...session
}: SeenSession): string | null {
  const { searchPath, schema, schemas } = session
  const role = `alter role ${user} in database ${database}`
  if (schema === null) {
    return `search_path is '${searchPath}', and none of these schemas is there: ${role} set search_path = public.`
  }
  const [other] = schemas
  if (other !== undefined && !schemas.includes(schema)) {
    return `search_path is '${searchPath}', which leads to ${schema}, and the tables are in ${other}: ${role} set search_path = ${other}.`
  }
  for (const [name, { value, fits }] of Object.entries(settings)) {
    const setting = seen[name]
    if (setting === undefined || (fits ?? ((given) => given === value))(setting)) continue
    const remedy = value ?? `${longestPause / 1000}s`
    return value === null
      ? `${name} is ${setting} ms, which ends transactions at work: ${role} set ${name} = '${remedy}', or 0.`
      : `through a pooler the role itself needs ${name} = '${remedy}', and it is '${setting}': ${role} set ${name} = '${remedy}'; then let the pooler reconnect.`
  }
  return null
}
