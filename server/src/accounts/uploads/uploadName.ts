import { avatarBounds } from '@gatehouse/contract/browserLimits'
import { newSecret } from '../../platform/crypto/secrets.ts'

/*
 * The names of an upload. Each upload has a new one that cannot be guessed, so that its files never
 * change and may be cached for ever.
 */

export const uploadPath = '/avatars'

/** The sides of an upload's squares, the largest first. */
export const sides = avatarBounds.sides
type Side = (typeof sides)[number]

export function newUploadName(): string {
  return newSecret()
}

/** The name of an upload's file with squares of a side. */
export function fileOf(name: string, side: Side): string {
  return `${name}-${side}.webp`
}

/** The path of an upload on the portal; the largest square stands for it. */
export function pathOf(name: string): string {
  return `${uploadPath}/${fileOf(name, sides[0])}`
}

/** The name in the path of an upload; null for any other text. */
export function nameIn(path: string): string | null {
  return /^\/avatars\/([\w-]{43})-256\.webp$/.exec(path)?.[1] ?? null
}

/** Returns whether a text is the name of a file of an upload; nothing else reaches a storage. */
export function isUploadFile(text: string): boolean {
  return /^[\w-]{43}-(?:256|64)\.webp$/.test(text)
}
