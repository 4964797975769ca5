/** The hosts of a database, of which one at a time may be the right one. */
export interface DatabaseHosts {
  /** A connection string for each host. */
  readonly urls: readonly string[]
  /** What a host has to be; with several hosts one that takes writes, unless the string says otherwise. */
  readonly wanted: (typeof kinds)[number]
}

const kinds = ['any', 'read-write', 'primary'] as const

const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^]*)$/
const attribute = /(?<=[?&])target_session_attrs=([^&]*)&?/

/**
 * Reads a connection string as PostgreSQL's own clients do: hosts between commas, and
 * `target_session_attrs`. Null for what is no such string, and for a server that may not write.
 */
export function databaseHosts(url: string): DatabaseHosts | null {
  const [, before, hosts, after = ''] = form.exec(url) ?? []
  if (before === undefined || hosts === undefined) return null
  const several = hosts.split(',')
  const named = attribute.exec(after)?.[1] ?? (several.length > 1 ? 'read-write' : 'any')
  const wanted = kinds.find((kind) => kind === named)
  const rest = after.replace(attribute, '').replace(/[?&]$/, '')
  const urls = several.map((host) => `${before}${host}${rest}`)
  const isWhole = several.length === 1 || several.every((host) => host !== '')
  return wanted !== undefined && isWhole && urls.every((each) => URL.canParse(each))
    ? { urls, wanted }
    : null
}
