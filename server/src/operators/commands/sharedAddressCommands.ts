import * as z from 'zod'
import { findByEmail } from '../../database/accounts/players.ts'
import { listSharedAddresses, takeAddressKey } from '../../database/accounts/sharedAddresses.ts'
import { isKeyTaken } from '../../database/accounts/taken.ts'
import { act, question } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { deployment, player } from '../command/orderFields.ts'
import { playerNamed, subjectOf } from '../command/playerNamed.ts'

const list = question({
  name: 'players shared-addresses',
  summary:
    'Lists the players whose address another player has in another spelling, and who gets its mail.',
  order: z.strictObject({ deployment }),
  async answer({ database: { kysely } }, { deployment: name }) {
    const shared = await listSharedAddresses(kysely)
    return { data: shared.filter((each) => each.deployment === name) }
  },
})

const take = act({
  name: 'players take-address',
  summary: 'Lets a player log in by the address again that another player no longer has.',
  order: z.strictObject({ player, deployment }),
  operands: ['player'],
  async perform({ clock }, order, transaction) {
    const found = await playerNamed(transaction, order.deployment, order.player)
    const { id, username, email } = found
    const holder = await findByEmail(transaction, order.deployment, email)
    if (holder && holder.id !== id) {
      throw new CommandRefusedError(`player id=${holder.id} has the address still.`)
    }
    await takeAddressKey(transaction, found, clock.now()).catch((cause: unknown) => {
      if (!isKeyTaken(cause)) throw cause
      throw new CommandRefusedError('another player may still take the address back.', { cause })
    })
    return {
      data: { id, username },
      message: `${username} has the address alone.`,
      subject: subjectOf(found),
    }
  },
})

export const sharedAddressCommands = [list, take]
