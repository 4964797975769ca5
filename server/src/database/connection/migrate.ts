import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { DatabaseRefusedError } from './databaseRefusedError.ts'
import { accountEvents } from '../migrations/accountEvents.ts'
import { auditLog } from '../migrations/auditLog.ts'
import { callbacksAndBans } from '../migrations/callbacksAndBans.ts'
import { choices } from '../migrations/choices.ts'
import { defences } from '../migrations/defences.ts'
import { identityProviders } from '../migrations/identityProviders.ts'
import { surveysAndDeletions } from '../migrations/surveysAndDeletions.ts'
import { expiryIndexes } from '../migrations/expiryIndexes.ts'
import { glossaryNames } from '../migrations/glossaryNames.ts'
import { withdrawalIndexes } from '../migrations/withdrawalIndexes.ts'
import { withdrawals } from '../migrations/withdrawals.ts'
import { loginChanges } from '../migrations/loginChanges.ts'
import { mailOutcomes } from '../migrations/mailOutcomes.ts'
import { SettingsError } from '../../platform/config/settings.ts'
import { avatarSources } from '../migrations/avatarSources.ts'
import { players } from '../migrations/players.ts'
import { registrationKeys } from '../migrations/registrationKeys.ts'
import { schedules } from '../migrations/schedules.ts'
import { clients } from '../migrations/clients.ts'
import { federation } from '../migrations/federation.ts'
import type { Tables } from './tables.ts'

/** Every step from an empty database to this version, in its order. */
export const migrations = {
  '0001-players': players,
  '0002-defences': defences,
  '0003-choices': choices,
  '0004-login-changes': loginChanges,
  '0005-departures': surveysAndDeletions,
  '0006-ways': federation,
  '0007-sites': clients,
  '0008-account-events': accountEvents,
  '0009-mail-outcomes': mailOutcomes,
  '0010-registration-keys': registrationKeys,
  '0011-journal': withdrawalIndexes,
  '0012-growth': expiryIndexes,
  '0013-audit-log': auditLog,
  '0014-schedules': schedules,
  '0015-identity-providers': identityProviders,
  '0016-glossary-names': glossaryNames,
  '0017-avatar-sources': avatarSources,
  '0019-callbacks-and-bans': callbacksAndBans,
  '0026-withdrawals': withdrawals,
}

/**
 * Brings a database to this version. Two processes that start at once wait for each other: the
 * migrator holds an advisory lock. Throws when a migration fails, a SettingsError when the database is
 * newer than we are, and a DatabaseRefusedError when it does not let us in. Answers what was done.
 */
export async function migrate(kysely: Kysely<Tables>): Promise<readonly string[]> {
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error instanceof Error && /previously executed migration/.test(error.message)) {
    throw new SettingsError(`This database is newer than this server. ${error.message}`)
  }
  const reason = refusalOf(error)
  if (reason !== null) throw new DatabaseRefusedError(reason, error)
  if (error !== undefined) {
    throw new Error('The database could not be brought to this version.', { cause: error })
  }
  return results.map(({ migrationName }) => migrationName)
}

/** What the operator has to do before there is a database to work with; null for every other error. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const remedy = remedies[String(error.code)]
  // A host with several addresses that all refuse has no message of its own.
  return remedy === undefined ? null : `${error.message || String(error.code)}; ${remedy}.`
}

const unreachable = 'see that PostgreSQL runs and takes connections at this host and port'
const wrongLogin = 'see to user and password'

/** By the codes of the network and of PostgreSQL. */
const remedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  '28000': wrongLogin,
  '28P01': wrongLogin,
  '3D000': 'make it, owned by this user',
  '42501': 'make this user the owner of the database',
}
