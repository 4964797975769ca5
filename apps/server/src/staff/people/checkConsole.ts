import { readFile } from 'node:fs/promises'
import type { Settings } from '../../platform/config/settings.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { everywhere, readStaffFile } from './staffRoles.ts'

interface Findings {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** The faults of a console's host and roles file, beside the deployments that it is for. */
export async function checkConsole(
  settings: Pick<Settings, 'CONSOLE_URL' | 'CONSOLE_PREVIEW_URL' | 'STAFF_FILE'>,
  deployments: readonly Pick<Deployment, 'name' | 'hosts'>[],
): Promise<Findings> {
  const { CONSOLE_URL: url, CONSOLE_PREVIEW_URL: previews, STAFF_FILE: path } = settings
  if (url === undefined || path === undefined) return { errors: [], warnings: [] }
  const { host } = new URL(url)
  const ofPreviews = previews === undefined ? null : new URL(previews).host
  const own = [
    ['CONSOLE_URL', host, deployments],
    [
      'CONSOLE_PREVIEW_URL',
      ofPreviews,
      [...deployments, { name: 'the console', hosts: new Set([host]) }],
    ],
  ] as const
  const shared = own.flatMap(([setting, asked, others]) =>
    others
      .filter(({ hosts }) => asked !== null && hosts.has(asked))
      .map(({ name }) => `${setting}: ${asked} is a host of ${name}; it needs another one.`),
  )
  try {
    const file = readStaffFile(await readFile(path, 'utf8'))
    return { errors: shared, warnings: warningsOf(file, deployments) }
  } catch (error) {
    return {
      errors: [...shared, `STAFF_FILE: ${path} cannot be used: ${(error as Error).message}`],
      warnings: [],
    }
  }
}

type StaffFile = ReturnType<typeof readStaffFile>

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
