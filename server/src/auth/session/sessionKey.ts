import type { Deployment } from '../../tenants/deployments.ts'
import { derived } from '../../platform/crypto/secrets.ts'

/*
 * A session has one root secret. It lives in an HttpOnly cookie and nowhere else. All other values
 * of the session derive from it under the server's key and are stored as hashes:
 *   root ─┬─ handle      the public session id (`Created`), useless without the cookie
 *         └─ refresh ─┬─ bearer of an epoch
 *                     └─ root of the successor: a repeated refresh finds the same one
 * Where the account API lives on another site no cookie reaches it, and the handle itself is the
 * root. While the server's key is changed a session keeps the key that it was made with; its
 * successor derives from the new one.
 */

/** One of the server's session keys: derives the secrets of a session. */
export class SessionKey {
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  handleOf({ sessionBinding }: Pick<Deployment, 'sessionBinding'>, root: string): string {
    return sessionBinding === 'none' ? root : derived(this.#key, 'handle', root)
  }

  refreshOf(root: string): string {
    return derived(this.#key, 'refresh', root)
  }

  /** The root of the session that replaces the session of this refresh value. */
  successorOf(refresh: string): string {
    return derived(this.#key, 'successor', refresh)
  }

  /** A bearer contains its epoch, so that an expired one still identifies its session. */
  bearerOf(refresh: string, epoch: number): string {
    return `${epoch.toString(36)}.${derived(this.#key, `bearer ${epoch}`, refresh)}`
  }

  sitesSecretOf(family: string): string {
    return `${family}.${derived(this.#key, 'sites', family)}`
  }
}
