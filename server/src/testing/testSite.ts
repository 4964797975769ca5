import { readFileSync } from 'node:fs'
import * as oauth from 'oauth4webapi'
import type { DeploymentFile } from '../deployments.ts'
import type { SiteClient } from '../sso/siteClient.ts'
import type { DeploymentName, TestApp } from './startApp.ts'
import type { TestVisitor } from './testVisitor.ts'

const sampleFile = new URL('../../../deployments/local.json', import.meta.url)

/** The sites of the sample deployments. */
export const sampleClients =
  (JSON.parse(readFileSync(sampleFile, 'utf8')) as DeploymentFile).clients ?? []

type Query = Readonly<Record<string, string | undefined>>

interface Sent {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
}

/** A sign-on that a site has begun: what it keeps until its visitor comes back. */
export interface Begun {
  readonly path: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface SignedIn {
  readonly accessToken: string
  readonly refreshToken: string
  readonly idToken: string
  readonly claims: oauth.IDToken
}

/** A site that signs its visitors in by a client library that knows nothing of our provider. */
export class TestSite {
  readonly client: SiteClient
  readonly redirectUri: string
  readonly #app: TestApp
  readonly #deployment: DeploymentName
  readonly #options = { [oauth.customFetch]: this.#fetch.bind(this), ...insecure() }

  constructor(app: TestApp, clientId = 'community', deployment: DeploymentName = 'local') {
    const client = app.deployment(deployment).clients.get(clientId)
    if (!client) throw new Error(`No client ${clientId}.`)
    this.client = client
    this.redirectUri = client.redirectUris[0] ?? ''
    this.#app = app
    this.#deployment = deployment
  }

  async server(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(`${this.#app.deployment(this.#deployment).origin}/oidc`)
    const response = await oauth.discoveryRequest(issuer, this.#options)
    return oauth.processDiscoveryResponse(issuer, response)
  }

  /** Where a visitor is sent; a parameter that is undefined is left out. */
  async begin(given: Query = {}): Promise<Begun> {
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const nonce = oauth.generateRandomNonce()
    const query = new URLSearchParams()
    const usual: Query = {
      client_id: this.client.clientId,
      redirect_uri: this.redirectUri,
      response_type: 'code',
      scope: this.client.scopes.join(' '),
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries({ ...usual, ...given })) {
      if (value !== undefined) query.set(name, value)
    }
    return { path: `/oidc/auth?${query.toString()}`, state, nonce, verifier }
  }

  /** Follows a visitor's redirects as long as they stay with the provider; where do they end? */
  async follow(visitor: TestVisitor, path: string): Promise<URL> {
    const { origin } = visitor.deployment
    let url = new URL(path, origin)
    for (let steps = 0; steps < 10; steps += 1) {
      if (url.origin !== origin || !url.pathname.startsWith('/oidc/')) return url
      const response = await visitor.send({
        method: 'GET',
        url: `${url.pathname}${url.search}`,
        headers: { 'sec-fetch-dest': 'document', accept: 'text/html' },
      })
      const { location } = response.headers
      if (location === undefined) return url
      url = new URL(location, origin)
    }
    throw new Error('The redirects go in circles.')
  }

  /** Trades what a visitor came back with; `secret` and `verifier` may be wrong ones. */
  async exchange(
    begun: Begun,
    callback: URL,
    { verifier = begun.verifier, nonce = begun.nonce, secret = this.client.clientSecret } = {},
  ): Promise<SignedIn> {
    const server = await this.server()
    const client = this.#metadata()
    const params = oauth.validateAuthResponse(server, client, callback, begun.state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      secret === undefined ? oauth.None() : oauth.ClientSecretBasic(secret),
      params,
      this.redirectUri,
      verifier,
      this.#options,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(server, response, this.#options)
    return signedIn(tokens)
  }

  /** Sends a visitor to sign in who is signed in at the portal. */
  async signIn(visitor: TestVisitor, given: Query = {}): Promise<SignedIn> {
    const begun = await this.begin(given)
    return this.exchange(begun, await this.follow(visitor, begun.path))
  }

  async refresh(refreshToken: string): Promise<{ accessToken: string; refreshToken: string }> {
    const server = await this.server()
    const client = this.#metadata()
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(this.client.clientSecret ?? ''),
      refreshToken,
      this.#options,
    )
    return signedIn(await oauth.processRefreshTokenResponse(server, client, response))
  }

  async userInfo(accessToken: string): Promise<oauth.UserInfoResponse> {
    const server = await this.server()
    const client = this.#metadata()
    const response = await oauth.userInfoRequest(server, client, accessToken, this.#options)
    return oauth.processUserInfoResponse(server, client, oauth.skipSubjectCheck, response)
  }

  #metadata(): oauth.Client {
    return { client_id: this.client.clientId }
  }

  /** Sites have no cookie of ours, no bearer and no key. */
  async #fetch(address: string, init: Sent): Promise<Response> {
    const url = new URL(address)
    const { body } = init
    const response = await this.#app.app.inject({
      method: init.method === 'POST' ? 'POST' : 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { ...init.headers, host: url.host },
      ...(body instanceof URLSearchParams ? { payload: body.toString() } : {}),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value))
    return new Response(response.body, { status: response.statusCode, headers })
  }
}

function insecure() {
  return { [oauth.allowInsecureRequests]: true }
}

function signedIn(tokens: oauth.TokenEndpointResponse): SignedIn {
  const { access_token, refresh_token = '', id_token = '' } = tokens
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  if (!claims) throw new Error('There is no id token.')
  return { accessToken: access_token, refreshToken: refresh_token, idToken: id_token, claims }
}
