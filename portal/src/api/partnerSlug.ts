/** The partner's name as paths of the account API carry it: lower case, hyphens for spaces. */
export function partnerSlug(partnerName: string): string {
  return partnerName.trim().toLowerCase().replaceAll(/\s+/g, '-')
}
