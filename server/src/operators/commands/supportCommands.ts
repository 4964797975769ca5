import * as z from 'zod'
import { findByEmail, type Player } from '../../database/accounts/players.ts'
import { mostFound, searchPlayers } from '../../database/accounts/searchPlayers.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import {
  batchCommand,
  type CommandResult,
  type Note,
  type OperatorServices,
  readCommand,
} from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { deployment } from '../command/orderFields.ts'
import { aPlayer, playerCommand, playerNamed } from '../command/playerNamed.ts'
import { printed } from '../command/printed.ts'

/*
 * The daily work of support: finding players, and restoring their access. A command loads its code
 * when it is executed.
 */

export const supportCommands = [
  readCommand({
    name: 'players find',
    summary:
      'Finds players by the beginning of a name, present or given up, by an address, or by the id of a linked account.',
    order: z.strictObject({
      text: z.string().trim().min(1).max(255).meta({
        description: 'the beginning of a name, a whole address, or the id of a linked account',
      }),
      deployment,
    }),
    operands: ['text'],
    async answer({ database, clock }, { deployment: name, text }) {
      const [found, hasMore] = await searchPlayers(database.kysely, name, text, clock.now())
      const players = found.map(({ player, foundBy, value, until }) => ({
        id: player.id,
        username: player.username,
        foundBy,
        value,
        keptUntil: until,
        confirmed: player.confirmed_at,
        banned: player.banned_at,
        frozen: player.frozen_at,
      }))
      const data = { players, hasMore }
      const rows = JSON.parse(JSON.stringify(players)) as unknown
      const more = `More than ${mostFound} are found; write more of the name.`
      return { data, message: hasMore ? `${printed(rows)}\n${more}` : printed(rows) }
    },
  }),
  playerCommand({
    name: 'players unlock',
    summary:
      'Forgets the wrong passwords and the wrong second steps of a player, who may try again at once.',
    async perform({ services, transaction, at, found }) {
      const { unlockAccount } = await import('../../auth/account-protection/unlockAccount.ts')
      const { id, username } = found
      const unlocked = await unlockAccount(transaction, at.name, id, services.clock.now())
      if (unlocked.passwords + unlocked.secondSteps === 0) {
        throw new CommandRefusedError(`${username} has nothing to unlock${otherWay(found)}.`)
      }
      return {
        data: { id, username, ...unlocked },
        message: `${username} may try again${otherWay(found)}.`,
        details: { ...unlocked },
      }
    },
  }),
  mailCommand({
    name: 'players resend-confirmation',
    summary: 'Mails a player who has not confirmed the address a new link; older links end.',
    async mail({ services, at, found, alongside }) {
      const { username } = found
      if (found.confirmed_at !== null) {
        throw new CommandRefusedError(`${username} has confirmed the address already.`)
      }
      const { mailConfirmation } = await import('../../auth/acts/confirmationMail.ts')
      const context = { deployment: at, rules: at.rules, services, clientContext: null }
      const isMailed = await mailConfirmation(context, found, alongside)
      if (!isMailed) throw tooMany(found)
      return `${username} gets a mail with a new link.`
    },
  }),
  mailCommand({
    name: 'players send-recovery',
    summary:
      'Mails a player a link for a new password, as the player could; one who is frozen gets the way back.',
    async mail({ services, at, found, alongside }) {
      const { mailRecovery } = await import('../../accounts/recovery/recoverPassword.ts')
      const { username } = found
      const context = { deployment: at, services, clientContext: null }
      const mailed = await mailRecovery(context, found, alongside)
      if (mailed === 'banned') {
        throw new CommandRefusedError(`${username} is banned: players unban comes first.`)
      }
      if (mailed === 'by partner') throw byPartner(found)
      if (mailed === 'too many') throw tooMany(found)
      return mailed === 'link'
        ? `${username} gets a mail with a link for a new password.`
        : `${username} is frozen, and gets a mail with the way back.`
    },
  }),
]

interface Mailing {
  readonly services: OperatorServices
  readonly at: Deployment
  readonly found: Player
  /** Writes the audit entry, in the transaction of the mail. */
  readonly alongside: (transaction: Executor) => Promise<void>
}

/** A command that mails a player what the player could ask for, under the same limits. */
function mailCommand({
  mail,
  ...given
}: {
  readonly name: string
  readonly summary: string
  /** Returns the message. */
  readonly mail: (mailing: Mailing) => Promise<string>
}) {
  return batchCommand({
    ...given,
    order: aPlayer,
    operands: ['player'],
    async perform(services, order, note: Note, at): Promise<CommandResult> {
      const { kysely } = services.database
      const found = await playerNamed(kysely, at.name, order.player)
      if (found.auth_type === 2) throw byPartner(found)
      await refuseForeignAddress(kysely, at, found)
      const { id, username } = found
      const alongside = (transaction: Executor) => note(transaction, { subject: `player ${id}` })
      const message = await mail({ services, at, found, alongside })
      return { data: { id, username }, message }
    },
  })
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
  throw new CommandRefusedError(`The address of ${username} ${whose}: nothing is mailed there.`)
}

function byPartner({ username, auth_partner: partner }: Player): CommandRefusedError {
  const by = partner ?? 'a partner'
  return new CommandRefusedError(`${username} logs in by ${by}: there is no password and no link.`)
}

function tooMany({ username }: Player): CommandRefusedError {
  return new CommandRefusedError(
    `${username} got too many mails within the hour. Look at outbox list --to, and try again later.`,
  )
}

/** The remaining reason that keeps a player out. */
function otherWay({ banned_at, frozen_at }: Player): string {
  if (frozen_at !== null) return '; the account is frozen, and opens by the link of its mail'
  return banned_at === null ? '' : '; the account is banned: players unban'
}
