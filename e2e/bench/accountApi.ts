import type { Configuration } from '@gatehouse/contract/configuration'
import type { APIRequestContext } from '@playwright/test'
import { type Deployed, hostOf, loopback } from './addresses.ts'

export interface ApiAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

interface Sender {
  /** The API key; the deployment's own unless given, none for ''. */
  readonly key?: string
  readonly bearer?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The real account API of a deployment, spoken to over HTTP like any program would. */
export class AccountApi {
  readonly #request: APIRequestContext
  readonly #environment: Deployed

  constructor(request: APIRequestContext, environment: Deployed) {
    this.#request = request
    this.#environment = environment
  }

  /** The configuration as the deployment publishes it; not for one that conceals it. */
  async configuration(): Promise<Configuration> {
    const { body } = await this.#fetch('GET', '/runtime-configuration/current/environment.json', {})
    const { Value } = body as { Value: string | Configuration }
    return typeof Value === 'string' ? (JSON.parse(Value) as Configuration) : Value
  }

  /** Sends a call by its name, like `POST log/log-in`. */
  async send(name: string, data?: object, sender: Sender = {}): Promise<ApiAnswer> {
    const [method = '', path = ''] = name.split(' ')
    const key = sender.key ?? (await this.configuration()).AccountApiKey
    const headers = {
      ...(key === '' ? {} : { 'x-api-key': key }),
      ...(sender.bearer === undefined ? {} : { authorization: `Bearer ${sender.bearer}` }),
      ...sender.headers,
    }
    return this.#fetch(method, `/api/${path}`, headers, data)
  }

  /** Logs a player in. Returns the identity and the living token of the session. */
  async logIn(name: string, password: string): Promise<{ identity: string; token: Token }> {
    const { body } = await this.send('POST log/log-in', {
      UsernameOrEmail: name,
      Password: password,
    })
    const { Created: identity } = body as { Created: string }
    const answer = await this.send(`GET token/${identity}`)
    return { identity, token: answer.body as Token }
  }

  async #fetch(method: string, path: string, headers: object, data?: object): Promise<ApiAnswer> {
    const answer = await this.#request.fetch(`${loopback}${path}`, {
      method,
      headers: { host: hostOf(this.#environment), ...headers },
      maxRedirects: 0,
      ...(data === undefined ? {} : { data }),
    })
    const text = await answer.text()
    return {
      status: answer.status(),
      headers: answer.headers(),
      body: text === '' ? null : (JSON.parse(text) as unknown),
    }
  }
}

export interface Token {
  readonly Value: string
  readonly Refresh: string
  readonly Id_User: number
  readonly Validated: boolean
  readonly Refreshed: boolean
  readonly ExprireAt: string
}

/** The items of a refusal as `Property: code`. */
export function itemsOf({ body }: ApiAnswer): string[] {
  const { ErrorMessages } = body as { ErrorMessages: { Property: string; ErrorMessage: string }[] }
  return ErrorMessages.map(({ Property, ErrorMessage }) => `${Property}: ${ErrorMessage}`)
}
