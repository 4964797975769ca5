import type { Configuration } from '@gatehouse/contract/configuration'
import type { BrowserContext, Route } from '@playwright/test'
import { stubbedApi } from './addresses.ts'
import type { Answer } from './answers.ts'
import { answers, configurationOf } from './defaults.ts'

/** A request that the portal sent to the account API. */
export interface RecordedCall {
  /** Like `POST log/log-in`. */
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

export type Stub = Answer | readonly Answer[] | ((call: RecordedCall) => Answer | Promise<Answer>)

/** Hosts that the browser may be sent away to: they answer every address with an empty page. */
const elsewhere =
  /^https?:\/\/([\w-]+\.)*((partner|steam|epic|twitch|site|other)\.test|evil\.io)([:/]|$)/
const configurationAddress = '**/runtime-configuration/current/environment.json'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * The real portal with an account API played by the test: S0 with a scenario's differences. What no
 * stub answers is answered 404, and fails the test at its end.
 */
export class S0 {
  /** Everything the portal sent to the account API, in its order. */
  readonly calls: RecordedCall[] = []
  /** Addresses on other hosts that a page of the browser went to. */
  readonly visits: string[] = []
  readonly unanswered: string[] = []
  readonly #context: BrowserContext
  readonly #stubs = new Map<string, Stub>()
  readonly #used = new Map<string, number>()
  #configuration: Partial<Configuration> | null = null

  constructor(context: BrowserContext) {
    this.#context = context
  }

  /** Plays a deployment of this environment, with these differences in its configuration. */
  async in(environment: string, differences: Partial<Configuration> = {}): Promise<void> {
    const isFirst = this.#configuration === null
    this.#configuration = { ...configurationOf(environment), ...differences }
    if (!isFirst) return
    await this.#context.route(configurationAddress, (route) => this.#configure(route))
    await this.#context.route(`${stubbedApi}/**`, (route) => this.#answer(route))
    await this.#context.route(elsewhere, (route) => this.#leave(route))
  }

  /** Answers a call differently from S0. A list answers call by call; its last one stays. */
  stub(name: string, stub: Stub): void {
    this.#stubs.set(name, stub)
    this.#used.delete(name)
  }

  /** What was sent to a call, by its name: `POST partner/*` and everything like it. */
  sent(name: string): RecordedCall[] {
    return this.calls.filter((call) => matches(call.name, name))
  }

  async #configure(route: Route): Promise<void> {
    const body = { Value: JSON.stringify(this.#configuration), Encrypted: false }
    await route.fulfill({ json: body })
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request()
    const url = new URL(request.url())
    const headers = request.headers()
    const cors = {
      'access-control-allow-origin': headers['origin'] ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization,content-type,x-api-key',
    }
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors })

    const path = decodeURIComponent(url.pathname.slice(new URL(stubbedApi).pathname.length + 1))
    const call: RecordedCall = {
      name: `${request.method()} ${path}`,
      query: Object.fromEntries(url.searchParams),
      body: bodyOf(request.postData()),
      headers,
    }
    this.calls.push(call)
    const answer = await this.#answerTo(call)
    if (answer.after !== undefined) await passed(answer.after)
    // The page may be gone by now; then nobody waits for the answer.
    await (
      answer.isLost === true
        ? route.abort()
        : route.fulfill({
            status: answer.status,
            json: answer.body,
            headers: { ...cors, ...answer.headers },
          })
    ).catch(() => {})
  }

  #answerTo(call: RecordedCall): Answer | Promise<Answer> {
    const tables = [this.#stubs, new Map<string, Stub>(Object.entries(answers))]
    for (const table of tables) {
      for (const [name, stub] of table) {
        if (!matches(call.name, name)) continue
        if (typeof stub === 'function') return stub(call)
        if (!isList(stub)) return stub
        const used = this.#used.get(name) ?? 0
        this.#used.set(name, used + 1)
        const answer = stub[Math.min(used, stub.length - 1)]
        if (answer !== undefined) return answer
      }
    }
    this.unanswered.push(call.name)
    return { status: 404, body: {} }
  }

  async #leave(route: Route): Promise<void> {
    const request = route.request()
    if (request.resourceType() === 'image') {
      return route.fulfill({ contentType: 'image/png', body: pixel })
    }
    if (request.isNavigationRequest()) this.visits.push(request.url())
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>',
    })
  }
}

function isList(stub: Stub): stub is readonly Answer[] {
  return Array.isArray(stub)
}

/** A star stands for one segment, two for the rest. */
function matches(name: string, pattern: string): boolean {
  const rest = pattern.split('**').map((part) => part.split('*').map(escape).join('[^/]+'))
  return new RegExp(`^${rest.join('.+')}$`).test(name)
}

function escape(text: string): string {
  return text.replaceAll(/[.?+^$()[\]{}|\\]/g, String.raw`\$&`)
}

function bodyOf(data: string | null): unknown {
  try {
    return data === null ? null : JSON.parse(data)
  } catch {
    return data
  }
}

function passed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
