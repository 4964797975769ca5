/** Says whether an address is this path, without more, on a host under localhost. */
export function isPathHere(uri: string, path: string): boolean {
  const { protocol, hostname, pathname, search, hash } = new URL(uri)
  const isHere = /^(?:[a-z0-9-]+\.)*localhost$/.test(hostname)
  return isHere && `${protocol}${pathname}${search}${hash}` === `http:${path}`
}
