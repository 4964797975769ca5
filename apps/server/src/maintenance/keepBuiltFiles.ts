import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BuiltPage,
  insertBuiltFile,
  listBuiltFiles,
  noteBuiltFiles,
} from '../database/operations/builtFiles.ts'
import type { Settings } from '../platform/config/settings.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Task } from '../platform/scheduler.ts'
import type { DeploymentServices } from '../deployments/deploymentServices.ts'

const hour = 3_600_000
/** Larger files are no part of a page that could not do without them. */
const mostBytes = 2_000_000

type Services = Pick<DeploymentServices, 'clock' | 'database' | 'log'> & {
  readonly settings: Pick<Settings, 'PORTAL_DIST' | 'CONSOLE_DIST'>
}

/**
 * Gives the hashed files of this server's build to all servers, and says each hour that it has them. A page
 * of this build finds its files so at a server of another one, and for a day after the last of this one.
 */
export function keepBuiltFiles(services: Services): Task {
  const { settings, log } = services
  return {
    pause: hour,
    async run(signal) {
      await keepFiles(services, 'portal', join(settings.PORTAL_DIST, 'assets'), signal)
      await keepFiles(services, 'console', join(settings.CONSOLE_DIST, 'assets'), signal)
    },
    onError: (error) => logEvent(log, 'built_files.not_kept', { err: error }),
  }
}

async function keepFiles(
  { clock, database }: Services,
  page: BuiltPage,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  // Precompressed files are made of the others.
  const names = existsSync(folder)
    ? (await readdir(folder)).filter((name) => !/\.(?:br|gz|map)$/.test(name))
    : []
  const { kysely } = database
  const known = new Set(await listBuiltFiles(kysely, page))
  for (const name of names) {
    if (signal.aborted) return
    const path = join(folder, name)
    if (known.has(name) || (await stat(path)).size > mostBytes) continue
    await insertBuiltFile(kysely, { page, name, body: await readFile(path) }, clock.now())
  }
  await noteBuiltFiles(kysely, page, names, clock.now())
}
