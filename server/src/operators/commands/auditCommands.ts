import * as z from 'zod'
import { listAudit } from '../../database/operations/auditLog.ts'
import { readCommand } from '../command/command.ts'
import { deployment, limit, moment } from '../command/orderFields.ts'

const list = readCommand({
  name: 'audit list',
  summary: 'Lists what operators did, who and why, the newest first.',
  order: z.strictObject({
    deployment: deployment
      .optional()
      .meta({ description: 'of this deployment alone', value: 'name' }),
    subject: z
      .string()
      .optional()
      .meta({ description: 'whom or what it was done to, like "player 12"' }),
    who: z.string().optional().meta({ description: 'who ordered it', value: 'name' }),
    since: moment.optional().meta({ description: 'from when on, as ISO 8601', value: 'moment' }),
    limit,
  }),
  async answer({ database }, order) {
    return { data: await listAudit(database.kysely, order) }
  },
})

export const auditCommands = [list]
