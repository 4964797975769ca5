import { providerPath } from '@gatehouse/contract/paths'

/** Where a sign-on goes that needs the player. */
export function interactionPath(uid: string): string {
  return `${providerPath}/interaction/${uid}`
}
