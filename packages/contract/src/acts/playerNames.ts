import type * as z from 'zod'
import { cleanText } from '../cleanText.ts'
import type { Role } from './act.ts'
import { type Mask, seenBy } from './answers.ts'

/*
 * How an order names a player: by the username, by the address, or by the id. Staff name players by what
 * their roles see of them: any other name would say whose it is, or that there is one.
 */

/** The class of what a text names a player by. */
export function classOfName(named: string): Extract<Mask, 'shown' | 'player' | 'address'> {
  if (idNamed(named) !== null) return 'player'
  return named.includes('@') ? 'address' : 'shown'
}

/** The id of `id=12`; null for another name. */
export function idNamed(named: string): number | null {
  const [, id] = /^id=(\d{1,15})$/.exec(named) ?? []
  return id === undefined ? null : Number(id)
}

const ways = { shown: 'username', address: 'address', player: 'id=…' } as const

/** The words of a field for whoever names players by all that there is. */
export const everyWay = waysFor(null)

/** How staff with these roles name a player, in words; null asks for all ways. */
export function waysFor(roles: readonly Role[] | null): string {
  const own = Object.entries(ways).filter(
    ([mask]) => roles === null || seenBy(mask as Mask, roles) !== null,
  )
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(own.map(([, way]) => way))
}

/** True for a field of an order that names players, one a line. */
export function namesPlayers(field: z.core.$ZodType | undefined): boolean {
  return (field as z.ZodType | undefined)?.meta()?.['names'] === 'players'
}

/** A field of an order that names a player as staff with these roles do not; null where there is none. */
export function misnamed(
  { shape }: z.ZodObject,
  order: object,
  roles: readonly Role[],
): { readonly path: string; readonly message: string } | null {
  for (const [path, given] of Object.entries(order)) {
    const names = typeof given === 'string' && namesPlayers(shape[path]) ? given.split(/\r?\n/) : []
    const isSeen = (name: string) => seenBy(classOfName(cleanText('login', name)), roles) !== null
    if (!names.every(isSeen)) {
      return { path, message: `names a player otherwise than by ${waysFor(roles)}` }
    }
  }
  return null
}
