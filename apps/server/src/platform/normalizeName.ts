import { asciiDomain, withoutUnseen } from '@gatehouse/contract/cleanText'

/**
 * The key by which usernames and addresses are compared: NFKC without case and without what
 * cannot be seen; the domain of an address is in ASCII (UTS 46). One mailbox has one key, typed in full width, as Unicode or as
 * Punycode. The key of a key is itself. Mail goes to addresses as they were typed, never to keys.
 */
export function normalizeName(name: string): string {
  if (isAscii(name)) return name.toLowerCase()
  const usual = name.normalize('NFKC')
  const at = usual.lastIndexOf('@') + 1
  if (at === 0) return folded(usual)
  // A joiner makes another domain, where it may stand, and no other name.
  const domain = fold(withoutUnseen(usual.slice(at)))
  return folded(usual.slice(0, at)) + (asciiDomain(domain) ?? domain)
}

const folded = (text: string) => fold(text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))

/** The second time because lower-casing may leave the normal form. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFKC')

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}
