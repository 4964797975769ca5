import * as z from 'zod'
import { writeCommand, readCommand } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { limit } from '../command/orderFields.ts'

const list = readCommand({
  name: 'outbox list',
  summary: 'Lists mails that are not handed over yet, the oldest first.',
  order: z.strictObject({
    limit: limit.meta({
      description: 'at most so many, the oldest first (default: 100)',
      value: 'count',
    }),
  }),
  async answer({ database, outbox }, { limit }) {
    return { data: await outbox.list(database.kysely, limit) }
  },
})

const retry = writeCommand({
  name: 'outbox retry',
  summary: 'Has waiting mails tried at once, and for another day: one of them, or all.',
  order: z.strictObject({
    mail: z.string().optional().meta({ description: 'its id, as list shows it; without it all' }),
  }),
  operands: ['mail'],
  async perform({ outbox }, { mail }, transaction) {
    const count = await outbox.retry(transaction, mail)
    if (mail !== undefined && count === 0) throw new CommandRefusedError(`No mail ${mail} waits.`)
    return {
      data: { count },
      message: `Mails to be tried at once: ${count}.`,
      subject: mail === undefined ? 'outbox' : `mail ${mail}`,
      details: { count },
    }
  },
})

export const outboxCommands = [list, retry]
