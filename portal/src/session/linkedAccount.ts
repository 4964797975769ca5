import type { CanonicalName, Connect } from '@gatehouse/contract/entities'

/** The player's account id at a linked platform; null when it is not linked. */
export function linkedAccount(
  connects: readonly Connect[],
  platform: CanonicalName,
): string | null {
  const connect = connects.find(({ CanonicalName }) => CanonicalName === platform)
  return connect?.IsLinked === true ? connect.Id_Account : null
}
