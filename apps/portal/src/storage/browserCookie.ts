interface CookieOptions {
  /** Seconds. */
  readonly maxAge: number
  readonly sameSite: 'Strict' | 'Lax'
}

/**
 * The cookies that scripts of this host may read. Where the browser keeps none, writing does nothing
 * and reading answers null, as it does outside a browser.
 */
export const browserCookie = {
  read(name: string): string | null {
    const found = all().find((cookie) => cookie.startsWith(`${name}=`))
    const value = found?.slice(name.length + 1) ?? ''
    return value === '' ? null : decode(value)
  },

  write(name: string, value: string, { maxAge, sameSite }: CookieOptions): void {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    const attributes = `Path=/; Max-Age=${maxAge}; SameSite=${sameSite}${secure}`
    try {
      document.cookie = `${name}=${encodeURIComponent(value)}; ${attributes}`
    } catch {
      // Cookies are blocked altogether: a caller that must know reads the cookie back.
    }
  },

  /** Removes a cookie of this host, even one of another writer. */
  remove(name: string): void {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return
    browserCookie.write(name, '', { maxAge: 0, sameSite: 'Strict' })
  },
}

function all(): string[] {
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
