/* Pages of the community site that the portal leads to, told from its address. */

export function profilePage(frontUrl: string, userId: number): string {
  return `${trimmed(frontUrl)}/profile/${userId}`
}

export function rewardsPage(frontUrl: string): string {
  return `${trimmed(frontUrl)}/profile/rewards`
}

function trimmed(frontUrl: string): string {
  return frontUrl.replace(/\/+$/, '')
}
