import { derived, isSame } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'

/**
 * The six digits that stand in a mail beside its link, and in no link: who has opened the link alone does
 * not know them. They derive from the link's secret, so that nothing is stored.
 */
export function confirmationNumber(key: Buffer, token: string): string {
  const bytes = Buffer.from(derived(key, 'safety number', token), 'base64url')
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/** Whether a number is that of a link's mail; spaces do not matter. */
export function isNumberOf(keys: Keys, token: string, given: string): boolean {
  const digits = given.replaceAll(/\s/g, '')
  return keys.some((key) => isSame(confirmationNumber(key, token), digits))
}
