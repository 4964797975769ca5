import { providerPath } from '@gatehouse/contract/routes'

/** The path of a sign-in that needs the player. */
export function interactionPath(uid: string): string {
  return `${providerPath}/interaction/${uid}`
}
