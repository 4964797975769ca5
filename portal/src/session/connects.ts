import type { CanonicalName, Connect } from '@gatehouse/contract/entities'
import type { Rules } from '@gatehouse/contract/environments'
import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'

/** The connections that this portal knows, and that its environment does not hide. */
export function shownConnects(
  connects: readonly Connect[],
  { hiddenConnections }: Rules,
): readonly Connect[] {
  return connects.filter(
    ({ CanonicalName }) =>
      identityProviderNames.includes(CanonicalName) && !hiddenConnections.includes(CanonicalName),
  )
}

/** The player's account id at an identity provider; null when it is not linked. */
export function linkedAccount(
  connects: readonly Connect[],
  provider: CanonicalName,
): string | null {
  const connect = connects.find(({ CanonicalName }) => CanonicalName === provider)
  return connect?.IsLinked === true ? connect.Id_Account : null
}
