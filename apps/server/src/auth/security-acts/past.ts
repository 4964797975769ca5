import { isDeepStrictEqual } from 'node:util'
import type { LedgerAct } from '@gatehouse/contract/activity'
import type { SecondFactor } from '@gatehouse/contract/errorItems'
import type { Player } from '../../database/accounts/players.ts'
import { listApps } from '../../database/auth/authenticatorApps.ts'
import { readLedger } from '../../database/auth/ledger.ts'
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
  /** ISO 8601; an earlier version did not say it. */
  readonly linked_at?: string
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
  const links = rows.map((row) => {
    const { canonical_name, account_id, account_name, avatar, signs_in, linked_at: linkedAt } = row
    const linked_at = linkedAt.toISOString()
    return { canonical_name, account_id, account_name, avatar, signs_in, linked_at }
  })
  return { links }
}

export function sealBefore(before: Before, keys: Keys): string {
  return seal(before, keys)
}

type LedgerRow = Awaited<ReturnType<typeof readLedger>>[number]

/** An entry of the ledger, and the account as it was before. */
export interface PastEntry extends LedgerRow {
  readonly account: AccountParts
  readonly clientId: string | null
  /** What it did is still there, and ends with a rewind that goes behind it. */
  readonly isTakenBack: boolean
}

/** What was done to an account in the days in which it can be undone. */
export interface Past {
  /** The newest first; of very many, log-ins are left out before anything else. */
  readonly entries: readonly PastEntry[]
  /** The second factors from before these days: no thief of these days has added them. */
  readonly matured: Factors
}

/** What they leave ends with every rewind: a password, a freeze, a deletion that waits. */
const endedActs: ReadonlySet<LedgerAct> = new Set(['password-set', 'frozen', 'deletion-asked'])

/** What a rewind compares of an account: a service may give an account that is linked another name. */
function compared({ links, ...parts }: AccountParts) {
  const ways = links.map((link) => `${link.canonical_name} ${link.account_id} ${link.signs_in}`)
  return { ...parts, links: ways.toSorted() }
}

const addressActs: ReadonlySet<LedgerAct> = new Set(['email-changed', 'email-restored'])
const mostShown = 200
/** More than `mostChangesADay` lets anybody make in the days of a rewind. */
const mostReversible = 10_000
const day = 24 * 3600

interface PastContext {
  readonly deployment: Pick<Deployment, 'name' | 'rewind'>
  readonly services: Pick<AuthServices, 'clock' | 'key'>
}

/** A rewind that was asked for: its deployment may allow fewer days by now. */
export type Asked = Pick<Rewind, 'asked_at' | 'from_entry'>

/**
 * Reads what was done to an account, each entry with the account before it; for a rewind that was asked for,
 * as of then, and all that it undoes.
 */
export async function readPast(
  { deployment, services }: PastContext,
  executor: Executor,
  player: Player,
  asked?: Asked,
): Promise<Past> {
  const since = after(asked?.asked_at ?? services.clock.now(), -deployment.rewind.days * day)
  const { name } = deployment
  const from = asked?.from_entry
  const all = await readLedger(executor, name, player.id, { since, from, limit: mostShown })
  const reversible = { since, from, isReversible: true, limit: mostReversible }
  const changes = await readLedger(executor, name, player.id, reversible)
  const rows = [...new Map([...all, ...changes].map((row) => [row.id, row])).values()]
  const present = await accountOf(executor, player)
  const now = compared(present)
  let account = present
  const entries = rows
    .toSorted((one, other) => other.id - one.id)
    .map((row) => {
      const sealed = row.before_sealed
      const { clientId = null, ...before } =
        sealed === null ? {} : (unseal(sealed, services.key.ledger) as Before)
      // An earlier version did not say which address was replaced: nobody reaches behind that.
      const isUnknown = addressActs.has(row.act) && before.email === undefined
      const changed = { ...before, ...(isUnknown && { email: '' }) }
      account = { ...account, ...changed }
      const isSame = isDeepStrictEqual(compared({ ...present, ...changed }), now)
      const isTakenBack = clientId !== null || endedActs.has(row.act) || !isSame
      return { ...row, account, clientId, isTakenBack }
    })
  // Of more changes than anybody makes, the oldest are not known.
  const isWhole = changes.length < mostReversible
  return { entries, matured: isWhole ? account : { passkeys: [], apps: [], codes: null } }
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
