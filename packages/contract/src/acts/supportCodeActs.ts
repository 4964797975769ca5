import * as z from 'zod'
import { cleanText } from '../cleanText.ts'
import { look } from './act.ts'
import { address, instant, isSo, number, onPlayer, text } from './answers.ts'
import { deployment } from './orderFields.ts'

/* Refusals and faults that players have reported by a code. */

const code = z
  .string()
  .overwrite((given) => cleanText('code', given))
  .min(1)
  .max(40)
  .meta({ description: 'the support code, like K7M4-9QTX-2A' })

const roles = ['support', 'privacy', 'operator'] as const

/** An account beside a refusal: what decides whether its player comes in. */
const account = z.strictObject({
  ...onPlayer,
  email: address,
  registered: instant,
  confirmed: instant.nullable(),
  banned: instant.nullable(),
  bannedUntil: instant.nullable(),
  banReason: text.nullable(),
  frozen: instant.nullable(),
  deleted: instant.nullable(),
  refusesMailSince: instant.nullable(),
  provenBy: text.nullable(),
  secondSteps: z.array(text),
  linked: z.array(text),
  lastRefusals: z.array(z.strictObject({ at: instant, code: text, why: text })),
})

export const supportCodeActs = {
  'support-codes find': look({
    title: 'Find the deployment of a support code',
    summary: 'Finds the deployment of a support code, among those of the person who asks.',
    order: z.strictObject({ code }),
    operands: ['code'],
    answer: z.strictObject({ deployment: text, openUntil: instant }),
    roles,
    countedAs: 'search',
    isAnywhere: true,
  }),
  'support-codes open': look({
    title: 'Look up a support code',
    summary:
      'Explains a refusal by the support code that a player reads: its cause, the account, and what helps.',
    order: z.strictObject({
      code,
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
    roles,
    answer: z.strictObject({
      at: instant,
      screen: text,
      shown: text,
      language: text,
      /** True where Caps Lock was on, as the browser says. */
      capsLock: isSo,
      browser: text,
      call: text,
      status: number,
      words: z.array(z.strictObject({ code: text, read: text, english: text })),
      /** The true cause: a code, which the answer may have concealed, or one of the account. */
      cause: text,
      why: text,
      helps: text,
      /** The act that helps; `hindrance` says what keeps it from being carried out now. */
      act: z
        .strictObject({
          name: text,
          player: z.strictObject(onPlayer),
          service: text.nullable(),
          hindrance: text.nullable(),
        })
        .nullable(),
      /** A sentence to read out, which says nothing about an account. */
      say: z.strictObject({ read: text, english: text }),
      until: instant.nullable(),
      limit: z.strictObject({ name: text, most: number, seconds: number }).nullable(),
      requestId: text,
      /** The player whose session was proven. */
      player: z.strictObject(onPlayer).nullable(),
      /** That player, or the account that was tried; null where there is none. */
      account: account.nullable(),
      /** Another account that stands in the way of this one. */
      other: account.nullable(),
      nameTyped: text.nullable(),
      /** Accounts of the typed name in other deployments of the person who asks. */
      elsewhere: z.array(z.strictObject({ deployment: text, ...onPlayer })),
      openUntil: instant,
    }),
    // Its entries of the audit log and of the activity are its own: not every code has an account.
    countedAs: 'look',
  }),
} as const
