import * as z from 'zod'
import { verifyAudit } from '../../database/operations/verifyAudit.ts'
import { readAuditAnchors } from '../../maintenance/auditAnchors.ts'
import { readCommand } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { moment } from '../command/orderFields.ts'

export const auditCommands = [
  readCommand({
    name: 'audit verify',
    summary: 'Recomputes the chains of the audit log, and names the first entry that does not fit.',
    order: z.strictObject({
      deployment: z
        .string()
        .min(1)
        .optional()
        .meta({ description: 'its chain alone; * for what concerns all', value: 'name' }),
      since: moment
        .optional()
        .meta({ description: 'takes what is older for right', value: 'moment' }),
      anchors: z.array(z.string().min(1)).optional().meta({
        description: 'an AUDIT_ANCHORS; may stand several times',
        value: 'file',
        from: 'path',
      }),
    }),
    async answer({ database }, { deployment, since, anchors: files = [] }) {
      const anchors = (await Promise.all(files.map(readAuditAnchors))).flat()
      const chains = await verifyAudit(database.kysely, {
        deployment,
        since: since === undefined ? undefined : new Date(since),
        anchors,
      })
      if (deployment !== undefined && chains.length === 0) {
        throw new CommandRefusedError(`The audit log has no chain ${deployment}.`)
      }
      const broken = chains.filter(({ misfit }) => misfit !== null)
      if (broken.length > 0) {
        const sentences = broken.map(({ deployment: name, misfit }) => `${name}: ${misfit}`)
        throw new CommandRefusedError(sentences.join('\n'), {
          data: broken.map(({ deployment: name, misfit }) => ({ deployment: name, misfit })),
        })
      }
      return {
        data: chains.map(({ deployment: name, entries, place, anchors: met, explained }) => ({
          deployment: name,
          entries,
          head: place.seq,
          anchors: met,
          explained,
        })),
      }
    },
  }),
]
