import type { Deployment } from '../deployments.ts'

const day = 24 * 3600

interface CookieClass {
  readonly sameSite: 'strict' | 'lax'
  readonly path: RegExp
  /** The longest life, in seconds. */
  readonly lives: number
  /** Bound to its host by `__Host-` where there is TLS. */
  readonly isOfHost?: true
  /** Has to come along where the account API is on another site than the portal. */
  readonly crossesSites?: true
}

/** Every cookie that the server sets, and as what. */
const classes: Readonly<Record<string, CookieClass>> = {
  // The secret half of a session.
  sso_session: { sameSite: 'strict', path: /^\/$/, lives: 30 * day, isOfHost: true },
  // That a player has logged in from here before.
  sso_browser: { sameSite: 'strict', path: /^\/$/, lives: 180 * day, isOfHost: true },
  // Signs in at sites, from where it has to come along.
  sso_sites: { sameSite: 'lax', path: /^\/$/, lives: 30 * day, isOfHost: true },
  // A journey to a partner, whose pages lead back.
  sso_flow: { sameSite: 'lax', path: /^\/$/, lives: day, isOfHost: true, crossesSites: true },
  // That somebody here was too young.
  sso_age: { sameSite: 'lax', path: /^\/$/, lives: day, isOfHost: true, crossesSites: true },
  // A sign-on at a site that is under way.
  sso_interaction: { sameSite: 'lax', path: /^\/oidc\/interaction\//, lives: day },
  sso_resume: { sameSite: 'lax', path: /^\/oidc\/auth\//, lives: day },
  sso_provider: { sameSite: 'lax', path: /^\/oidc$/, lives: 30 * day },
}

/**
 * What is wrong with a Set-Cookie line of a deployment: an unknown name, a wrong attribute, too long
 * a life or text. Null when it is of its class. Every line that a test visitor gets is held to it.
 */
export function faultOfCookie(
  line: string,
  { isSecure, sessionBinding }: Pick<Deployment, 'isSecure' | 'sessionBinding'>,
): string | null {
  const [pair = '', ...rest] = line.split(/;\s*/)
  const attributes = new Map(rest.map((one) => nameAndValue(one.toLowerCase())))
  const [name] = nameAndValue(pair)
  const row = classes[name.replace(/^__Host-/, '').replace(/\.sig$/, '')]
  if (!row) return `${name} is of no class`
  const mayCross = row.crossesSites === true && sessionBinding === 'none'
  const sameSite = mayCross ? 'none' : row.sameSite
  const until = Date.parse(attributes.get('expires') ?? '')
  const age = Number(attributes.get('max-age') ?? (Number.isNaN(until) ? 0 : 1))
  const wrong = {
    length: line.length > 4096,
    name: name.startsWith('__Host-') !== (isSecure && row.isOfHost === true),
    httponly: !attributes.has('httponly'),
    secure: attributes.has('secure') !== (isSecure || mayCross),
    domain: attributes.has('domain'),
    path: !row.path.test(attributes.get('path') ?? ''),
    samesite: attributes.get('samesite') !== sameSite,
    'max-age': age > row.lives,
  }
  const faults = Object.entries(wrong).filter(([, isWrong]) => isWrong)
  return faults.length === 0 ? null : `${name}: ${faults.map(([fault]) => fault).join(', ')}`
}

function nameAndValue(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
