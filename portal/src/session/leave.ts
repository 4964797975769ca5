/**
 * Leaves the portal for another site, so that Back does not lead to the page that only sent on.
 * Never settles: whoever waits for it shows nothing more. Throws a TypeError for anything but http(s).
 */
export function leave(url: string): Promise<never> {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new TypeError('Not a web address.')
  location.replace(url)
  return new Promise<never>(() => undefined)
}
