import { providerPath } from '@gatehouse/contract/paths'

/** Where a sign-on goes that needs the player. */
export function interactionPath(uid: string): string {
  return `${providerPath}/interaction/${uid}`
}

/** Where a player sees which sites they have let in. */
export const sitesPath = `${providerPath}/sites`
