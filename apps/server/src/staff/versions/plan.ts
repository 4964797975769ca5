import { isDeepStrictEqual } from 'node:util'
import type { DataOf } from '@gatehouse/contract/acts/answers'
import type { plan } from '@gatehouse/contract/acts/versionActs'
import { calls } from '@gatehouse/contract/calls'
import { type Call, isOpen } from '@gatehouse/contract/calls/row'
import { offerOf } from '@gatehouse/contract/languages'
import { countPlayers } from '../../database/accounts/players.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { SettingsError } from '../../platform/config/settings.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { checkThemeContrast } from '../../deployments/checkThemeContrast.ts'
import { type Deployment, deploymentsOf, type Deployments } from '../../deployments/deployments.ts'
import { fieldForms } from '../../deployments/deploymentFile.ts'
import { classOf } from '../../deployments/fieldClasses.ts'
import type { Drawing } from './drawing.ts'

/** More players are said as this many. */
const mostCounted = 1_000_000

/** The effects of a change of a deployment, as a person looks at them. */
export type Plan = DataOf<typeof plan>

type PlannedChange = Plan['changes'][number]

/** A change of a deployment that was played: nothing is changed, and nothing drawn. */
export interface Played {
  readonly now: Deployment
  /** The deployment as it would be; null where it cannot be. */
  readonly next: Deployment | null
  readonly fingerprint: string
  readonly changes: readonly PlannedChange[]
  readonly problems: readonly string[]
}

/** Plays a change: `make` makes the deployment as it would be, or throws a SettingsError. */
export function playChange(
  deployments: Deployments,
  now: Deployment,
  make: () => Deployment,
): Played {
  try {
    const next = make()
    const [fingerprint, changes] = [fingerprintOf(now, next), changesBetween(now, next)]
    return { now, next, fingerprint, changes, problems: problemsOf(deployments, next) }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return { now, next: null, fingerprint: '', changes: [], problems: error.message.split('\n') }
  }
}

interface Services {
  readonly drawing: Drawing
}

/** The plan of a change that was played, with the screens and mails that it changes. */
export async function planOf(
  { drawing }: Services,
  executor: Executor,
  { now, next, fingerprint, changes, problems }: Played,
): Promise<Plan> {
  const concerned = {
    players: await countPlayers(executor, now.name, mostCounted),
    clients: now.clients.size,
    languages: offerOf(now.configuration).languages,
  }
  if (next === null || changes.length === 0) {
    return { fingerprint, changes, concerned, screens: [], calls: [], mails: [], problems }
  }
  const calls = callsThatChange(now, next)
  const { screens, mails } = await drawing.changes(now, next)
  return { fingerprint, changes, concerned, screens, calls, mails, problems }
}

/** The reasons for which a server would refuse the deployment, beside the others. */
function problemsOf({ all }: Deployments, next: Deployment): readonly string[] {
  const checks = [
    () => checkThemeContrast([next]),
    () => deploymentsOf(all.map((each) => (each.name === next.name ? next : each))),
  ]
  return checks.flatMap((check) => {
    try {
      check()
      return []
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      // Staff of one deployment learn no name of others.
      return error.message
        .split('\n')
        .map((said) =>
          said.endsWith(' share one.') ? `${said.split(':')[0]}: another deployment has it.` : said,
        )
    }
  })
}

/** A plan that was looked at holds as long as neither state changes. */
function fingerprintOf(now: Deployment, next: Deployment): string {
  const parts = [now.version, now.file, valuesOf(now), valuesOf(next)]
  return hashOf(JSON.stringify(parts)).toString('hex').slice(0, 16)
}

/** The values of the fields of a deployment, and its words. */
export function valuesOf(deployment: Deployment): Readonly<Record<string, unknown>> {
  const words = Object.fromEntries(
    [...deployment.wordings].map(([language, { portal, mails }]) => [language, { portal, mails }]),
  )
  return { ...deployment.values, words }
}

/** The fields in which two states of a deployment differ, a theme by its tokens. */
export function changesBetween(now: Deployment, next: Deployment): readonly PlannedChange[] {
  const [before, after] = [valuesOf(now), valuesOf(next)]
  const fields = [...Object.keys(fieldForms), 'words']
  return fields
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .flatMap((field): readonly PlannedChange[] => {
      const kind = classOf(field)
      // It may be a secret.
      if (kind === 'file') return [{ field, class: kind, before: null, after: null }]
      return partsOf(field, before[field], after[field]).map((part) => ({ ...part, class: kind }))
    })
}

type Part = Omit<PlannedChange, 'class'>

/** An object by its parts, like each token of a theme. */
function partsOf(field: string, before: unknown, after: unknown): readonly Part[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isRecord(before) || !isRecord(after)) {
    return [{ field, before: jsonOf(before), after: jsonOf(after) }]
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => partsOf(`${field}.${name}`, before[name], after[name]))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function jsonOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

function callsThatChange(now: Deployment, next: Deployment): Plan['calls'] {
  return Object.entries(calls as Readonly<Record<string, Call>>).flatMap(([call, row]) => {
    const isOpenThen = isOpen(row, next.rules)
    return isOpen(row, now.rules) === isOpenThen ? [] : [{ call, isOpen: isOpenThen }]
  })
}
