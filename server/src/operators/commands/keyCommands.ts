import * as z from 'zod'
import { listSigningKeys } from '../../database/oidc/signingKeys.ts'
import { rotateSigningKeys } from '../../oidc/keys/signingKeys.ts'
import { readCommand, batchCommand } from '../command/command.ts'
import { deployment } from '../command/orderFields.ts'

const list = readCommand({
  name: 'keys list',
  summary: 'Lists the keys with which a deployment signs its tokens for clients.',
  order: z.strictObject({ deployment }),
  async answer(services, { deployment: name }) {
    const keys = await listSigningKeys(services.database.kysely, name)
    return {
      data: keys.map(({ kid, alg, created_at, signs_from }) => ({
        kid,
        alg,
        createdAt: created_at,
        signsFrom: signs_from,
      })),
    }
  },
})

const rotate = batchCommand({
  name: 'keys rotate',
  summary: 'Changes the key with which a deployment signs; by itself it does so every 90 days.',
  order: z.strictObject({
    deployment,
    now: z.boolean().default(false).meta({
      description: 'signs at once and takes all others back: for a key that was stolen',
    }),
  }),
  async perform(services, { now: atOnce }, note, { name }) {
    // A key takes a second to make, and a transaction would block other requests meanwhile.
    await rotateSigningKeys(services, name, {
      atOnce,
      alongside: (transaction) => note(transaction, { details: { atOnce } }),
    })
    return {
      data: { deployment: name, atOnce },
      message: atOnce
        ? `${name}: a new key signs within a minute; what the old ones signed is believed no more.`
        : `${name}: a new key is published and signs in a day; the old one stays a day longer.`,
    }
  },
})

export const keyCommands = [list, rotate]
