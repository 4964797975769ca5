import { lifetimes } from '@gatehouse/contract/limits'

const name = 'sso_identity'

/**
 * The public handle of the session, in a cookie of this host. `write` answers false when the browser
 * keeps no cookies; `read` answers null then, and outside a browser.
 */
export const identityCookie = {
  read(): string | null {
    const found = cookiesOf().find((cookie) => cookie.startsWith(`${name}=`))
    const value = found?.slice(name.length + 1) ?? ''
    return value === '' ? null : decode(value)
  },

  write(identity: string): boolean {
    store(name, encodeURIComponent(identity), lifetimes.identityCookie)
    return identityCookie.read() === identity
  },

  remove(): void {
    store(name, '', 0)
  },
}

/** Removes another cookie of this host, such as the one that a partner left at its login. */
export function removeCookie(cookieName: string): void {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(cookieName)) store(cookieName, '', 0)
}

function store(cookieName: string, value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  try {
    document.cookie = `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Strict${secure}`
  } catch {
    // Cookies are blocked altogether: `write` tells by reading back.
  }
}

function cookiesOf(): string[] {
  if (typeof document === 'undefined') return []
  try {
    return document.cookie.split('; ')
  } catch {
    return []
  }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
