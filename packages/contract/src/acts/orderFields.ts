import * as z from 'zod'
import { cleanText } from '../cleanText.ts'
import { everyWay } from './playerNames.ts'

/*
 * Fields that many orders share. `meta` gives the help of a field: `value` stands for its value.
 * With `from: 'file'` the value is the content of a file, with `from: 'path'` its absolute path.
 * A path, and a field with `isOfCommandLine`, are unknown to every other entrance.
 */

export const deployment = z
  .string()
  .min(1)
  .max(255)
  .meta({ description: 'name of the deployment’s file, without .json', value: 'name' })

export const player = z
  .string()
  .overwrite((given) => cleanText('login', given))
  .min(1)
  .max(255)
  .meta({ description: `${everyWay} of a player`, names: 'players' })

/** An id in a catalogue of a deployment. */
export const catalogueId = z.coerce
  .number()
  .int()
  .positive()
  .max(2_147_483_647)
  .meta({ description: 'its id, as the list shows it', value: 'id' })

/** A count that has a default. */
export function count(least: number, most: number, usual: number, description: string) {
  const meta = { description: `${description} (default: ${usual})`, value: 'count' }
  return z.coerce.number().int().min(least).max(most).default(usual).meta(meta)
}

export const limitOf = (order: string) => count(1, 10_000, 100, `at most so many, ${order} first`)
export const limit = limitOf('the newest')

/** A moment, as ISO 8601 with its offset. */
export const moment = z.iso
  .datetime({ offset: true, error: 'is no moment like 2026-11-21T00:00:00Z' })
  .meta({ description: 'as ISO 8601 with its offset', value: 'moment' })

/** The end of a ban. */
export const until = moment
  .optional()
  .meta({ description: 'its end; for ever, without one', value: 'moment' })

/** From when on a list begins. */
export const since = moment
  .optional()
  .meta({ description: 'from when on, as ISO 8601', value: 'moment' })

/** Yes or no; without either the value stays as it is. */
export function choice(description: string) {
  const given = z.enum(['yes', 'no']).transform((text) => text === 'yes')
  return given.optional().meta({ description, value: 'yes|no' })
}

/** Off unless it is written. */
export function flag(description: string) {
  return z.boolean().default(false).meta({ description })
}

export const aPlayer = z.strictObject({ player, deployment })

/** The input of an act on one player, whom the command line takes without a name. */
export const onePlayer = { order: aPlayer, operands: ['player'] } as const

/** The input of an act that only says where. */
export const ofDeployment = { order: z.strictObject({ deployment }) } as const

export const badge = z
  .string()
  .regex(/^[a-z0-9-]{1,50}$/, 'is not made of small letters, digits and hyphens')
  .meta({ description: 'its name, like qualification-survey' })

export const title = z
  .string()
  .regex(/^[^;]{1,50}$/, 'is too long, or has a semicolon')
  .meta({ description: 'the title that comes with it' })
