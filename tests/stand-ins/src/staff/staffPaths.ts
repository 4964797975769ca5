export const staffPath = '/staff'

export const endSessionPath = `${staffPath}/end-session`

/** The path of the page that asks for the person. */
export function interactionPath(uid: string): string {
  return `${staffPath}/interaction/${uid}`
}
