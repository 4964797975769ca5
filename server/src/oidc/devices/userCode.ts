import { derived } from '../../platform/crypto/secrets.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'

/*
 * A device shows eight letters and two digits, `BCDF-GHJK-42`. The letters lead to the device. The
 * digits are the number that its player picks on the page; no address contains them.
 */

/** The library's own letters: no vowels, nothing that looks like a digit. */
const letters = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

/**
 * The letters of what a player typed; null for what no device shows. Case and signs do not matter, nor
 * the width in which some keyboards write.
 */
export function lettersOf(typed: string): string | null {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
  return letters.test(plain) ? plain : null
}

/** The letters as a device shows them. */
export function shownCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** A code's number and two others, in an order that says nothing and stays: only the device shows which. */
export function choicesOf(
  { devices: [key] }: Pick<ServerKey, 'devices'>,
  code: string,
  number: string,
) {
  const found = new Set([number])
  for (let round = 0; found.size < 3; round += 1) {
    const bytes = Buffer.from(derived(key, 'device number', `${code} ${round}`), 'base64url')
    found.add(numberFrom(bytes))
  }
  const place = (choice: string) => derived(key, 'device number order', `${code} ${choice}`)
  return [...found].toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
}

/** Two digits out of random bytes; none begins with 0, so that all are read alike. */
export function numberFrom(bytes: Buffer): string {
  return String(10 + (bytes.readUInt32BE(0) % 90))
}
