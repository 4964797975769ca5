import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where a page tells its faults to, on its own host, so that its policy lets it. */
const faultsPath = '/__faults'

/** Runs before the first line of a page's own scripts: WebDriver has no console and no early script. */
const watch = `if (!globalThis.isWatched) {
  globalThis.isWatched = true
  const tell = (...words) => void navigator.sendBeacon('${faultsPath}', words.join(' '))
  const inner = console.error
  console.error = (...words) => { inner(...words); tell('console.error', ...words) }
  addEventListener('error', ({ message, error }) => tell(message, error?.stack ?? ''))
  addEventListener('unhandledrejection', ({ reason }) => tell('unhandled', reason, reason?.stack ?? ''))
  addEventListener('securitypolicyviolation', (of) => tell('policy', of.violatedDirective, of.blockedURI))
};`

/** Stands between a browser and the product, and hears of all that WebDriver does not tell. */
export class Traffic {
  /** Faults that a test is about. */
  readonly expected: RegExp[] = []
  readonly #faults: string[] = []
  /** The names of the cookies that an answer of the server set. */
  readonly serversCookies = new Set<string>()
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer))

  /** Resolves with its address, `host:port`. */
  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Errors in pages, and requests that failed, other than the expected ones. */
  get faults(): readonly string[] {
    return this.#faults.filter((fault) => !this.expected.some((one) => one.test(fault)))
  }

  end(): void {
    this.#server.close().closeAllConnections()
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const { hostname, port, pathname, search } = new URL(asked.url ?? '')
    if (pathname === faultsPath) {
      asked.setEncoding('utf8').on('data', (fault: string) => this.#faults.push(fault))
      asked.on('end', () => answer.writeHead(204).end())
      return
    }
    // Not every resolver knows the names under localhost.
    const host = hostname.endsWith('.localhost') ? '127.0.0.1' : hostname
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const failed = (why: string | number) =>
      this.#faults.push(`${asked.method ?? ''} ${asked.url ?? ''}: ${why}`)
    const to = { host, port, path: pathname + search, method: asked.method, headers }
    const sent = request(to, (got) => {
      const { statusCode: status = 0 } = got
      if (status >= 400) failed(status)
      for (const cookie of got.headers['set-cookie'] ?? []) {
        this.serversCookies.add(cookie.split('=', 1)[0] ?? '')
      }
      const { 'content-length': length, ...rest } = got.headers
      const isScript = status === 200 && /javascript/.test(got.headers['content-type'] ?? '')
      answer.writeHead(status, isScript || length === undefined ? rest : got.headers)
      if (isScript) answer.write(watch)
      got.pipe(answer)
    })
    sent.on('error', ({ message }) => {
      if (!answer.destroyed) failed(message)
      answer.destroy()
    })
    // What the page no longer wants is no failure.
    answer.on('close', () => sent.destroy())
    asked.pipe(sent)
  }
}
