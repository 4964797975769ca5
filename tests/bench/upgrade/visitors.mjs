import { hash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { overHttp } from '../../../apps/server/test/fixtures/overHttp.ts'
import { signInAt } from '../../../apps/server/test/fixtures/signInAt.ts'
import { registerForm } from '../anonymousRequests.mjs'

/** Milliseconds that a mail may take, whichever server dies on the way. */
const mailWithinMs = 120_000
const random = () => randomBytes(32).toString('base64url')

/** A request that the end of a killed server cut: its visitor begins again. */
export class CutError extends Error {}
/** A request that was not answered as it should be: its visitor gives up. */
export class FailedError extends Error {}

/** A browser of one player, with its own address, that notes each request in `record`. */
export class Visitor {
  /** Where its session is read; '' without one. */
  identity = ''
  #bearer = ''
  #id = 0
  #jar = new Map()
  #world
  #address

  constructor(world, number, { sessionSecret, identity = '', bearer = '' } = {}) {
    this.#world = world
    this.#address = `10.${[number >> 16, number >> 8, number].map((part) => part & 255).join('.')}`
    if (sessionSecret !== undefined) this.#jar.set('__Host-sso_session', sessionSecret)
    Object.assign(this, { identity })
    this.#bearer = bearer
  }

  async ask(step, path, { status = 200, isOfPlayer = true, headers = {}, ...rest } = {}) {
    const { port, host, apiKey, record } = this.#world
    const own = { authorization: `Bearer ${this.#bearer}`, cookie: this.#cookies() }
    const sent = {
      method: rest.method ?? 'GET',
      url: path,
      payload: rest.payload,
      headers: {
        host,
        'x-forwarded-for': this.#address,
        'x-api-key': apiKey,
        ...(isOfPlayer && this.#jar.size > 0 ? own : {}),
        ...headers,
      },
    }
    const from = performance.now()
    const answer = await overHttp(port, this.#world.agent)
      .inject(sent)
      .catch((error) => ({ statusCode: 0, body: String(error), cookies: [] }))
    record({ step, method: sent.method, from, to: performance.now(), status, answer })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) this.#jar.delete(name)
      else this.#jar.set(name, value)
    }
    return answer
  }

  /** An answer that brings its bad news to the site: it is none of 200 and 303. */
  #refuse(step, { headers, cookies }) {
    const answer = { statusCode: 503, body: headers.location, cookies }
    const at = performance.now()
    this.#world.record({ step, method: 'GET', from: at, to: at, status: 303, answer })
  }

  #cookies() {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async call(step, path, body, given = {}) {
    const headers = { 'content-type': 'application/json', ...given.headers }
    const sent = { ...given, method: 'POST', payload: JSON.stringify(body), headers }
    return (await this.ask(step, `/api/${path}`, sent)).body
  }

  /** Reads the token of its session, as the portal does at each visit. */
  async readToken(step = 'token') {
    const token = (await this.ask(step, `/api/token/${this.identity}`)).json()
    this.#bearer = token.Value
    this.#id = token.Id_User
    return token
  }

  /** Reads the profile of the player whose token it has read. */
  readProfile() {
    return this.ask('profile', `/api/profile/user/${this.#id}`)
  }

  /** Forgets the session, as a browser does at its end; the browser stays known. */
  loseSession() {
    this.#jar.delete('__Host-sso_session')
  }

  async logIn(username, password) {
    const form = { UsernameOrEmail: username, Password: password, ClientId: '', Token: '' }
    this.identity = JSON.parse(await this.call('log-in', 'log/log-in', form)).Created
    this.#world.isAcknowledged('session', this.identity)
    await this.readToken()
  }

  /** A repetition has the same values, as that of the portal has. */
  async refresh(state) {
    if (state.query === undefined) {
      const { Value, Refresh } = await this.readToken()
      const values = { access_token: Value, refresh_token: Refresh, client_id: '' }
      state.query = new URLSearchParams(values).toString()
    }
    if (!state.isRefreshed) {
      const answer = await this.ask('refresh', `/api/token/refresh?${state.query}`)
      this.identity = answer.json().AccessToken
      this.#world.isAcknowledged('session', this.identity)
      state.isRefreshed = true
    }
    await this.readToken()
  }

  /** Registers, reads the mail, follows its link and logs in. */
  async join(number, state) {
    await this.register(number, state)
    const { Username, Password } = JSON.parse(registerForm(number))
    await this.logIn(Username, Password)
  }

  /** Registers, reads the mail and follows its link. */
  async register(number, state) {
    const { Email } = JSON.parse(registerForm(number))
    if (state.uid === undefined) {
      state.key ??= random()
      const headers = { 'content-type': 'application/json', 'idempotency-key': state.key }
      const sent = { method: 'POST', payload: registerForm(number), status: 201, headers }
      await this.ask('registration', '/api/register/new-user', sent)
      this.#world.isMailed(Email)
      this.#world.isAcknowledged('player', Email)
      for (const until = Date.now() + mailWithinMs; Date.now() < until; await pause(100)) {
        state.uid = this.#world.linkTo(Email)
        if (state.uid !== undefined) break
      }
      // It is counted as a mail that never came.
      if (state.uid === undefined) throw new FailedError('No mail.')
    }
    if (!state.isConfirmed) await this.call('confirmation', 'email/confirm', { Uid: state.uid })
    if (!state.isConfirmed) this.#world.isAcknowledged('confirmation', Email)
    state.isConfirmed = true
  }

  /** Links a Steam account, unless the request that was cut has. */
  async link(number) {
    const steamOf = async () =>
      (await this.ask('connections', '/api/profile/connects'))
        .json()
        .find(({ CanonicalName }) => CanonicalName === 'steam')
    if ((await steamOf()).IsLinked) return
    const query = 'callbackPath=/steam/callback&redirectUrl='
    const address = (await this.ask('linking', `/api/steam/auth?${query}`)).json()
    const body = await signInAt(address, `7656119${String(8e9 + number).padStart(10, '0')}`)
    await this.call('linking', 'steam/callback', body)
  }

  /** Signs in to a site: authorization, code, token, and who it is. Returns the site's token. */
  async signInToSite(site) {
    await this.readToken()
    const token = await this.exchange(site, await this.authorize(site))
    await this.readAsSite(token)
    return token
  }

  /** Returns the code that the site gets, with the verifier that belongs to it. */
  async authorize({ clientId, redirectUris: [redirectUri] }) {
    const verifier = random()
    const request = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid profile',
      state: random(),
      nonce: random(),
      code_challenge: hash('sha256', verifier, 'base64url'),
      code_challenge_method: 'S256',
    })
    const page = { status: 303, headers: { accept: 'text/html', 'sec-fetch-dest': 'document' } }
    const answer = await this.ask('authorization', `/oidc/auth?${request}`, page)
    const code = new URL(answer.headers.location, 'https://site').searchParams.get('code')
    if (code === null) this.#refuse('authorization', answer)
    return { code, verifier }
  }

  /** The site's server exchanges the code. Returns its token. */
  async exchange({ clientId, clientSecret, redirectUris: [redirectUri] }, { code, verifier }) {
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const exchanged = await this.ask('code', '/oidc/token', {
      method: 'POST',
      isOfPlayer: false,
      payload: new URLSearchParams({ ...form, code_verifier: verifier }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      },
    })
    return exchanged.json().access_token
  }

  /** Opens the log-in with an empty cache: the page, then its scripts and styles. */
  async open() {
    const headers = { accept: 'text/html' }
    const { body } = await this.ask('page', '/login', { headers })
    const files = new Set(body.match(/(?<=(?:src|href)=")\/[\w/.-]+\.(?:js|css)(?=")/g))
    await Promise.all([...files].map((file) => this.ask('file of a page', file)))
  }

  readAsSite(token) {
    const headers = { authorization: `Bearer ${token}` }
    return this.ask('userinfo', '/oidc/me', { isOfPlayer: false, headers })
  }
}
