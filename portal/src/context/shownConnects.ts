import type { Connect } from '@gatehouse/contract/entities'
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
