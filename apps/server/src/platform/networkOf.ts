/** The part of an address that a network has in common, as players read it; '' without an address. */
export function networkOf(address: string | null): string {
  if (address === null) return ''
  const sign = address.includes(':') ? ':' : '.'
  return [...address.split(sign).slice(0, 3), '*'].join(sign)
}
