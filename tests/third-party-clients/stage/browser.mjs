// A browser without a screen: cookies, redirects, forms, and a player who logs in at the portal.
import { request as send } from 'node:https'

const mostSteps = 20
const unescaped = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'", '#x27': "'" }

/** One browser of one player. Its cookies are kept by host, as browsers keep them. */
export class Browser {
  #cookies = new Map()
  #product
  #username

  constructor(product, username) {
    this.#product = product
    this.#username = username
  }

  /**
   * Opens an address, and goes on as a player does: redirects, the log-in, questions of the portal,
   * and forms that send themselves. Ends at a page, or at the first address that begins with
   * `stop`, which it does not open. Returns where it ended, with status and text of the page.
   */
  go(address, stop) {
    return this.#follow({ url: new URL(address), method: 'GET' }, stop)
  }

  /** Sends the form of a page, with `given` instead of its own values, and goes on. */
  submit({ url, text }, given, stop) {
    const form = formOf(url, text, given)
    if (form === null) throw new Error(`${url.href} has no form.`)
    return this.#follow(form, stop)
  }

  /** Sends one request with the cookies of its host, and keeps those of the answer. */
  async send(address, { method = 'GET', body = '', headers = {} } = {}) {
    const url = new URL(address)
    const jar = this.#cookies.get(url.hostname) ?? new Map()
    this.#cookies.set(url.hostname, jar)
    const sent = [...jar.values()].filter(({ path }) => isBelow(url.pathname, path))
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ')
    const answer = await exchange(url, {
      method,
      body,
      headers: {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        ...(method === 'POST'
          ? { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin }
          : {}),
        ...(cookie === '' ? {} : { cookie }),
        ...headers,
      },
    })
    for (const line of answer.headers['set-cookie'] ?? []) keepCookie(jar, url, line)
    return answer
  }

  async #follow(first, stop = 'nowhere:') {
    let step = first
    for (let count = 0; count < mostSteps; count += 1) {
      const { url } = step
      if (url.href.startsWith(stop)) return { url, status: 0, text: '' }
      const answer = await this.send(url, step)
      const next = this.#isLogIn(url) ? await this.#logIn(url) : nextOf(url, answer)
      if (next === null) return { url, ...answer }
      step = next
    }
    throw new Error(`${first.url.href} leads nowhere: the last address is ${step.url.href}.`)
  }

  #isLogIn(url) {
    return url.origin === this.#product.portal && url.pathname === '/login'
  }

  /** The calls that the portal's screen makes, and the way back to the client. */
  async #logIn(page) {
    const { portal, apiKey, password } = this.#product
    const body = { UsernameOrEmail: this.#username, Password: password, ClientId: '', Token: '' }
    const headers = { 'content-type': 'application/json', 'x-api-key': apiKey, accept: '*/*' }
    const call = { method: 'POST', body: JSON.stringify(body), headers }
    const answer = await this.send(`${portal}/api/log/log-in`, call)
    if (answer.status !== 200) throw new Error(`The player does not get in: ${answer.text}`)
    // With the token comes the cookie that clients' sign-ins see.
    await this.send(`${portal}/api/token/${JSON.parse(answer.text).Created}`, { headers })
    return { url: new URL(page.searchParams.get('redirectUrl') ?? '/', portal), method: 'GET' }
  }
}

function exchange(url, { method, body, headers }) {
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, agent: false }, (answer) => {
      const chunks = []
      answer.on('data', (chunk) => chunks.push(chunk)).on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.on('error', reject).end(body)
  })
}

function keepCookie(jar, url, line) {
  const [pair, ...attributes] = line.split(';').map((part) => part.trim())
  const name = pair.slice(0, pair.indexOf('='))
  const given = new Map(
    attributes.map((each) => {
      const [key, value = ''] = each.split('=')
      return [key.toLowerCase(), value]
    }),
  )
  const isGone =
    Number(given.get('max-age') ?? 1) <= 0 || Date.parse(given.get('expires')) <= Date.now()
  const path = given.get('path') || url.pathname.replace(/(?<=.)\/[^/]*$/, '')
  const key = `${name} ${path}`
  if (isGone) jar.delete(key)
  else jar.set(key, { name, path, value: pair.slice(pair.indexOf('=') + 1) })
}

function isBelow(pathname, path) {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}

/**
 * The address that a page leads to without an answer, or by the first answer to its question; null
 * at its end.
 */
function nextOf(url, { status, headers, text }) {
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    return { url: new URL(headers.location, url), method: 'GET' }
  }
  const isQuestion = url.pathname.startsWith('/oidc/') || /\.submit\(\)/.test(text)
  return isQuestion && status === 200 ? formOf(url, text, {}) : null
}

/** The request of a page's first form that posts, pressed by its first button. */
function formOf(url, text, given) {
  const form = /<form\b([^>]*\bmethod="post"[^>]*)>([\s\S]*?)<\/form>/i.exec(text)
  if (form === null) return null
  const [, attributes, inner] = form
  const inputs = [...inner.matchAll(/<input\b([^>]*)>/gi)].map(([, each]) => each)
  const button = /<button\b([^>]*\bname="[^>]*)>/i.exec(inner)?.[1]
  const fields = new URLSearchParams()
  for (const each of [...inputs, ...(button === undefined ? [] : [button])]) {
    const name = attribute(each, 'name')
    if (name !== '') fields.set(name, attribute(each, 'value'))
  }
  for (const [name, value] of Object.entries(given)) fields.set(name, value)
  const action = new URL(attribute(attributes, 'action') || url.href, url)
  return { url: action, method: 'POST', body: fields.toString() }
}

function attribute(text, name) {
  const value = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(text)?.[1] ?? ''
  return value.replaceAll(/&(amp|quot|lt|gt|#39|#x27);/g, (_, entity) => unescaped[entity])
}
