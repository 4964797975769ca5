const longest = 1000

export interface AvatarSource {
  /** The provider's own hosts; with a dot before it, every host under it. */
  readonly hosts: readonly string[]
  /** The hosts that have the pictures of another one by TLS. */
  readonly secureHosts?: Readonly<Record<string, string>>
  /** The address of the provider's API: a stand-in without TLS has its avatars there. */
  readonly apiBase: string
}

/**
 * The address of an avatar that the page may load; else empty. One of a known host without TLS is
 * raised to https. The server never loads one.
 */
export function avatarOf(given: unknown, { hosts, secureHosts, apiBase }: AvatarSource): string {
  if (typeof given !== 'string' || given.length > longest || !URL.canParse(given)) return ''
  const url = new URL(given)
  if (url.username !== '' || url.password !== '') return ''
  if (url.origin === plainOriginOf(apiBase)) return url.href
  const isOnHost = hosts.some((host) =>
    host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host,
  )
  if (!isOnHost || url.port !== '') return ''
  if (url.protocol === 'https:') return url.href
  if (url.protocol !== 'http:') return ''
  url.protocol = 'https:'
  url.hostname = secureHosts?.[url.hostname] ?? url.hostname
  return url.href
}

/** The origin of an address without TLS, which only a stand-in has; else null. */
export function plainOriginOf(address: string): string | null {
  const { protocol, origin } = new URL(address)
  return protocol === 'http:' ? origin : null
}
