/**
 * A date as it is typed: digits alone are kept, and a dash follows the year and the month as soon as
 * they are complete. While something is deleted no dash is added, so that backspace is never trapped.
 */
export function maskDate(previous: string, typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 8)
  const parts = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter(
    (part) => part !== '',
  )
  const masked = parts.join('-')
  const endsPart = digits.length === 4 || digits.length === 6
  const isDeleting = typed.length < previous.length
  return endsPart && (!isDeleting || typed.endsWith('-')) ? `${masked}-` : masked
}
