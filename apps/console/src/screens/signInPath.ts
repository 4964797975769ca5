/** Where a person signs in to come back to a path of ours. */
export function signInPath(to: string): string {
  return `/sign-in?${new URLSearchParams({ to }).toString()}`
}
