import { listVersions } from '../database/versions/versions.ts'
import type { Executor } from '../database/schema/executor.ts'
import { SettingsError } from '../platform/config/settings.ts'
import { type Deployment, deploymentOf } from '../tenants/deployments.ts'
import { type Overlay, withVersion } from '../tenants/overlay.ts'

/** What nodes serve of a deployment where no draft is staged: its newest version that can be. */
export async function publishedOf(executor: Executor, file: Deployment): Promise<Deployment> {
  const versions = await listVersions(executor, file.name, { limit: 20 })
  for (const { id, overlay } of versions) {
    try {
      return withVersion(file, { id, revision: null, overlay: overlay as Overlay })
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
    }
  }
  return file
}

/** A deployment by a changed text of its file; throws a SettingsError that says what is wrong. */
export function readChangedFile({ name, wordings }: Deployment, text: string): Deployment {
  return { ...deploymentOf(name, dataOf(text), process.env), wordings }
}

function dataOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SettingsError(`The file is no JSON: ${(cause as Error).message}`, { cause })
  }
}
