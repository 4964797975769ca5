import type { CallName } from '@gatehouse/contract/calls'
import { CallFailure, type CallOptions, type Client, createClient } from '@gatehouse/client/client'
import { type AnswerOf, type InputOf, schemas } from '@gatehouse/contract/schemas'
import type { Token } from '@gatehouse/contract/entities'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Deployment } from '../deployments.ts'
import { faultOfCookie } from './faultOfCookie.ts'

/** What answers requests: a server, or several behind one address. */
export interface Answering {
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
}

/** A visitor of one deployment: an address, a cookie jar, and the bearer of the session. */
export class TestVisitor {
  readonly deployment: Deployment
  readonly jar = new Map<string, string>()
  bearer: string | null = null
  /** What `Created` said at the last log-in. */
  identity = ''
  readonly #app: Answering
  readonly #ip: string
  readonly #client: Client
  last: LightMyRequestResponse | null = null

  constructor(app: Answering, deployment: Deployment, ip: string) {
    this.#app = app
    this.deployment = deployment
    this.#ip = ip
    this.#client = createClient({
      apiUrl: deployment.configuration.AccountApiUrl,
      apiKey: deployment.apiKey,
      bearer: () => this.bearer,
      fetch: (input, init) => this.#fetch(input as string, init ?? {}),
    })
  }

  /** Sends a call and checks the answer against the row. */
  async call<N extends CallName>(
    name: N,
    input: InputOf<N>,
    options: CallOptions = {},
  ): Promise<AnswerOf<N>> {
    const answer = await this.#client(name, input, options)
    schemas[name].answer.parse(answer)
    return answer
  }

  /** Sends a call that must fail; answers its status and its items as `code@Property`. */
  async refused<N extends CallName>(name: N, input: InputOf<N>, options: CallOptions = {}) {
    const failure = await this.#client(name, input, options).then(
      () => null,
      (error: unknown) => error,
    )
    if (!(failure instanceof CallFailure)) throw new Error(`${name} was not refused.`)
    const items = failure.body?.ErrorMessages ?? []
    return {
      status: failure.status,
      items: items.map((item) => `${item.ErrorMessage}@${item.Property}`),
    }
  }

  /** Sends anything to the host of the deployment, with its key unless told otherwise. */
  async send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const response = await this.#app.inject({
      remoteAddress: this.#ip,
      ...options,
      headers: {
        host: this.deployment.host,
        'x-api-key': this.deployment.apiKey,
        // As browsers say it for the portal.
        'cache-control': 'no-cache',
        ...(this.bearer === null ? {} : { authorization: `Bearer ${this.bearer}` }),
        ...(this.jar.size === 0 ? {} : { cookie: this.#cookies() }),
        ...options.headers,
      },
    })
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const fault = faultOfCookie(line, this.deployment)
      if (fault !== null) throw new Error(`A cookie is none of ours: ${fault}.`)
    }
    for (const cookie of response.cookies) {
      if (cookie.maxAge === 0 || (cookie.expires && cookie.expires.getTime() === 0)) {
        this.jar.delete(cookie.name)
      } else this.jar.set(cookie.name, cookie.value)
    }
    this.last = response
    return response
  }

  /** Logs in by name and password, and takes the token of the new session. */
  async logIn(usernameOrEmail: string, password: string): Promise<Token> {
    const { Created } = await this.call('logIn', {
      body: logInForm({ UsernameOrEmail: usernameOrEmail, Password: password }),
    })
    this.identity = Created
    return this.readToken()
  }

  async readToken(): Promise<Token> {
    const token = await this.call('readToken', { path: { identity: this.identity } })
    this.bearer = token.Value
    return token
  }

  #cookies(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async #fetch(address: string, init: RequestInit): Promise<Response> {
    const url = new URL(address, this.deployment.origin)
    const response = await this.send({
      method: init.method === 'POST' ? 'POST' : 'GET',
      url: `${url.pathname}${url.search}`,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body === undefined ? {} : { payload: init.body as string }),
    })
    return new Response(response.body, { status: response.statusCode })
  }
}

type LogInForm = InputOf<'logIn'>['body']

export function logInForm(given: Partial<LogInForm>): LogInForm {
  return {
    UsernameOrEmail: '',
    Password: '',
    ClientId: '',
    RedirectUrl: '',
    StudioName: '',
    Token: '',
    ...given,
  }
}
