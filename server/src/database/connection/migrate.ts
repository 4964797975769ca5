import type { Kysely } from 'kysely'
import { DatabaseRefusedError } from './databaseRefusedError.ts'
import { addressKeys } from '../migrations/addressKeys.ts'
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
import { accessTokensOfPlayers, outbox } from '../migrations/outbox.ts'
import { contractSteps } from '../migrations/player-keys/contract.ts'
import { fill } from '../migrations/player-keys/fill.ts'
import { olderServers } from '../migrations/player-keys/olderServers.ts'
import { taken } from '../migrations/taken.ts'
import { withdrawals } from '../migrations/withdrawals.ts'
import { loginChanges } from '../migrations/loginChanges.ts'
import { mailOutcomes } from '../migrations/mailOutcomes.ts'
import { SettingsError } from '../../platform/config/settings.ts'
import { avatarSources } from '../migrations/player-columns/avatarSources.ts'
import { playerLanguages } from '../migrations/player-columns/playerLanguages.ts'
import { pairwiseSubjects } from '../migrations/pairwiseSubjects.ts'
import { players } from '../migrations/players.ts'
import { registrationKeys } from '../migrations/registrationKeys.ts'
import { playersWithFactors, sessionsWithMethods } from '../migrations/strong-sign-in/columns.ts'
import { factors } from '../migrations/strong-sign-in/factors.ts'
import { freezesInErasureLog } from '../migrations/strong-sign-in/freezes.ts'
import { ledger } from '../migrations/strong-sign-in/ledger.ts'
import { trustedBrowsersOfDevices } from '../migrations/strong-sign-in/trusted.ts'
import { profileChanges } from '../migrations/provider/profileChanges.ts'
import { keyAlgorithms } from '../migrations/provider/keyAlgorithms.ts'
import { retiredKeys } from '../migrations/provider/retiredKeys.ts'
import { stoppedWebhooks, storedClients } from '../migrations/client-changes/storedClients.ts'
import { deviceCodes } from '../migrations/devices/deviceCodes.ts'
import { schedules } from '../migrations/schedules.ts'
import { clients } from '../migrations/clients.ts'
import { federation } from '../migrations/federation.ts'
import { unconfirmedPlayers } from '../migrations/unconfirmedPlayers.ts'
import type { Step } from '../migrations/statements.ts'
import { type PlannedStep, planMigrations } from './planMigrations.ts'
import { type MigrationOptions, pendingSteps, runMigrations } from './runMigrations.ts'
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
  '0021-unconfirmed-players': unconfirmedPlayers,
  '0024-pairwise-subjects': pairwiseSubjects,
  '0025-address-keys': addressKeys,
  '0026-withdrawals': withdrawals,
  '0027-taken': taken,
  '0028-outbox': outbox,
  '0029-access-tokens-of-players': accessTokensOfPlayers,
  ...olderServers,
  ...fill,
  ...contractSteps,
  '0067-player-languages': playerLanguages,
  '0070-factors': factors,
  '0071-account-ledger': ledger,
  '0072-players-with-factors': playersWithFactors,
  '0073-sessions-with-methods': sessionsWithMethods,
  '0074-trusted-browsers-of-devices': trustedBrowsersOfDevices,
  '0075-freezes-in-erasure-log': freezesInErasureLog,
  '0080-retired-keys': retiredKeys,
  '0081-profile-changes': profileChanges,
  '0083-device-codes': deviceCodes,
  '0086-stored-clients': storedClients,
  '0087-stopped-webhooks': stoppedWebhooks,
  '0090-key-algorithms': keyAlgorithms,
}

/** Rules for a new step: docs/upgrading.md. */
const steps: Readonly<Record<string, Step>> = migrations

/**
 * Brings a database to this version, as runMigrations says. Throws when a migration fails, a
 * SettingsError when the database is newer than we are, and a DatabaseRefusedError when it does not let
 * us in. Answers what was done.
 */
export async function migrate(
  kysely: Kysely<Tables>,
  options: Omit<MigrationOptions, 'steps'>,
): Promise<readonly string[]> {
  try {
    if (options.contract === true) await refuseUnexpanded(kysely)
    return await runMigrations(kysely, { ...options, steps })
  } catch (error) {
    const isExplained = error instanceof SettingsError || error instanceof DatabaseRefusedError
    if (isExplained) throw error
    const refusal = databaseRefusal(error)
    if (refusal !== null) throw refusal
    const { code, message } = error as { readonly code?: string; readonly message: string }
    const failure = `The database could not be brought to this version: ${message}.`
    const isOfDatabase = /^[\dA-Z]{5}$/.test(code ?? '')
    throw isOfDatabase
      ? new SettingsError(failure, { cause: error })
      : new Error(failure, { cause: error })
  }
}

/** What migrate would do: nothing where the database is of this version. */
export async function planOf(
  kysely: Kysely<Tables>,
  contract = false,
): Promise<readonly PlannedStep[]> {
  if (contract) await refuseUnexpanded(kysely)
  const pending = new Set(await pendingSteps(kysely, steps, contract))
  return planMigrations(Object.entries(steps).filter(([name]) => pending.has(name)))
}

/**
 * Refuses a database that lacks a step of this version, by a SettingsError, and one that does not let us
 * in, by a DatabaseRefusedError: only `migrate` and a server's start change the schema.
 */
export async function refuseOlder(kysely: Kysely<Tables>): Promise<void> {
  const pending = await pendingSteps(kysely, steps).catch((error: unknown) => {
    throw databaseRefusal(error) ?? error
  })
  if (pending.length === 0) return
  const lacking = pending.length > 3 ? `${pending.length} steps` : pending.join(', ')
  throw new SettingsError(
    `The database is older than this version: it lacks ${lacking}. This command changes no tables: run \`gatehouse migrate\`, or start a server of this version.`,
  )
}

/** A contract takes away what older servers need: none may be left that the first half still waits for. */
async function refuseUnexpanded(kysely: Kysely<Tables>): Promise<void> {
  const pending = await pendingSteps(kysely, steps)
  if (pending.length === 0 || pending.length === Object.keys(steps).length) return
  throw new SettingsError(
    `The database lacks ${pending.length} steps of this version, the first is ${pending[0]}. Start servers of this version or run \`gatehouse migrate\`, end every server of the version before, and then run \`gatehouse migrate --contract\`.`,
  )
}

/**
 * Whether what only servers of the version before need is gone, by every contract step: none of them
 * runs any more, nor will again.
 */
export async function isContracted(kysely: Kysely<Tables>): Promise<boolean> {
  const pending = await pendingSteps(kysely, steps, true)
  return !pending.some((name) => steps[name]?.contract === true)
}

/** The refusal of a database that does not let us in; null for every other error. */
export function databaseRefusal(error: unknown): DatabaseRefusedError | null {
  const reason = refusalOf(error)
  return reason === null ? null : new DatabaseRefusedError(reason, error)
}

/** What the operator has to do before there is a database to work with; null for every other error. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // The driver has no code for it.
  if (error.message.includes('client password must be a')) {
    return `PostgreSQL asks for a password, and there is none; ${wrongLogin}.`
  }
  if (!('code' in error)) return null
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
