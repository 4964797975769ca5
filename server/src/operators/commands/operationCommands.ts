import * as z from 'zod'
import { listSigningKeys } from '../../database/oidc/signingKeys.ts'
import { listAudit } from '../../database/operations/auditLog.ts'
import { rotateSigningKeys } from '../../oidc/keys/signingKeys.ts'
import { batchCommand, listCommand, readCommand, writeCommand } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { deployment, flag, limit, limitOf, since } from '../command/orderFields.ts'

export const operationCommands = [
  readCommand({
    name: 'outbox list',
    summary: 'Lists mails that are not sent yet, the oldest first.',
    order: z.strictObject({
      to: z
        .string()
        .min(1)
        .optional()
        .meta({ description: 'to this address alone', value: 'address' }),
      limit: limitOf('the oldest'),
    }),
    async answer({ database, deployments, outbox }, { to: address, limit }) {
      const names = deployments.all.map(({ name }) => name)
      const to = address === undefined ? {} : { to: { address, deployments: names } }
      return { data: await outbox.list(database.kysely, { limit, ...to }) }
    },
  }),
  writeCommand({
    name: 'outbox retry',
    summary: 'Retries waiting mails at once, and for another day: one of them, or all.',
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
  }),
  listCommand({
    name: 'keys list',
    summary: 'Lists the keys with which a deployment signs its tokens for clients.',
    async list(executor, deployment) {
      const keys = await listSigningKeys(executor, deployment)
      return keys.map(({ kid, alg, created_at, signs_from }) => ({
        kid,
        alg,
        createdAt: created_at,
        signsFrom: signs_from,
      }))
    },
  }),
  batchCommand({
    name: 'keys rotate',
    summary: 'Changes the signing key of a deployment, which also changes every 90 days.',
    order: z.strictObject({
      deployment,
      now: flag('signs at once and revokes all others: for a stolen key'),
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
          ? `${name}: a new key signs within a minute; tokens of the old ones are no longer valid.`
          : `${name}: a new key is published and signs in a day; the old one stays a day longer.`,
      }
    },
  }),
  readCommand({
    name: 'audit list',
    summary: 'Lists the acts of operators with author and reason, the newest first.',
    order: z.strictObject({
      deployment: deployment
        .optional()
        .meta({ description: 'of this deployment alone', value: 'name' }),
      subject: z
        .string()
        .optional()
        .meta({ description: 'the subject of the change, like "player 12"' }),
      who: z
        .string()
        .optional()
        .meta({ description: 'the operator or program that ordered it', value: 'name' }),
      since,
      limit,
    }),
    async answer({ database }, order) {
      return { data: await listAudit(database.kysely, order) }
    },
  }),
]
