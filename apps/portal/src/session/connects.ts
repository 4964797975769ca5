import { isLinkable } from '@gatehouse/contract/identityProviderRow'
import type { CanonicalName, Connect } from '@gatehouse/contract/entities'
import type { Rules } from '@gatehouse/contract/environments'
import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'

/**
 * The connections that this portal knows, and that its environment does not hide. Where screens of our own
 * stand, one that cannot be linked here is left out, unless it is linked from earlier.
 */
export function shownConnects(
  connects: readonly Connect[],
  { hiddenConnections, goesBeyondSpecification }: Rules,
): readonly Connect[] {
  return connects.filter(
    (connect) =>
      identityProviderNames.includes(connect.CanonicalName) &&
      !hiddenConnections.includes(connect.CanonicalName) &&
      (!goesBeyondSpecification || connect.IsLinked || isLinkable(connect)),
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
