const longest = 1000

export interface AvatarSource {
  /** The provider's own hosts; with a dot before it, every host under it. */
  readonly hosts: readonly string[]
  /** The address of the provider's API: a stand-in without TLS has its avatars there. */
  readonly apiBase: string
}

/** The address of an avatar that the page may load; else empty. The server never loads one. */
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

/** The origin of an address without TLS, which only a stand-in has; else null. */
export function plainOriginOf(address: string): string | null {
  const { protocol, origin } = new URL(address)
  return protocol === 'http:' ? origin : null
}
