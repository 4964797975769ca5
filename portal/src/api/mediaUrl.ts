/** Where an image is: absolute addresses as they are, others on the media host; '' without one. */
export function mediaUrl(image: string | null | undefined, mediasUrl: string): string {
  if (!image || /^https?:\/\//i.test(image)) return image ?? ''
  return `${mediasUrl.replace(/\/+$/, '')}/${image.replace(/^\/+/, '')}`
}
