import type { LedgerAct } from '@gatehouse/contract/activity'
import type { SecondFactor } from '@gatehouse/contract/errorItems'
import type { Player } from '../../database/accounts/players.ts'
import { listApps } from '../../database/auth/authenticatorApps.ts'
import { readChanges, readLedger } from '../../database/auth/ledger.ts'
import { listPasskeysOf } from '../../database/auth/passkeys.ts'
import type { Rewind } from '../../database/auth/rewinds.ts'
import { findLivingSet } from '../../database/auth/recoveryCodeStatements.ts'
import { listConnectionsOf } from '../../database/federation/connectionStatements.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { after } from '../../platform/clock.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'
import type { AuthServices } from '../authServices.ts'
import type { Deployment } from '../../deployments/deployments.ts'

/*
 * What an account was before each of the acts on it. An act seals in its entry the parts that it changes, as
 * they were; the account before an entry is what the entries since then have sealed, the oldest last.
 */

interface PastLink {
  readonly canonical_name: string
  readonly account_id: string
  readonly account_name: string
  readonly avatar: string
  readonly signs_in: boolean
}

/** The parts of an account that are put back; factors by their ids. */
export interface AccountParts {
  readonly username: string
  readonly email: string
  readonly links: readonly PastLink[]
  /** Bits, as `factorBits` reads them. */
  readonly factors: number
  readonly passkeys: readonly number[]
  readonly apps: readonly number[]
  /** The set of recovery codes; null without one. */
  readonly codes: number | null
}

/** What an act seals: the parts that it changes, as they were, and the client that it let in. */
export interface Before extends Partial<AccountParts> {
  readonly clientId?: string
}

/** The second factors of an account at some moment. */
export type Factors = Pick<AccountParts, 'passkeys' | 'apps' | 'codes'>

/** Reads the second factors of a player, whose row the caller has locked where it changes them. */
export async function factorsBefore(
  executor: Executor,
  { deployment, id, factors }: Pick<Player, 'deployment' | 'id' | 'factors'>,
): Promise<Factors & Pick<AccountParts, 'factors'>> {
  const passkeys = await listPasskeysOf(executor, deployment, id)
  const apps = await listApps(executor, deployment, id)
  const codes = await findLivingSet(executor, deployment, id)
  return {
    factors,
    passkeys: passkeys.map((passkey) => passkey.id),
    apps: apps.map((app) => app.id),
    codes: codes?.id ?? null,
  }
}

/** Reads the linked accounts of a player. */
export async function linksBefore(
  executor: Executor,
  { deployment, id }: Pick<Player, 'deployment' | 'id'>,
): Promise<Pick<AccountParts, 'links'>> {
  const rows = await listConnectionsOf(executor, deployment, id)
  const links = rows.map(({ canonical_name, account_id, account_name, avatar, signs_in }) => ({
    canonical_name,
    account_id,
    account_name,
    avatar,
    signs_in,
  }))
  return { links }
}

export function sealBefore(before: Before, keys: Keys): string {
  return seal(before, keys)
}

type LedgerRow = Awaited<ReturnType<typeof readLedger>>[number]

/** An entry of the ledger, and the account as it was before. */
export interface PastEntry extends LedgerRow {
  readonly account: AccountParts
  /** How often the account has had another address since, with this entry. */
  readonly addressChanges: number
  readonly clientId: string | null
}

/** What was done to an account in the days in which it can be undone. */
export interface Past {
  /** The newest first; of very many, log-ins are left out before anything else, then those in the middle. */
  readonly entries: readonly PastEntry[]
  /** With those in the middle that were read to know the others. */
  readonly read: readonly PastEntry[]
  /** The second factors from before these days: no thief of these days has added them. */
  readonly matured: Factors
}

const addressActs: ReadonlySet<LedgerAct> = new Set(['email-changed', 'email-restored'])
const mostShown = 200
const day = 24 * 3600

interface PastContext {
  readonly deployment: Pick<Deployment, 'name' | 'rewind'>
  readonly services: Pick<AuthServices, 'clock' | 'key'>
}

/** A rewind that was asked for earlier: it undoes what it was asked for, whatever the time is now. */
type Asked = Pick<Rewind, 'asked_at' | 'from_entry'>

/**
 * Reads what was done to an account, each entry with the account before it; as of the moment, where
 * something was asked for earlier.
 */
export async function readPast(
  { deployment, services }: PastContext,
  executor: Executor,
  player: Player,
  asked?: Asked,
): Promise<Past> {
  const since = after(asked?.asked_at ?? services.clock.now(), -deployment.rewind.days * day)
  const { name } = deployment
  const all = await readLedger(executor, name, player.id, { since, limit: mostShown })
  const window = { since, from: asked?.from_entry ?? null }
  const { changes, between } = await readChanges(executor, name, player.id, window)
  const rows = [...new Map([...all, ...changes, ...between].map((row) => [row.id, row])).values()]
  let account = await accountOf(executor, player)
  let addressChanges = 0
  const read = rows
    .toSorted((one, other) => other.id - one.id)
    .map((row) => {
      const sealed = row.before_sealed
      const { clientId = null, ...before } =
        sealed === null ? {} : (unseal(sealed, services.key.ledger) as Before)
      // An earlier version did not say which address was replaced: nobody reaches behind that.
      const isUnknown = addressActs.has(row.act) && before.email === undefined
      const earlier = { ...account, ...before, ...(isUnknown && { email: '' }) }
      if (earlier.email !== account.email) addressChanges += 1
      account = earlier
      return { ...row, account, addressChanges, clientId }
    })
  // Of very many changes, the account is known before the newest and the oldest.
  const unknown = new Set(between.map(({ id }) => id))
  return { read, entries: read.filter(({ id }) => !unknown.has(id)), matured: account }
}

/** Reads an account as it is. */
export async function accountOf(executor: Executor, player: Player): Promise<AccountParts> {
  const { username, email } = player
  const factors = await factorsBefore(executor, player)
  return { username, email, ...factors, ...(await linksBefore(executor, player)) }
}

/** The second factors among which one is asked, the strongest first. */
export function waysOf({ passkeys, apps, codes }: Factors): readonly SecondFactor[] {
  return [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(apps.length > 0 ? (['totp'] as const) : []),
    ...(codes === null ? [] : (['recovery-code'] as const)),
  ]
}
