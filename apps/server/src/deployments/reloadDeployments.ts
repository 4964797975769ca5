import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Environment,
  type Settings,
  settingDescriptions,
  SettingsError,
} from '../platform/config/settings.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Task } from '../platform/scheduler.ts'
import { checkThemeContrast } from './checkThemeContrast.ts'
import { type Deployment, type Deployments, deploymentsOf, readDeployments } from './deployments.ts'
import type { LiveDeployments } from './liveDeployments.ts'
import { type MissingFileServices, removal, watchMissingFiles } from './missingFiles.ts'
import { reasonsOf } from './storedClients.ts'
import { syncCatalogues } from './syncCatalogues.ts'
import type { DeploymentServices } from './deploymentServices.ts'

/** Milliseconds between two reads: file systems of containers do not announce changes. */
const pause = 5000

/**
 * Applies changed files, all together, and returns whether it did. Files that cannot be used write one
 * log line, and the previous ones stay; so does a deployment that has players and no file any more.
 * `first` is the digest of the files at the start, null for none.
 */
export function createReload(
  services: MissingFileServices &
    Pick<DeploymentServices, 'settings'> & {
      /** Null without a built portal. */
      readonly renderer: object | null
    },
  deployments: LiveDeployments,
  environment: Environment,
  first: string | null,
): () => Promise<boolean> {
  const { settings, database, renderer, log } = services
  const { DEPLOYMENTS_DIR: folder, WORDS_DIR: wordsFolder } = settings
  const missing = watchMissingFiles(services, deployments)
  let used = first
  let refused = ''
  /** The deployments of the files alone. */
  let read: Deployments = deployments.files
  return async () => {
    const digest = await digestFiles(settings, environment)
    const isChanged = digest !== used
    if (!isChanged) {
      refused = ''
      deployments.refusals.delete('files')
    }
    if (!isChanged && !missing.isPending) return false
    try {
      const files = isChanged ? await readDeployments(folder, environment, wordsFolder) : read
      const kept = await missing.look(files)
      const isOver = files.all.length + kept.length < deployments.files.all.length
      if (!isChanged && !isOver) return false
      const next = beside(files, kept)
      // As at the start: only where the portal is served.
      if (renderer !== null) checkThemeContrast(next.all)
      await syncCatalogues(database, next)
      deployments.replace(next)
      deployments.refusals.delete('files')
      used = digest
      read = files
      logEvent(log, 'deployments.reloaded', { deployments: next.all.map(({ name }) => name) })
      return true
    } catch (error) {
      // Logged once, and tried again: the cause may be gone without a change of the files.
      const { message } = error as Error
      deployments.refusals.set('files', message.split('\n'))
      const refusal = `${digest}\n${message}`
      if (refusal === refused) return false
      refused = refusal
      logEvent(log, 'deployments.rejected', reasonsOf(error))
      return false
    }
  }
}

/** Files together with deployments that lost theirs; a SettingsError names those where one is in the way. */
function beside(files: Deployments, kept: readonly Deployment[]): Deployments {
  if (kept.length === 0) return files
  try {
    return deploymentsOf([...files.all, ...kept])
  } catch (cause) {
    const names = kept.map(({ name }) => name).join(', ')
    const { message } = cause as Error
    const remedy = `Served without a file, because players belong to it: ${names}. Put the file back under its name, or say gatehouse ${removal.command}.`
    throw new SettingsError(`${message}\n${remedy}`, { cause })
  }
}

/** Checks the files while the process runs. */
export function watchDeployments(
  { log }: Pick<DeploymentServices, 'log'>,
  reload: () => Promise<boolean>,
): Task {
  const onError = (error: unknown) => logEvent(log, 'deployments.unreadable', { err: error })
  return { pause, run: reload, onError }
}

/** A digest of the files, of those with words, and of those with the secrets that they name. */
export async function digestFiles(
  { DEPLOYMENTS_DIR: folder, WORDS_DIR: wordsFolder }: Settings,
  environment: Environment,
): Promise<string> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted()
  const words: string[] = await readdir(wordsFolder, { recursive: true }).catch(() => [])
  const secrets = Object.entries(environment).flatMap(([name, path]) =>
    name.endsWith('_FILE') && !(name in settingDescriptions) && path ? [path] : [],
  )
  const paths = [
    ...files.map((file) => join(folder, file)),
    ...words.toSorted().map((file) => join(wordsFolder, file)),
    ...secrets,
  ]
  const digest = createHash('sha256')
  for (const path of paths) {
    const text = await readFile(path).catch(() => '')
    digest.update(`\0${path}\0`).update(text)
  }
  return digest.digest('hex')
}
