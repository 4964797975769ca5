const longest = 1000

export interface AvatarSource {
  /** The provider's own hosts; with a dot before it, every host under it. */
  readonly hosts: readonly string[]
  /** Where the provider's API is: a stand-in without TLS shows avatars of its own. */
  readonly apiBase: string
}

/** An avatar that the page may load; empty for everything else. The server itself never does. */
export function avatarOf(given: unknown, { hosts, apiBase }: AvatarSource): string {
  if (typeof given !== 'string' || given.length > longest || !URL.canParse(given)) return ''
  const { protocol, hostname, port, origin, username, password, href } = new URL(given)
  if (username !== '' || password !== '') return ''
  const isOnHost = hosts.some((host) =>
    host.startsWith('.') ? hostname.endsWith(host) : hostname === host,
  )
  const isOwn = protocol === 'https:' && port === '' && isOnHost
  return isOwn || origin === plainOriginOf(apiBase) ? href : ''
}

/** The origin of an address without TLS, which only a stand-in has; null of any other. */
export function plainOriginOf(address: string): string | null {
  const { protocol, origin } = new URL(address)
  return protocol === 'http:' ? origin : null
}
