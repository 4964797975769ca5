import { domainToASCII } from 'node:url'

/**
 * The key by which usernames and addresses are compared: NFKC without case; the domain of an
 * address is in ASCII (UTS 46). One mailbox has one key, typed in full width, as Unicode or as
 * Punycode. The key of a key is itself. Mail goes to addresses as they were typed, never to keys.
 */
export function normalizeName(name: string): string {
  if (isAscii(name)) return name.toLowerCase()
  // The second time because lower-casing may leave the normal form.
  const folded = name.normalize('NFKC').toLowerCase().normalize('NFKC')
  const at = folded.lastIndexOf('@') + 1
  const domain = folded.slice(at)
  return at === 0 || isAscii(domain) ? folded : `${folded.slice(0, at)}${asciiOf(domain)}`
}

/** A text that is no domain stays as it is: the converter would stop at a slash, like a browser. */
function asciiOf(domain: string): string {
  const converted = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(domain) ? domainToASCII(domain) : ''
  return converted === '' ? domain : converted
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}
