import * as z from 'zod'
import { readActivity } from '../../auth/account-protection/readActivity.ts'
import type { Player } from '../../database/accounts/players.ts'
import { listApps } from '../../database/auth/authenticatorApps.ts'
import { listPasskeysOf } from '../../database/auth/passkeys.ts'
import { findLivingSet } from '../../database/auth/recoveryCodes.ts'
import { readSecurityOverview } from '../../database/auth/securityOverview.ts'
import { listTrust } from '../../database/auth/trustedBrowsers.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import { writeCommand } from '../command/command.ts'
import { deployment, limit, moment, player } from '../command/orderFields.ts'
import { playerNamed, subjectOf } from '../command/playerNamed.ts'
import { recordByOperator } from '../command/recordByOperator.ts'

/* What an operator sees of a player's security. Each look stands in the audit log and in the activity. */

const looked = { act: 'support-looked', shown: {} } as const

const factors = writeCommand({
  name: 'players factors',
  summary: 'Shows by what a player signs in: kinds, dates and counts, and no secret.',
  order: z.strictObject({ player, deployment }),
  operands: ['player'],
  async perform(services, order, transaction) {
    const found = await playerNamed(transaction, order.deployment, order.player)
    await recordByOperator(services, transaction, found, looked)
    const data = await factorsOf(transaction, found, services.clock.now())
    return { data, subject: subjectOf(found) }
  },
})

const ledger = writeCommand({
  name: 'players ledger',
  summary: 'Shows what was done to an account, as its player sees it, the newest first.',
  order: z.strictObject({
    player,
    deployment,
    since: moment.optional().meta({ description: 'from when on, as ISO 8601', value: 'moment' }),
    limit,
  }),
  operands: ['player'],
  async perform(services, { since, ...order }, transaction) {
    const found = await playerNamed(transaction, order.deployment, order.player)
    await recordByOperator(services, transaction, found, looked)
    const which = { limit: order.limit, ...(since !== undefined && { since: new Date(since) }) }
    const { Entries } = await readActivity(transaction, found, which, null)
    const data = Entries.map((entry) => ({
      at: entry.At,
      act: entry.Act,
      actor: entry.Actor,
      browser: entry.Browser,
      system: entry.System,
      shown: entry.Shown,
    }))
    return { data, subject: subjectOf(found) }
  },
})

export const lookCommands = [factors, ledger]

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
