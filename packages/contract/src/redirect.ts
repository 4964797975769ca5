/*
 * The only check of a URL from outside (specification, section 4). Both sides use it: the portal
 * before it redirects, the server before it stores or answers one, and when it reads the addresses of
 * a deployment.
 */

/** Says whether a text is a path of this portal: one leading slash, never the start of a host. */
export function isPortalPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url) && !hasHiddenCharacters(url)
}

/** Returns the parsed URL, or null unless it is plain http(s), which all parsers read in one way. */
export function webAddress(url: string): URL | null {
  if (!/^https?:\/\//i.test(url) || hasHiddenCharacters(url) || url.includes('\\')) return null
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null) return null
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return null
  // A URL parser accepts `http:///host` and `http://@host`, which mislead a person.
  if (parsed.username !== '' || parsed.password !== '' || /^https?:\/\/[/@]/i.test(url)) return null
  const authority = url.slice(url.indexOf('//') + 2).split(/[/?#]/, 1)[0] ?? ''
  return authority.includes('@') ? null : parsed
}

/**
 * Takes a URL, the deployment's patterns (host globs: `site.test`, `*.site.test`) and hosts that
 * are always allowed. Returns the parsed URL, or null unless it is plain http(s) to an allowed
 * host.
 */
export function allowedRedirect(
  url: string,
  patterns: readonly string[],
  ownHosts: readonly string[] = [],
): URL | null {
  const parsed = webAddress(url)
  if (parsed === null) return null
  const isOwn = ownHosts.some((own) => own.toLowerCase() === parsed.hostname)
  return isOwn || patterns.some((pattern) => matchesHost(parsed.hostname, pattern)) ? parsed : null
}

/** A pattern is a host name, or `*.` and a host name of at least two labels. */
export function isHostPattern(pattern: string): boolean {
  const labels = pattern.toLowerCase().replace(/^\*\./, '').split('.')
  const areNames = labels.every((label) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label))
  return areNames && (!pattern.startsWith('*.') || labels.length >= 2)
}

function matchesHost(host: string, pattern: string): boolean {
  if (!isHostPattern(pattern)) return false
  const folded = pattern.toLowerCase()
  if (!folded.startsWith('*.')) return host === folded
  const suffix = folded.slice(1)
  return host.endsWith(suffix) && host.length > suffix.length
}

/** Control, direction and invisible characters, and spaces: parsers and people read them differently. */
function hasHiddenCharacters(url: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u.test(url)
}
