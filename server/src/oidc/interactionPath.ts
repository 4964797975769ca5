import { providerPath } from '@gatehouse/contract/routes'

/** Where a sign-on goes that needs the player. */
export function interactionPath(uid: string): string {
  return `${providerPath}/interaction/${uid}`
}
