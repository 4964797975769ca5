import { isDeepStrictEqual } from 'node:util'
import type { OidcClient } from './client.ts'
import {
  type Deployment,
  type Deployments,
  deploymentsOf,
  withStoredClients,
} from './deployments.ts'
import { SettingsError } from '../platform/config/settings.ts'

/** The clients of the database, by the names of their deployments. */
export type StoredClients = ReadonlyMap<string, readonly OidcClient[]>

/** Deployments that may change while the server runs; each read gets the present ones. */
export interface LiveDeployments extends Deployments {
  /** Those of the files, without the clients of the database. */
  readonly files: Deployments
  /** Throws a SettingsError, and changes nothing, where the database has a client of the files. */
  readonly replace: (next: Deployments) => void
  /** The same for the clients of the database. */
  readonly replaceClients: (next: StoredClients) => void
}

export function liveDeployments(first: Deployments): LiveDeployments {
  let files = first
  let stored: StoredClients = new Map()
  let now = first
  return {
    get files() {
      return files
    },
    get all() {
      return now.all
    },
    byApiKey: (apiKey) => now.byApiKey(apiKey),
    byHost: (host) => now.byHost(host),
    byName: (name) => now.byName(name),
    knowsHost: (host) => now.knowsHost(host),
    servesOrigin: (host, origin) => now.servesOrigin(host, origin),
    isSecureHost: (host) => now.isSecureHost(host),
    replace(next) {
      now = together(next, stored)
      files = next
    },
    replaceClients(next) {
      now = together(files, next, now)
      stored = next
    },
  }
}

/** The same files with the same clients make the deployment that `last` has, with its provider. */
function together(files: Deployments, stored: StoredClients, last?: Deployments): Deployments {
  const withStored = (deployment: Deployment) => {
    const clients = stored.get(deployment.name) ?? []
    if (clients.length === 0) return deployment
    try {
      return withStoredClients(deployment, clients)
    } catch (cause) {
      throw new SettingsError(`${deployment.name}: ${(cause as Error).message}`, { cause })
    }
  }
  const orLast = (deployment: Deployment) => {
    const before = last?.byName(deployment.name)
    return before && isDeepStrictEqual(before.clients, deployment.clients) ? before : deployment
  }
  return deploymentsOf(files.all.map((deployment) => orLast(withStored(deployment))))
}
