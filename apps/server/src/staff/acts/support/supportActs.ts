import { supportActs } from '@gatehouse/contract/acts/supportActs'
import { listRefusing, noteMailRefused } from '../../../database/operations/mailOutcomes.ts'
import { listGivenUp } from '../../../database/operations/mailStatements.ts'
import { listConnectionsOf } from '../../../database/federation/connectionStatements.ts'
import { findByEmail, findById, type Player } from '../../../database/accounts/players.ts'
import { listOpenCases } from '../../../database/auth/recoveryCases.ts'
import { listPostedMails, listRefusedCodes } from '../../../database/operations/postedMails.ts'
import { listConsents } from '../../../database/preferences/consents.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import type { Deployment } from '../../../deployments/deployments.ts'
import { type ActServices, type LongRun, performedBy, recordByOperator } from '../orders/run.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'
import { auditSearch } from '../orders/auditReads.ts'
import { playerNamed } from '../orders/playerNamed.ts'
import { readRecoveries } from './readRecoveries.ts'
import { refuseStanding } from '../players/standingRefusals.ts'

/*
 * The daily work of support: finding players, and restoring their access. A command loads its code
 * when it is executed.
 */

export const supportPerformers = performedBy(supportActs, {
  'players find': async (run, order) => {
    const { findPlayers } = await import('./findPlayers.ts')
    const { details, ...found } = await findPlayers(run.services, order)
    await auditSearch(run, 'players find', details)
    return found
  },
  'players find-anywhere': async (run, { text }) => {
    const { findAnywhere } = await import('./findAnywhere.ts')
    return findAnywhere(run, text)
  },
  'players reveal': async (on) => {
    await recordByOperator(on, { act: 'support-revealed', shown: {} })
    const { id, username, email } = on.found
    return { data: { id, username, email } }
  },
  'players mails': async ({ transaction, at, found }, { limit }) => {
    const mails = await listPostedMails(transaction, at.name, found.id, limit)
    const givenUp = await listGivenUp(transaction, at.name, found.id)
    const data = mails.map(({ posted_at: postedAt, changed_at: changedAt, ...mail }) => {
      const state = givenUp.has(mail.id) ? 'given up' : mail.state
      return { ...mail, state, postedAt, changedAt }
    })
    return { data }
  },
  'players consents': async ({ transaction, at, found }, { limit }) => {
    const consents = await listConsents(transaction, at.name, found.id, limit)
    const data = consents.map(
      ({ text_version: textVersion, shown_by: shownBy, ip, ...consent }) => {
        return { ...consent, textVersion, shownBy, network: ip }
      },
    )
    return { data }
  },
  'players timeline': async (on, order) => {
    const { readTimeline } = await import('./readTimeline.ts')
    return { data: await readTimeline(on, order) }
  },
  'players unlock': async (on) => {
    const { services, transaction, at, found } = on
    const { unlockAccount } = await import('../../../auth/account-protection/unlockAccount.ts')
    const { id, username } = found
    const unlocked = await unlockAccount(transaction, at.name, id, services.clock.now())
    if (unlocked.passwords + unlocked.secondSteps === 0) {
      throw new ActRefusedError(`${username} has nothing to unlock${otherWay(found)}.`)
    }
    await recordByOperator(on, { act: 'support-unlocked', shown: {} })
    return {
      data: { id, username, ...unlocked },
      message: `${username} may try again${otherWay(found)}.`,
      details: { ...unlocked },
    }
  },
  'players resend-confirmation': mailed(
    'players resend-confirmation',
    async ({ services, at, found, alongside }) => {
      const { username } = found
      const { mailConfirmation } = await import('../../../auth/security-acts/confirmationMail.ts')
      const context = { deployment: at, rules: at.rules, services, clientContext: null }
      const isMailed = await mailConfirmation(context, found, alongside)
      if (!isMailed) throw tooMany(found)
      return `${username} gets a mail with a new link.`
    },
  ),
  'players accept-mail': async (on) => {
    const { services, transaction, at, found } = on
    const { id, username, email } = found
    refuseStanding('players accept-mail', { at, found, linked: [], now: services.clock.now() })
    await noteMailRefused(transaction, at.name, email, null)
    await recordByOperator(on, { act: 'support-accepted-mail', shown: {} })
    return { data: { id, username }, message: `${username} gets newsletters again.` }
  },
  'suppressions list': async (run, { deployment, after }) => {
    const [since = 0, id = 0] = (after ?? '').split('.').map(Number)
    const place = after === undefined ? null : { since: new Date(since), id }
    const { kysely } = run.services.database
    // One more shows whether there are more.
    const found = await listRefusing(kysely, deployment, { after: place, limit: mostListed + 1 })
    const shown = found.slice(0, mostListed)
    const ids = shown.map((each) => each.id)
    const codes = await listRefusedCodes(kysely, deployment, ids)
    const why = 'bounced'
    const players = shown.map((each) => ({ ...each, why, code: codes.get(each.id) ?? null }))
    const last = found.length > mostListed ? shown.at(-1) : undefined
    const next = last === undefined ? null : `${last.since.getTime()}.${last.id}`
    await auditSearch(run, 'suppressions list', { players: players.length })
    return { data: { players, next } }
  },
  'players unlink': async ({ services, transaction, at, found }, { service }) => {
    const { linkMethodOf } = await import('../../../federation/connections/linkMethod.ts')
    const { hasAnotherWayIn } = await import('../../../auth/password/requireWayIn.ts')
    const { removeLink } = await import('../../../federation/connections/linkAccount.ts')
    const { id, username } = found
    const isTheirs = linkMethodOf(at, service) === 'provider'
    if (!isTheirs || found.auth_partner === service) {
      const why = `${at.name} lets no player unlink ${service}`
      throw new ActRefusedError(`${why}: a partner or a publisher links it.`, {
        code: 'BY_PARTNER',
      })
    }
    const linked = await listConnectionsOf(transaction, at.name, id)
    const names = linked.map(({ canonical_name }) => canonical_name)
    refuseStanding('players unlink', { at, found, linked: names, now: services.clock.now() })
    const current = linked.find(({ canonical_name }) => canonical_name === service)
    if (!current) {
      const message = `${username} has no linked account of ${service}.`
      throw new ActRefusedError(message, { code: 'NOT_LINKED' })
    }
    if (current.signs_in && !(await hasAnotherWayIn(transaction, found, service))) {
      const why = `${username} has no other way in than ${service}`
      throw new ActRefusedError(`${why}: the player adds one first.`, { code: 'LAST_WAY_IN' })
    }
    const context = { deployment: at, services, clientContext: null }
    await removeLink(context, transaction, service, current, { actor: 'operator' })
    const data = { id, username, service }
    return { data, message: `${username} and ${service} are unlinked.`, details: { service } }
  },
  'players send-recovery': mailed(
    'players send-recovery',
    async ({ services, at, found, alongside }) => {
      const { mailRecovery } = await import('../../../accounts/recovery/recoverPassword.ts')
      const { username } = found
      const context = { deployment: at, services, clientContext: null }
      const mailed = await mailRecovery(context, found, alongside)
      if (mailed === 'banned') {
        throw new ActRefusedError(`${username} is banned: lift the ban first.`)
      }
      if (mailed === 'too many') throw tooMany(found)
      return mailed === 'way back'
        ? `${username} is frozen, and gets a mail with the way back.`
        : `${username} gets a mail with a link for a new password.`
    },
  ),
  'recovery open': mailed('recovery open', async ({ services, at, found, alongside }) => {
    const { mailRecoveryLink } = await import('../../../auth/account-protection/openRecovery.ts')
    const { username } = found
    const context = { deployment: at, services, clientContext: null }
    const mailed = await mailRecoveryLink(context, found, alongside)
    if (mailed === 'barred') {
      const message = `Somebody else may have a right to the account of ${username}: a rewind waits, or a former address has frozen it.`
      throw new ActRefusedError(message, { code: 'ACCOUNT_HELD' })
    }
    if (mailed === 'too many') throw tooMany(found)
    return mailed === 'waiting'
      ? `The recovery of ${username} waits already; no mail is sent.`
      : `${username} gets a mail with the link of a recovery.`
  }),
  'recovery list': async ({ services }, { deployment, limit }) => {
    const { kysely } = services.database
    const cases = await listOpenCases(kysely, deployment, limit)
    const data = []
    for (const { player_id: id, state, proofs, waits_since: waitsSince, due_at: due } of cases) {
      // oxlint-disable-next-line no-await-in-loop -- few, and each has its own key
      const player = await findById(kysely, deployment, id)
      data.push({ id, username: player?.username ?? '', state, proofs, waitsSince, due })
    }
    return { data }
  },
  'recovery show': async ({ transaction, found }) => ({
    data: await readRecoveries(transaction, found),
  }),
  'recovery cancel': async ({ services, transaction, at, found }) => {
    const { stopRecoveryCase } = await import('../../../auth/security-acts/stopRecovery.ts')
    const { id, username } = found
    const context = { deployment: at, services, clientContext: null }
    if (!(await stopRecoveryCase(context, transaction, found, { actor: 'operator' }))) {
      throw new ActRefusedError(`${username} has no recovery under way.`, { code: 'NOT_DUE' })
    }
    return { data: { id, username }, message: `The recovery of ${username} is stopped.` }
  },
})

/** Players on a page of a list. */
const mostListed = 100

interface Mailing {
  readonly services: ActServices
  readonly at: Deployment
  readonly found: Player
  /** Writes the audit entry, in the transaction of the mail. */
  readonly alongside: (transaction: Executor) => Promise<void>
}

/** Mails a player what the player could ask for, under the same limits; `mail` returns the message. */
function mailed(
  name: 'players resend-confirmation' | 'players send-recovery' | 'recovery open',
  mail: (mailing: Mailing) => Promise<string>,
) {
  return async ({ services, audit, at }: LongRun, { player }: { readonly player: string }) => {
    const { kysely } = services.database
    const found = await playerNamed(kysely, at.name, player)
    refuseStanding(name, { at, found, linked: [], now: services.clock.now() })
    await refuseForeignAddress(kysely, at, found)
    const { id, username } = found
    const alongside = async (transaction: Executor) => {
      const on = { services, transaction, at, found }
      await recordByOperator(on, { act: 'support-mailed', shown: {} })
      await audit(transaction, { subject: `player ${id}` })
    }
    const message = await mail({ services, at, found, alongside })
    return { data: { id, username }, message }
  }
}

/**
 * Refuses a player whose address is another player's, by confirmation or by a newer registration:
 * only that player may be mailed there.
 */
async function refuseForeignAddress(
  executor: Executor,
  { name }: Deployment,
  { id, username, email }: Player,
): Promise<void> {
  const owner = await findByEmail(executor, name, email)
  if (owner?.id === id) return
  const whose = owner ? `belongs to id=${owner.id}` : 'is not kept'
  throw new ActRefusedError(`The address of ${username} ${whose}: nothing is mailed there.`)
}

function tooMany({ username }: Player): ActRefusedError {
  return new ActRefusedError(
    `${username} got too many mails within the hour. Look at the waiting mails, and try again later.`,
  )
}

/** The remaining reason that keeps a player out. */
function otherWay({ banned_at, frozen_at }: Player): string {
  if (frozen_at !== null) return '; the account is frozen, and opens by the link of its mail'
  return banned_at === null ? '' : '; the account is still banned'
}
