import {
  listSealedApps,
  replaceSealed,
  type SealedApp,
} from '../database/auth/authenticatorApps.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import { isSealedBy, seal, unseal } from '../platform/crypto/seal.ts'
import type { Keys } from '../platform/crypto/serverKey.ts'

/*
 * The secrets of authenticator apps are sealed under the server's key, and no log-in makes them again: while
 * the key is changed they move to the new one, or their players would lose their second step with the
 * old one.
 */

/** Rows of one statement: it bounds its time. */
const portion = 1000

/** Seals a deployment's secrets under the first key; one that no key opens stays as it is. */
export async function moveSealedApps(
  { kysely }: Pick<Database, 'kysely'>,
  deployment: string,
  keys: Keys,
): Promise<void> {
  for await (const app of appsUnderOthers(kysely, deployment, keys)) {
    await replaceSealed(kysely, app, seal(unseal(app.sealed, keys), keys))
  }
}

/** How many secrets of a deployment only the other key opens: it may go when there is none. */
export async function countAppsUnderOthers(
  { kysely }: Pick<Database, 'kysely'>,
  deployment: string,
  keys: Keys,
): Promise<number> {
  let count = 0
  for await (const _ of appsUnderOthers(kysely, deployment, keys)) count += 1
  return count
}

async function* appsUnderOthers(
  kysely: Database['kysely'],
  deployment: string,
  [first, ...others]: Keys,
): AsyncGenerator<SealedApp> {
  if (others.length === 0) return
  let place = { playerId: 0, id: 0 }
  for (;;) {
    const apps = await listSealedApps(kysely, deployment, place, portion)
    for (const app of apps) {
      const isOther = !isSealedBy(app.sealed, first)
      if (isOther && others.some((key) => isSealedBy(app.sealed, key))) yield app
    }
    const last = apps.at(-1)
    if (last === undefined || apps.length < portion) return
    place = last
  }
}
