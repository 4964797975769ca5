/** Where the OpenID provider of a deployment is mounted: the path of its issuer. */
export const ssoPrefix = '/oidc'

/** Where a sign-on goes that needs the player. */
export function interactionPath(uid: string): string {
  return `${ssoPrefix}/interaction/${uid}`
}
