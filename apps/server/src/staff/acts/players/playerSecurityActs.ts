import { smallestShown } from '@gatehouse/contract/acts/figureActs'
import { securityActs } from '@gatehouse/contract/acts/securityActs'
import type { SessionsOf } from '../../../auth/account-protection/devices.ts'
import type { Player } from '../../../database/accounts/players.ts'
import { listApps } from '../../../database/auth/authenticatorApps.ts'
import {
  countFactors,
  countWithoutCodes,
  type FactorCount,
  readSecurityOverview,
} from '../../../database/auth/factors.ts'
import { listPasskeysOf } from '../../../database/auth/passkeys.ts'
import { findLivingSet } from '../../../database/auth/recoveryCodeStatements.ts'
import { listTrust } from '../../../database/auth/trustedBrowsers.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import { factorBits } from '../../../database/schema/values.ts'
import { countOfFactors, splitCounts } from '../figures/hiddenCounts.ts'
import { type OnPlayer, performedBy } from '../orders/run.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'

/*
 * An operator's looks at the security of players.
 */

export const securityPerformers = performedBy(securityActs, {
  'players factors': async ({ services, transaction, found }) => ({
    data: await factorsOf(transaction, found, services.clock.now()),
  }),
  'players ledger': async (on, { since, limit }) => {
    const which = { limit, ...(since !== undefined && { since: new Date(since) }) }
    const { entryOf, readActivity } =
      await import('../../../auth/account-protection/readActivity.ts')
    const { found } = await readActivity(on.transaction, on.found, which)
    const data = found.map((row) => {
      const {
        At: at,
        Act: act,
        Actor: actor,
        Browser: browser,
        System: system,
        Shown: shown,
      } = entryOf(row)
      return { at, act, actor, browser, system, shown }
    })
    return { data }
  },
  'players sessions': async (on) => {
    const { listSessions } = await import('../../../auth/account-protection/devices.ts')
    const sessions = await listSessions(sessionsOf(on), on.transaction)
    const data = sessions.map((each) => ({
      id: each.Id,
      browser: each.Browser,
      system: each.System,
      network: each.ip,
      seen: each.SeenAt,
      methods: each.Methods,
      isTrusted: each.Trust !== null,
    }))
    return { data }
  },
  'players end-session': async (on, { session }) => {
    const { transaction, found } = on
    const { id, username } = found
    const { endSession } = await import('../../../auth/account-protection/devices.ts')
    const ended = await endSession(sessionsOf(on), transaction, session, { clientContext: null })
    if (ended === null) {
      throw new ActRefusedError(
        `${username} has no open session ${session}. The list of sessions has the open ones.`,
      )
    }
    const { endsTrust } = ended
    const trust = endsTrust ? ', and its browser is trusted no more' : ''
    return {
      data: { id, username, session, endsTrust },
      message: `${username} is logged out of this session${trust}.`,
      details: { endsTrust },
    }
  },
  'strong-sign-in report': async ({ services, at: { name, configuration }, author: { staff } }) => {
    const { kysely } = services.database
    const counts = await countFactors(kysely, name)
    const noCodesLeft = await countWithoutCodes(kysely, name)
    const strongSignIn = configuration.StrongSignIn
    if (staff === null) return { data: { strongSignIn, ...totalsOf(counts), noCodesLeft } }
    const { shown, hidden } = splitCounts(counts.map(countOfFactors), { isSumTold: true })
    const together = hidden.reduce((sum, { count }) => sum + count, 0)
    return {
      data: {
        strongSignIn,
        ...totalsOf(shown),
        noCodesLeft: unlessFew(noCodesLeft),
        ...(hidden.length > 0 && { putTogether: unlessFew(together) }),
      },
    }
  },
})

const unlessFew = (count: number) => (count > 0 && count < smallestShown ? null : count)

/** A player's log-ins as an operator sees them: in none of them. */
function sessionsOf({ services, at, found }: OnPlayer): SessionsOf {
  return { deployment: at, services, player: found, own: null }
}

/** Each field is chosen here, because the rows hold secrets and ids of credentials. */
async function factorsOf(transaction: Executor, found: Player, now: Date) {
  const { deployment: name, id, username } = found
  const overview = await readSecurityOverview(transaction, name, id)
  const passkeys = await listPasskeysOf(transaction, name, id)
  const apps = await listApps(transaction, name, id)
  const codes = await findLivingSet(transaction, name, id)
  const trusted = await listTrust(transaction, name, id, now)
  const hasPassword = found.password_hash !== null
  return {
    id,
    username,
    password: hasPassword,
    passwordSet: hasPassword ? found.password_set_at : null,
    twoStep: (found.factors & factorBits.twoStep) !== 0,
    passkeys: passkeys.map((each) => ({ added: each.created_at, lastUsed: each.last_used_at })),
    apps: apps.map((each) => ({ added: each.confirmed_at, lastUsed: each.last_used_at })),
    codesMade: codes?.made_at ?? null,
    codesLeft: overview?.codes_left ?? null,
    trustedBrowsers: trusted.length,
  }
}

function totalsOf(counts: readonly FactorCount[]) {
  const sum = (holds: (each: FactorCount) => boolean) =>
    counts.filter(holds).reduce((total, { count }) => total + count, 0)
  const own = (holds: (factors: number) => boolean) =>
    sum(({ isOfPartner, factors }) => !isOfPartner && holds(factors))
  const { passkey, app, twoStep, withoutPassword } = factorBits
  const exactly = (wanted: number) => own((factors) => (factors & (passkey | app)) === wanted)
  return {
    players: own(() => true),
    passkeysAlone: exactly(passkey),
    appsAlone: exactly(app),
    both: exactly(passkey | app),
    none: exactly(0),
    twoStep: own((factors) => (factors & twoStep) !== 0),
    withoutPassword: own((factors) => (factors & withoutPassword) !== 0),
    ofPartners: sum(({ isOfPartner }) => isOfPartner),
  }
}
