import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { plantCatalogues } from './catalogues.ts'
import { readDeployments } from './deployments.ts'
import type { LiveDeployments } from './liveDeployments.ts'
import { refuseUnreadable } from './refuseUnreadable.ts'
import { repeatedly } from './repeatedly.ts'
import type { Services } from './services.ts'
import { SettingsError } from './settings.ts'

/** Milliseconds between two looks at the folder: file systems of containers do not tell of changes. */
const pause = 5000

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Looks at the deployment files and takes changed ones over, all together. Files that cannot be used
 * are told in the log, once, and those of before stay. Answers whether something was taken over.
 */
export function createReload(
  services: Pick<Services, 'settings' | 'database' | 'log'>,
  deployments: LiveDeployments,
  environment: () => Environment,
): () => Promise<boolean> {
  const { settings, database, log } = services
  const { DEPLOYMENTS_DIR: folder } = settings
  let seen: string | null = null
  return async () => {
    const given = environment()
    const state = await stateOf(folder, given)
    const isFirst = seen === null
    if (state === seen) return false
    seen = state
    // What the server has started with.
    if (isFirst) return false
    try {
      const next = await readDeployments(folder, given)
      await refuseUnreadable(resolve(settings.PORTAL_DIST), next.all)
      await plantCatalogues(database, next)
      deployments.replace(next)
      log.info({ deployments: next.all.map(({ name }) => name) }, 'deployments taken over')
      return true
    } catch (error) {
      if (!(error instanceof SettingsError)) seen = null
      log.error({ err: error }, 'deployments not taken over: those of before stay')
      return false
    }
  }
}

/** Looks again and again; returns what ends it. */
export function keepDeployments(
  { log }: Pick<Services, 'log'>,
  reload: () => Promise<boolean>,
): () => void {
  return repeatedly(pause, reload, (error) => log.error({ err: error }, 'deployments not read'))
}

/** A digest of the files and of what they may name: secrets come from files too. */
async function stateOf(folder: string, environment: Environment): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify(environment))
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted()
  for (const file of files) {
    digest.update(`\0${file}\0`).update(await readFile(join(folder, file)))
  }
  return digest.digest('hex')
}
