import { listVersions } from '../database/versions/versions.ts'
import type { Executor } from '../database/schema/executor.ts'
import { type Environment, SettingsError } from '../platform/config/settings.ts'
import { type Deployment, deploymentOf } from '../tenants/deployments.ts'
import type { Overlay } from '../tenants/overlay.ts'
import { firstServable } from './firstServable.ts'

/** The deployment that nodes without a staged draft serve: by its newest version that can be. */
export async function publishedOf(executor: Executor, file: Deployment): Promise<Deployment> {
  const versions = await listVersions(executor, file.name, { limit: 20 })
  const published = versions.map(({ id, overlay }) => ({
    id,
    revision: null,
    overlay: overlay as Overlay,
  }))
  return firstServable(file, published).deployment
}

/** A deployment by a changed text of its file; throws a SettingsError that says what is wrong. */
export function readChangedFile(
  { name, wordings }: Deployment,
  text: string,
  environment: Environment,
): Deployment {
  return { ...deploymentOf(name, dataOf(text), environment), wordings }
}

function dataOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SettingsError(`The file is no JSON: ${(cause as Error).message}`, { cause })
  }
}
