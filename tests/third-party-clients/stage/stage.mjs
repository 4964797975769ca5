// The stage of a client: the product, its registration, its player's browser, and its three steps.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Browser } from './browser.mjs'

const withinMs = 60_000

/** The steps of a client, in their order. A client names those that it `lacks`. */
export const steps = ['signs in', 'refreshes', 'signs out']

export class Stage {
  /** The steps that the client has taken. */
  taken = []

  constructor(product, { site, registration, username }) {
    Object.assign(this, product, { site, registration, username })
    this.browser = new Browser(product, username)
  }

  /** The client signs its player in; afterwards the portal knows the browser. */
  async signsIn(act) {
    const result = await this.#take('signs in', act)
    if (!(await this.isKnown())) throw new Error('The portal does not know the player.')
    return result
  }

  refreshes(act) {
    return this.#take('refreshes', act)
  }

  /** The client signs its player out; afterwards the portal does not know the browser. */
  signsOut(act) {
    return this.#take('signs out', async () => {
      const result = await act()
      if (await this.isKnown()) throw new Error('The portal still knows the player.')
      return result
    })
  }

  /** Claims are those of the stage's player. */
  isPlayer({ sub, preferred_username: name, email }) {
    const mayHave = this.registration.scopes?.includes('email')
    const address = mayHave ? `${this.username}@site.test`.toLowerCase() : undefined
    const expected = { sub: String(this.ids.get(this.username)), name: this.username, address }
    assert.deepEqual({ sub: String(sub), name, address: email?.toLowerCase() }, expected)
  }

  /** Asks the portal silently, as another site would. */
  async isKnown() {
    const { clientId, redirectUris = [] } = this.probe
    const [redirectUri] = redirectUris
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      prompt: 'none',
      state: randomBytes(8).toString('hex'),
      code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const { url } = await this.browser.go(`${this.issuer}/auth?${query}`, redirectUri)
    const error = url.searchParams.get('error')
    if (error !== null && error !== 'login_required') throw new Error(url.href)
    return error === null
  }

  async #take(step, act) {
    const late = AbortSignal.timeout(withinMs)
    const tooLate = new Promise((_, reject) => {
      late.addEventListener('abort', () => reject(new Error(`It takes over ${withinMs} ms.`)))
    })
    try {
      const result = await Promise.race([act(), tooLate])
      this.taken.push(step)
      return result
    } catch (error) {
      throw new Error(`It does not go on: ${step}.`, { cause: error })
    }
  }
}
