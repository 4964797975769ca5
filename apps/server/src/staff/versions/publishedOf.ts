import { listVersions } from '../../database/versions/versions.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { type Environment, SettingsError } from '../../platform/config/settings.ts'
import { readFileJson } from '../../platform/readJsonText.ts'
import { type Deployment, deploymentOf } from '../../deployments/deployments.ts'
import { asPublished, firstServable } from './firstServable.ts'

/** The deployment that nodes without a staged draft serve: by its newest version that can be. */
export async function publishedOf(executor: Executor, file: Deployment): Promise<Deployment> {
  const versions = await listVersions(executor, file.name, { limit: 20 })
  return firstServable(file, asPublished(versions)).deployment
}

interface Changed {
  readonly text: string
  /** False for people of the console: a plan shows values, and the environment has secrets. */
  readonly mayReadEnvironment: boolean
}

/** A deployment by a changed text of its file; throws a SettingsError that says what is wrong. */
export function readChangedFile(
  { name, wordings, file }: Deployment,
  { text, mayReadEnvironment }: Changed,
  environment: Environment,
): Deployment {
  const known = mayReadEnvironment ? null : file
  return { ...deploymentOf(name, dataOf(text), environment, known), wordings }
}

function dataOf(text: string): unknown {
  const read = readFileJson(text)
  if ('refusal' in read) throw new SettingsError(`file: It ${read.refusal}.`)
  return read.value
}
