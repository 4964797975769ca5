import * as z from 'zod'

/*
 * Fields that many orders share. `meta` gives the help of a field: `value` stands for its value.
 * With `from: 'file'` the value is the content of a file, with `from: 'path'` its absolute path.
 */

export const deployment = z
  .string()
  .min(1)
  .meta({ description: 'name of the deployment’s file, without .json', value: 'name' })

export const player = z
  .string()
  .min(1)
  .max(255)
  .meta({ description: 'username, address, or id=… of a player' })

/** An id in a catalogue of a deployment. */
export const catalogueId = z.coerce
  .number()
  .int()
  .positive()
  .max(2_147_483_647)
  .meta({ description: 'its id, as list shows it', value: 'id' })

export const limit = z.coerce
  .number()
  .int()
  .min(1)
  .max(10_000)
  .default(100)
  .meta({ description: 'at most so many, the newest first (default: 100)', value: 'count' })

/** A moment, as ISO 8601 with its offset. */
export const moment = z.iso
  .datetime({ offset: true, error: 'is no moment like 2026-11-21T00:00:00Z' })
  .meta({ description: 'as ISO 8601 with its offset', value: 'moment' })

/** Yes or no; without either the value stays as it is. */
export const choice = z
  .enum(['yes', 'no'])
  .transform((given) => given === 'yes')
  .optional()
