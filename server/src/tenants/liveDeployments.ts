import { isDeepStrictEqual } from 'node:util'
import type { OidcClient } from './client.ts'
import {
  type Deployment,
  type Deployments,
  deploymentsOf,
  withStoredClients,
} from './deployments.ts'
import { SettingsError } from '../platform/config/settings.ts'
import { type OverlayVersion, withVersion } from './overlay.ts'

/** The clients of the database, by the names of their deployments. */
export type StoredClients = ReadonlyMap<string, readonly OidcClient[]>

/** The versions of the database that this node serves, by the names of their deployments. */
export type Versions = ReadonlyMap<string, OverlayVersion>

/** Deployments that may change while the server runs; each read gets the present ones. */
export interface LiveDeployments extends Deployments {
  /** Those of the files, without versions and clients of the database. */
  readonly files: Deployments
  /** The reasons for which this node does not serve its files or a version, by their names. */
  readonly refusals: Map<string, readonly string[]>
  /** Throws a SettingsError, and changes nothing, where the database has a client of the files. */
  readonly replace: (next: Deployments) => void
  /** The same for the clients of the database. */
  readonly replaceClients: (next: StoredClients) => void
  /** The same for the versions of the database, where the files and a version make no deployment. */
  readonly replaceVersions: (next: Versions) => void
}

/** All that decides on the deployments. */
interface Parts {
  readonly files: Deployments
  readonly versions: Versions
  readonly stored: StoredClients
}

export function liveDeployments(first: Deployments): LiveDeployments {
  let parts: Parts = { files: first, versions: new Map(), stored: new Map() }
  let made: ReadonlyMap<string, Made> = new Map(
    first.all.map((file) => [file.name, { file, version: undefined, now: file }]),
  )
  let now = first
  const change = (changed: Partial<Parts>) => {
    const next = { ...parts, ...changed }
    const each = next.files.all.map((file) => make(file, next, made.get(file.name)))
    now = deploymentsOf(each.map(({ now: deployment }) => deployment))
    made = new Map(each.map((one) => [one.now.name, one]))
    parts = next
  }
  return {
    refusals: new Map(),
    get files() {
      return parts.files
    },
    get all() {
      return now.all
    },
    byApiKey: (apiKey) => now.byApiKey(apiKey),
    byHost: (host) => now.byHost(host),
    byName: (name) => now.byName(name),
    hostMeant: (host) => now.hostMeant(host),
    servesOrigin: (host, origin) => now.servesOrigin(host, origin),
    isSecureHost: (host) => now.isSecureHost(host),
    replace: (files) => change({ files }),
    replaceClients: (stored) => change({ stored }),
    replaceVersions: (versions) => change({ versions }),
  }
}

/** A deployment, and what it was made of. */
interface Made {
  readonly file: Deployment
  readonly version: OverlayVersion | undefined
  readonly now: Deployment
}

/** The same parts make the deployment that was made before, with its provider. */
function make(file: Deployment, { versions, stored }: Parts, last: Made | undefined): Made {
  const { name } = file
  const clients = stored.get(name) ?? []
  const version = versions.get(name)
  try {
    const changed = version === undefined ? file : withVersion(file, version)
    const now = clients.length === 0 ? changed : withStoredClients(changed, clients)
    const isSame =
      last?.file === file &&
      isDeepStrictEqual(last.version, version) &&
      isDeepStrictEqual(last.now.clients, now.clients)
    return isSame ? last : { file, version, now }
  } catch (cause) {
    throw new SettingsError(`${name}: ${(cause as Error).message}`, { cause })
  }
}
