/**
 * The known host that a sender means: capitals, a dot at the end of the name and the port that its
 * scheme has anyway say nothing (RFC 9110 4.2.3). A proxy with TLS in front may name either port. Null
 * for another host.
 */
export function knownHost(host: string, known: ReadonlySet<string>): string | null {
  const [, name = '', port = ''] = /^(.*?)\.?(:\d*)?$/.exec(host.toLowerCase()) ?? []
  const plain = `${name}${port}`
  if (known.has(plain)) return plain
  return ['', ':', ':80', ':443'].includes(port) && known.has(name) ? name : null
}
