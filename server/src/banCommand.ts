import * as z from 'zod'
import { type Command, CommandRefused } from './command.ts'
import { setBan } from './database/credentials.ts'
import { deploymentNamed } from './deploymentNamed.ts'
import { findByLogin } from './database/players.ts'

const banOrder = z.strictObject({
  deployment: z.string().min(1),
  /** Username or address. */
  player: z.string().min(1).max(255),
  lift: z.boolean().default(false),
})

type BanOrder = z.output<typeof banOrder>

/** Bans a player, or lifts a ban. Sessions are over at once, here and at every site. */
export const banCommand: Command<BanOrder> = {
  name: 'ban',
  order: banOrder,
  async carryOut(services, { deployment: name, player: login, lift }) {
    const { database, clock } = services
    deploymentNamed(services, name)
    const player = await findByLogin(database, name, login)
    if (!player) throw new CommandRefused(`${name} has no player ${login}.`)
    await setBan(database.kysely, name, player.id, lift ? null : clock.now())
    return lift ? `${player.username} is banned no more.` : `${player.username} is banned.`
  },
}
