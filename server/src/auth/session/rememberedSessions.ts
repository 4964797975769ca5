import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import type { Database } from '../../database/connection/openDatabase.ts'
import {
  type AccessTokenFound,
  findByAccessToken,
  findBySessionId,
  type SessionFound,
} from '../../database/auth/sessions.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { hashOf, nameOf } from '../../platform/crypto/secrets.ts'
import { ShortMemory } from './shortMemory.ts'

/**
 * Sessions as the database has them, or as it had them within this second unless they are asked
 * `anew`. What this server changes shows at once; what another one does, within the second.
 */
export class RememberedSessions {
  readonly #database: Database
  readonly #byBearer = new ShortMemory<AccessTokenFound>()
  readonly #byHandle = new ShortMemory<SessionFound>()

  constructor(database: Database) {
    this.#database = database
    database.onChange(() => {
      this.#byBearer.forget()
      this.#byHandle.forget()
    })
  }

  /** The living session of a bearer, with its player. */
  byBearer({ name }: Deployment, bearer: string, now: Date, anew: boolean) {
    return this.#byBearer.recall(nameOf(name, bearer), now, anew, () => {
      const idleSince = after(now, -lifetimes.idleSession)
      return findByAccessToken(this.#database, name, hashOf(bearer), now, idleSince)
    })
  }

  /** The session of an identity value, be it alive or not. */
  byIdentity({ name }: Deployment, identity: string, now: Date, anew: boolean) {
    return this.#byHandle.recall(nameOf(name, identity), now, anew, () =>
      findBySessionId(this.#database, name, hashOf(identity)),
    )
  }
}
