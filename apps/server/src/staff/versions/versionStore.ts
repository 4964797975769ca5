import { hostname } from 'node:os'
import {
  listDrafts,
  listHeads,
  listVersions,
  readStagedDraft,
} from '../../database/versions/versions.ts'
import { logEvent } from '../../platform/observability/events.ts'
import type { Task } from '../../platform/scheduler.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { LiveDeployments } from '../../deployments/liveDeployments.ts'
import type { OverlayVersion } from '../../deployments/overlay.ts'
import type { ThemeSheet } from '../../deployments/themeTokens.ts'
import { asPublished, firstServable } from './firstServable.ts'
import { reasonsOf } from '../../deployments/storedClients.ts'
import type { DeploymentServices } from '../../deployments/deploymentServices.ts'

/** Milliseconds between two looks: a node serves a new version after this long. */
const pause = 2000
/** Versions that a node tries, the newest first, before it serves the file alone. */
const mostTried = 20

interface Materials extends DeploymentServices {
  readonly deployments: LiveDeployments
}

export const nodeNameOf = ({ NODE_NAME: name }: { readonly NODE_NAME?: string | undefined }) =>
  name ?? hostname()

export type VersionStore = ReturnType<typeof createVersionStore>

/**
 * Brings this node to the versions that are published, and to a draft that is staged on it. A version
 * that cannot be served is logged once, and the one before it serves.
 */
export function createVersionStore({ settings, clock, database, deployments, log }: Materials) {
  const { kysely } = database
  const node = nodeNameOf(settings)
  let seen = ''
  let filesSeen = deployments.files

  async function candidatesOf(name: string): Promise<readonly OverlayVersion[]> {
    const staged = await readStagedDraft(kysely, name, node)
    const versions = await listVersions(kysely, name, { limit: mostTried })
    const published = asPublished(versions)
    return staged === undefined ? published : [staged, ...published]
  }

  /** The first version that makes a deployment; undefined for the file alone. */
  async function choose(file: Deployment): Promise<OverlayVersion | undefined> {
    const { name: deployment } = file
    const { refusals } = deployments
    for (const of of refusals.keys()) if (of.startsWith(`${deployment}, `)) refusals.delete(of)
    const { version } = firstServable(file, await candidatesOf(deployment), (refused, error) => {
      const { id, revision } = refused
      const kind = revision === null ? 'version' : 'draft'
      refusals.set(`${deployment}, ${kind} ${id}`, error.message.split('\n'))
      logEvent(log, 'versions.rejected', { deployment, version: id, node, ...reasonsOf(error) })
    })
    return version
  }

  /** Returns whether another version is served now. */
  async function refresh(): Promise<boolean> {
    const heads = JSON.stringify(await listHeads(kysely))
    // Other files may take a version that the ones before did not.
    if (heads === seen && deployments.files === filesSeen) return false
    filesSeen = deployments.files
    const { newest, staged } = JSON.parse(heads) as Awaited<ReturnType<typeof listHeads>>
    const named = new Set([...newest, ...staged].map(({ deployment }) => deployment))
    const chosen = new Map<string, OverlayVersion>()
    for (const file of deployments.files.all.filter(({ name }) => named.has(name))) {
      const version = await choose(file)
      if (version !== undefined) chosen.set(file.name, version)
    }
    const before = new Map(deployments.all.map(({ name, version }) => [name, version]))
    deployments.replaceVersions(chosen)
    seen = heads
    for (const { name: deployment, version } of deployments.all) {
      if (JSON.stringify(version) === JSON.stringify(before.get(deployment) ?? null)) continue
      const { id = 0, revision = null } = version ?? {}
      logEvent(log, 'versions.served', { deployment, version: id, revision, node })
    }
    return true
  }

  const sheets = new Map<string, { readonly at: number; readonly all: readonly ThemeSheet[] }>()

  /**
   * A sheet that another node has put into its page: of a staged draft, or of a version that this node
   * serves no more or not yet. The database is asked at most once in a while.
   */
  async function sheetAt(name: string, address: string): Promise<ThemeSheet | null> {
    const file = deployments.files.byName(name)
    if (file === null) return null
    const now = clock.now().getTime()
    const known = sheets.get(name)
    const isFresh = known !== undefined && Math.abs(now - known.at) < pause
    const all = isFresh ? known.all : await sheetsOf(file)
    if (!isFresh) sheets.set(name, { at: now, all })
    return all.find((sheet) => sheet.address === address) ?? null
  }

  async function sheetsOf(file: Deployment): Promise<readonly ThemeSheet[]> {
    const drafts = await listDrafts(kysely, file.name)
    const versions = await listVersions(kysely, file.name, { limit: 3 })
    const staged = drafts.filter(({ staged_on: where }) => where !== null)
    const overlays = asPublished([...staged, ...versions])
    const made = overlays.map((version) => firstServable(file, [version]).deployment)
    return [file, ...made].flatMap(({ themeSheet }) => themeSheet ?? [])
  }

  const onError = (error: unknown) =>
    logEvent(log, 'versions.rejected', { node, ...reasonsOf(error) })
  /** Looks for changes while the process runs. */
  const watching: Task = { pause, run: refresh, onError }
  return { node, refresh, sheetAt, watching }
}
