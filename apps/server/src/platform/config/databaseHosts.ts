const kinds = ['any', 'read-write', 'primary'] as const

const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^]*)$/
const attribute = /(?<=[?&])target_session_attrs=([^&]*)&?/

/**
 * Reads a connection string as PostgreSQL's own clients do: hosts between commas, of which one at a time
 * may be the right one, and `target_session_attrs`. Answers a connection string for each host, and the
 * kind of host that is wanted: of several one that takes writes, unless the string says otherwise. Null
 * for another text, and for a server that may not write.
 */
export function databaseHosts(url: string) {
  const [, before, hosts, after = ''] = form.exec(url) ?? []
  if (before === undefined || hosts === undefined) return null
  const several = hosts.split(',')
  const asked = attribute.exec(after)?.[1] ?? (several.length > 1 ? 'read-write' : 'any')
  const wanted = kinds.find((kind) => kind === asked)
  const rest = after.replace(attribute, '').replace(/[?&]$/, '')
  // PostgreSQL's own form of a socket names its folder behind the database, and no host.
  const isSocket = before.endsWith('@') && /^(?::|$)/.test(hosts)
  const urls = several.map((host) => `${before}${isSocket ? 'localhost' : ''}${host}${rest}`)
  const isWhole = several.length === 1 || several.every((host) => host !== '')
  return wanted !== undefined && isWhole && urls.every((each) => URL.canParse(each))
    ? { urls, wanted }
    : null
}
