import type { CanonicalName } from '@gatehouse/contract/entities'
import * as z from 'zod'

/** Ids of accounts as each service gives them; text, as some exceed what a number holds. */
export const accountId = {
  steam: z.string().regex(/^7656119\d{10}$/),
  twitch: z.string().regex(/^\d{1,20}$/),
  'epic-games': z
    .string()
    .regex(/^[0-9a-f]{32}$/i)
    .toLowerCase(),
  'game-pass': z.string().regex(/^\d{1,20}$/),
} satisfies Record<CanonicalName, z.ZodType<string>>
