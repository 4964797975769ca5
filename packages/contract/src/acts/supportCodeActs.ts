import * as z from 'zod'
import { cleanText } from '../cleanText.ts'
import { longAct } from './act.ts'
import { instant, number, onPlayer, text } from './answers.ts'
import { deployment } from './orderFields.ts'

/* Refusals and faults that players have reported by a code. */

export const supportCodeActs = {
  'support-codes open': longAct({
    title: 'Look up a support code',
    done: 'The support code was looked up.',
    summary:
      'Explains a refusal by the support code that a player reads: its cause and what helps.',
    order: z.strictObject({
      code: z
        .string()
        .overwrite((given) => cleanText('code', given))
        .min(1)
        .max(40)
        .meta({ description: 'the support code, like K7M4-9QTX-2A' }),
      name: z
        .string()
        .overwrite((given) => cleanText('login', given))
        .min(1)
        .max(255)
        .optional()
        .meta({
          description: 'a username or an address, to hear whether it was typed',
          value: 'name',
          names: 'players',
        }),
      deployment,
    }),
    operands: ['code'],
    roles: ['support', 'privacy', 'operator'],
    answer: z.strictObject({
      at: instant,
      screen: text,
      shown: text,
      language: text,
      browser: text,
      call: text,
      status: number,
      words: z.array(z.strictObject({ code: text, read: text, english: text })),
      why: text,
      helps: text,
      until: instant.nullable(),
      limit: z.strictObject({ name: text, most: number, seconds: number }).nullable(),
      requestId: text,
      player: z.strictObject(onPlayer).nullable(),
      nameTyped: text.nullable(),
      openUntil: instant,
    }),
    // The audit log has this look, too. Its reason is the code.
    needsReason: false,
  }),
} as const
