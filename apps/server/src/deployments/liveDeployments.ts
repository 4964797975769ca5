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

export type LiveDeployments = ReturnType<typeof liveDeployments>

/** All that decides on the deployments. */
interface Parts {
  readonly files: Deployments
  readonly versions: Versions
  readonly stored: StoredClients
}

/** Deployments that may change while the server runs; each read gets the present ones. */
export function liveDeployments(first: Deployments) {
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
    /** The reasons for which this node does not serve its files or a version, by their names. */
    refusals: new Map<string, readonly string[]>(),
    /** Those of the files, without versions and clients of the database. */
    get files() {
      return parts.files
    },
    get all() {
      return now.all
    },
    byApiKey: (apiKey: string) => now.byApiKey(apiKey),
    byHost: (host: string) => now.byHost(host),
    byName: (name: string) => now.byName(name),
    hostMeant: (host: string) => now.hostMeant(host),
    servesOrigin: (host: string, origin: string) => now.servesOrigin(host, origin),
    isSecureHost: (host: string) => now.isSecureHost(host),
    /** Throws a SettingsError, and changes nothing, where the database has a client of the files. */
    replace: (files: Deployments): void => change({ files }),
    /** The same for the clients of the database. */
    replaceClients: (stored: StoredClients): void => change({ stored }),
    /** The same for the versions of the database, where the files and a version make no deployment. */
    replaceVersions: (versions: Versions): void => change({ versions }),
  } as const
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
