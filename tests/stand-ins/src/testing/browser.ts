/** A browser without a screen: it keeps cookies by their paths and follows redirects. */
export interface Browser {
  readonly setCookie: (name: string, value: string) => void
  /** Opens an address; stops at a page, or before an address that `isEnd` accepts. */
  readonly open: (url: string, isEnd?: (url: string) => boolean) => Promise<Stop>
  /** Sends a form, then goes on as `open` does. */
  readonly submit: (
    url: string,
    form: Readonly<Record<string, string>>,
    isEnd?: (url: string) => boolean,
  ) => Promise<Stop>
}

/** The page or address at which a browser stopped. */
export interface Stop {
  readonly url: string
  /** 0 for an address that the browser did not open. */
  readonly status: number
  readonly text: string
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
}

const mostRedirects = 10

export function createBrowser(): Browser {
  let cookies: readonly Cookie[] = []

  function keep(header: string): void {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim())
    const [name = '', value = ''] = pair.split('=')
    const path = attributes.find((part) => /^path=/i.test(part))?.slice('path='.length) ?? '/'
    const others = cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
    cookies = value === '' ? others : [...others, { name, value, path }]
  }

  async function go(
    first: string,
    init: RequestInit,
    isEnd: (url: string) => boolean,
  ): Promise<Stop> {
    let [url, sent] = [first, init]
    for (let hops = 0; hops < mostRedirects; hops++) {
      if (isEnd(url)) return { url, status: 0, text: '' }
      const { pathname } = new URL(url)
      const cookie = cookies
        .filter(({ path }) => pathname.startsWith(path))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ')
      // oxlint-disable-next-line no-await-in-loop -- each answer says where to go next
      const answer = await fetch(url, { ...sent, headers: { cookie }, redirect: 'manual' })
      answer.headers.getSetCookie().forEach(keep)
      const location = answer.headers.get('location')
      // oxlint-disable-next-line no-await-in-loop -- as above
      const text = await answer.text()
      if (location === null) return { url, status: answer.status, text }
      url = new URL(location, url).href
      sent = {}
    }
    throw new Error(`It goes on and on: ${url}`)
  }

  return {
    setCookie: (name, value) => keep(`${name}=${value}; path=/`),
    open: (url, isEnd = () => false) => go(url, {}, isEnd),
    submit: (url, form, isEnd = () => false) =>
      go(url, { method: 'POST', body: new URLSearchParams(form) }, isEnd),
  }
}
