import { isDeepStrictEqual } from 'node:util'
import type { DataOf } from '@gatehouse/contract/acts/answers'
import type { plan } from '@gatehouse/contract/acts/versionActs'
import { calls } from '@gatehouse/contract/calls'
import { type Call, isOpen } from '@gatehouse/contract/calls/row'
import { type Language, offerOf } from '@gatehouse/contract/languages'
import { countPlayers } from '../database/accounts/players.ts'
import { hashOf } from '../platform/crypto/secrets.ts'
import { SettingsError } from '../platform/config/settings.ts'
import type { PageRenderer } from '@gatehouse/contract/serverPages'
import type { Executor } from '../database/schema/executor.ts'
import { checkThemeContrast } from '../tenants/checkThemeContrast.ts'
import { type Deployment, deploymentsOf, type Deployments } from '../tenants/deployments.ts'
import { fieldForms } from '../tenants/deploymentFile.ts'
import { classOf } from '../tenants/fieldClasses.ts'
import { previewScreens } from '@gatehouse/contract/console/previewScreens'
import { sampleMails } from '../mail/sampleMails.ts'
import { drawPicture, usualView, type View } from './pictures.ts'

/** More players are said as this many. */
const mostCounted = 1_000_000

/** The effects of a change of a deployment: it was played, and nothing was changed. */
export type Plan = DataOf<typeof plan>

type PlannedChange = Plan['changes'][number]

interface Services {
  readonly deployments: Deployments
  readonly renderer: PageRenderer | null
}

/**
 * Plays a change of a deployment: `make` makes the deployment as it would be, or throws a SettingsError.
 * `next` is that deployment; null where it cannot be.
 */
export async function playChange(
  { deployments, renderer }: Services,
  executor: Executor,
  now: Deployment,
  make: () => Deployment,
): Promise<{ readonly plan: Plan; readonly next: Deployment | null }> {
  const concerned = {
    players: await countPlayers(executor, now.name, mostCounted),
    clients: now.clients.size,
    languages: offerOf(now.configuration).languages,
  }
  try {
    const next = make()
    const changes = changesBetween(now, next)
    const plan = {
      fingerprint: fingerprintOf(now, next),
      changes,
      concerned,
      screens: changes.length === 0 ? [] : await screensThatChange(renderer, now, next),
      calls: callsThatChange(now, next),
      mails: mailsThatChange(now, next),
      problems: problemsOf(deployments, next),
    }
    return { plan, next }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const problems = error.message.split('\n')
    const nothing = { changes: [], screens: [], calls: [], mails: [] }
    return { plan: { fingerprint: '', ...nothing, concerned, problems }, next: null }
  }
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

function mailsThatChange(now: Deployment, next: Deployment): readonly string[] {
  const languages = offerOf(next.configuration).languages
  const [before, after] = [now, next].map((deployment) => {
    const each = languages.flatMap((language) =>
      [...sampleMails(deployment, language)].map(([name, mail]) => [language, name, mail] as const),
    )
    return new Map(each.map(([language, name, mail]) => [`${language} ${name}`, mail]))
  })
  const changed = [...(after ?? [])].filter(
    ([key, mail]) => !isDeepStrictEqual(mail, before?.get(key)),
  )
  return [...new Set(changed.map(([key]) => key.slice(key.indexOf(' ') + 1)))]
}

async function screensThatChange(
  renderer: PageRenderer | null,
  now: Deployment,
  next: Deployment,
): Promise<readonly string[]> {
  if (renderer === null) return []
  const usual = offerOf(next.configuration).default
  const languages = new Set([usual, ...languagesOf(now, next)])
  const changed: string[] = []
  for (const { name, title } of previewScreens) {
    for (const language of languages) {
      const view = { ...usualView, what: name, language }
      const before = await drawn(renderer, now, view)
      const after = await drawn(renderer, next, view)
      if (before === after) continue
      changed.push(title)
      break
    }
  }
  return changed
}

/** Null for a screen that there is not, and for one that cannot be rendered: it comes by its script. */
function drawn(renderer: PageRenderer, deployment: Deployment, view: View) {
  return drawPicture(renderer, deployment, view).catch(() => null)
}

/** The languages whose words differ. */
function languagesOf(now: Deployment, next: Deployment): readonly Language[] {
  return offerOf(next.configuration).languages.filter(
    (language) => !isDeepStrictEqual(now.wordings.get(language), next.wordings.get(language)),
  )
}
