import * as z from 'zod'
import { longAct } from './act.ts'
import { deployment } from './orderFields.ts'

/* Refusals and faults that players have reported by a code. */

export const incidentActs = {
  'incidents open': longAct({
    summary:
      'Explains a refusal by the support code that a player reads: its cause and what helps.',
    order: z.strictObject({
      code: z
        .string()
        .trim()
        .min(1)
        .max(40)
        .meta({ description: 'the support code, like K7M4-9QTX-2A' }),
      name: z.string().trim().min(1).max(255).optional().meta({
        description: 'a username or an address, to hear whether it was typed',
        value: 'name',
      }),
      deployment,
    }),
    operands: ['code'],
    roles: ['support', 'privacy', 'operator'],
    // The audit log has this look, too. Its reason is the code.
    needsReason: false,
  }),
} as const
