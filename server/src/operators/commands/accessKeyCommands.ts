import * as z from 'zod'
import {
  accessKeyIdOf,
  deleteAccessKey,
  insertAccessKeys,
  listAccessKeys,
} from '../../database/accounts/accessKeys.ts'
import { randomBytes } from '../../platform/crypto/random.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { writeCommand, readCommand } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { deployment, limit } from '../command/orderFields.ts'

/** 128 bits: neither ten tries an hour nor a stolen table of hashes finds one. */
const keyBytes = 16

const create = writeCommand({
  name: 'access-keys create',
  summary: 'Makes access keys and shows them: this once, as only their hashes are kept.',
  order: z.strictObject({
    deployment,
    count: z.coerce
      .number()
      .int()
      .min(1)
      .max(10_000)
      .default(1)
      .meta({ description: 'how many (default: 1)', value: 'count' }),
  }),
  async perform(services, { deployment: name, count }, transaction) {
    const keys = Array.from({ length: count }, () => randomBytes(keyBytes).toString('hex'))
    await insertAccessKeys(transaction, name, keys, services.clock.now())
    const data = keys.map((key) => ({ id: accessKeyIdOf(hashOf(key)), key }))
    return { data, message: keys.join('\n'), details: { count } }
  },
})

const list = readCommand({
  name: 'access-keys list',
  summary: 'Lists access keys by their ids, the newest first.',
  order: z.strictObject({
    deployment,
    state: z
      .enum(['all', 'free', 'used'])
      .default('all')
      .meta({ description: 'all, free or used (default: all)', value: 'state' }),
    limit,
  }),
  async answer(services, { deployment: name, state, limit }) {
    const isUsed = state === 'all' ? null : state === 'used'
    const { kysely } = services.database
    return { data: await listAccessKeys(kysely, name, { isUsed, limit }) }
  },
})

const revoke = writeCommand({
  name: 'access-keys revoke',
  summary: 'Takes a free access key back.',
  order: z.strictObject({
    key: z.string().min(1).meta({ description: 'its id, as list shows it, or the key itself' }),
    deployment,
  }),
  operands: ['key'],
  async perform(_, { deployment: name, key }, transaction) {
    const id = await deleteAccessKey(transaction, name, key)
    if (id === null) throw new CommandRefusedError(`${name} has no free access key of that name.`)
    return { data: { id }, message: `Access key ${id} is taken back.`, subject: `access key ${id}` }
  },
})

export const accessKeyCommands = [create, list, revoke]
