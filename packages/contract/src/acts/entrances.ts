import * as z from 'zod'
import { bodyBytes } from '../limits.ts'
import type { ActRow } from './act.ts'

/**
 * The ways to order an act. `machine` is the listener on the loopback, to which the command line passes
 * its orders; `service` a program with a token of the studio's identity provider; `assistant` a language
 * model, which comes with the rights of one of the two.
 */
export const entrances = ['command line', 'machine', 'console', 'service', 'assistant'] as const
export type Entrance = (typeof entrances)[number]

/** Returns whether an entrance has an act. The roles of whoever comes decide after it. */
export function hasAct(entrance: Entrance, row: ActRow): boolean {
  const isOfStaff = row.roles.length > 0
  if (entrance === 'command line') return !row.isConsoleOnly
  if (row.kind === 'offline') return false
  if (entrance === 'machine') return !row.isConsoleOnly
  if (entrance === 'console') return isOfStaff
  // What people do among themselves, a program may look at alone.
  const isForPrograms = !row.isConsoleOnly || row.kind === 'look'
  return isForPrograms && (entrance === 'service' ? isOfStaff : row.isForAssistants)
}

/** The input of an act at an entrance; a field of another one is unknown to it. */
export function orderAt(entrance: Entrance, { order, staffOrder }: ActRow): z.ZodObject {
  return entrance === 'command line' || entrance === 'machine' ? order : staffOrder
}

/** A character takes up to six bytes in JSON. */
const bytesOfCharacter = 6

/**
 * The most bytes of a request with an order: the usual ones, and enough for each text to be as long as
 * its field takes.
 */
export function bodyBytesAt(entrance: Entrance, row: ActRow): number {
  const lengths = Object.values<z.ZodType>(orderAt(entrance, row).shape).map(longestOf)
  return bodyBytes + bytesOfCharacter * lengths.reduce((sum, length) => sum + length, 0)
}

/** Characters of the files that a command line names one by one. */
const charactersOfFiles = 16_000_000

/** The most characters of a field; 0 for one that is short by its form. */
function longestOf(schema: z.ZodType): number {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return longestOf(schema.unwrap() as z.ZodType)
  }
  if (schema instanceof z.ZodArray) return charactersOfFiles
  return schema instanceof z.ZodString ? (schema.maxLength ?? 0) : 0
}
