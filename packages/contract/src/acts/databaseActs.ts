import * as z from 'zod'
import { longAct, offlineAct } from './act.ts'
import { deployment, flag } from './orderFields.ts'

/* Acts on a database as a whole, and on all its players. */

export const databaseActs = {
  migrate: offlineAct({
    title: 'Migrate the database',
    summary: 'Brings the database to this version, as a server does when it starts.',
    order: z.strictObject({}),
    needsReason: true,
  }),
  move: offlineAct({
    title: 'Move the data to PostgreSQL',
    summary:
      'Moves all data from the embedded database in DATA_DIR to an empty PostgreSQL database.',
    needsReason: true,
    order: z.strictObject({
      to: z
        .url({ protocol: /^postgres(ql)?$/ })
        .optional()
        .meta({ description: 'where to, postgres://…; DATABASE_URL without it', value: 'url' }),
    }),
  }),
  distribute: offlineAct({
    title: 'Spread the database over its workers',
    summary: 'Spreads the tables of a Citus database over its workers, while no server runs.',
    needsReason: true,
    order: z.strictObject({
      plan: z.boolean().optional().meta({ description: 'lists the steps and takes none' }),
    }),
  }),
} as const

export const importActs = {
  'players import': longAct({
    title: 'Import players',
    done: 'The players are imported.',
    summary:
      'Imports players from a file of another system: all, or none with every refused record.',
    order: z.strictObject({
      file: z
        .string()
        .min(1)
        .max(4096)
        .meta({ description: 'see docs/player-import.md', from: 'path' }),
      deployment,
      sector: z
        .string()
        .regex(/^[\w.-]{1,100}$/, 'is not made of letters, digits, dots and dashes')
        .default('imported')
        .meta({
          description: 'the sector whose clients know players by their earlier sub',
          value: 'sector',
        }),
      skipRefused: flag('imports the others although some records are refused'),
    }),
    operands: ['file'],
  }),
} as const

export const restoredActs = {
  restored: longAct({
    title: 'Clean up after a restore',
    done: 'The restored database is cleaned up.',
    summary:
      'After a restore, before the servers start: ends sessions, voids links, and repeats later erasures, withdrawals, rewinds and freezes.',
    // It forgets the runs that the backup has, and may be repeated.
    isRun: false,
    order: z.strictObject({
      /** The logs of all servers, or of one that ran to the end. */
      journal: z.array(z.string().min(1)).min(1, 'is missing').meta({
        description: 'an ERASURE_LOG_FILE; may stand several times',
        value: 'file',
        from: 'path',
      }),
    }),
  }),
} as const
