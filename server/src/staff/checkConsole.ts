import { readFile } from 'node:fs/promises'
import type { Settings } from '../platform/config/settings.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { everywhere, staffFile } from './staffRoles.ts'

interface Findings {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** The faults of a console's host and roles file, beside the deployments that it is for. */
export async function checkConsole(
  { CONSOLE_URL: url, STAFF_FILE: path }: Pick<Settings, 'CONSOLE_URL' | 'STAFF_FILE'>,
  deployments: readonly Pick<Deployment, 'name' | 'hosts'>[],
): Promise<Findings> {
  if (url === undefined || path === undefined) return { errors: [], warnings: [] }
  const { host } = new URL(url)
  const shared = deployments
    .filter(({ hosts }) => hosts.has(host))
    .map(({ name }) => `CONSOLE_URL: ${host} is a host of ${name}; the console needs another one.`)
  try {
    const file = staffFile.parse(JSON.parse(await readFile(path, 'utf8')))
    return { errors: shared, warnings: warningsOf(file, deployments) }
  } catch (error) {
    return {
      errors: [...shared, `STAFF_FILE: ${path} cannot be used: ${(error as Error).message}`],
      warnings: [],
    }
  }
}

type StaffFile = ReturnType<typeof staffFile.parse>

function warningsOf(
  { groups, services }: StaffFile,
  deployments: readonly Pick<Deployment, 'name'>[],
): string[] {
  const names = new Set([everywhere, ...deployments.map(({ name }) => name)])
  const grants = Object.values(groups).flat()
  const unknown = new Set(
    [...grants, ...Object.values(services).flat()].flatMap((grant) =>
      grant.deployments.filter((name) => !names.has(name)),
    ),
  )
  const hasOperator = (name: string) =>
    grants.some(
      ({ role, deployments: own }) =>
        role === 'operator' && (own.includes(name) || own.includes(everywhere)),
    )
  return [
    ...[...unknown].map((name) => `STAFF_FILE: there is no deployment ${name}.`),
    ...Object.entries({ ...groups, ...services })
      .filter(([, own]) => own.length === 0)
      .map(([name]) => `STAFF_FILE: ${name} has no role.`),
    ...deployments
      .filter(({ name }) => !hasOperator(name))
      .map(({ name }) => `STAFF_FILE: ${name} has no operator.`),
  ]
}
