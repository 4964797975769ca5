/* Addresses of the deployment's other hosts, made of its configuration. */

export function profilePage(frontUrl: string, userId: number): string {
  return `${trimmed(frontUrl)}/profile/${userId}`
}

export function rewardsPage(frontUrl: string): string {
  return `${trimmed(frontUrl)}/profile/rewards`
}

function trimmed(frontUrl: string): string {
  return frontUrl.replace(/\/+$/, '')
}

/** Where the icon of a service is; '' where it is on a media host that the deployment does not have. */
export function iconUrl(icon: string | null | undefined, mediasUrl: string): string {
  return mediasUrl === '' && !/^https?:\/\//i.test(icon ?? '') ? '' : mediaUrl(icon, mediasUrl)
}

/** Where an image is: absolute addresses as they are, others on the media host; '' without one. */
export function mediaUrl(image: string | null | undefined, mediasUrl: string): string {
  if (!image || /^https?:\/\//i.test(image)) return image ?? ''
  return `${trimmed(mediasUrl)}/${image.replace(/^\/+/, '')}`
}
