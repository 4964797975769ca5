import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from '@gatehouse/contract/configuration'
import type { Environment } from '@gatehouse/contract/environments'

/** One environment for each theme, the platform's first. */
export const themedEnvironments: readonly Environment[] = [
  'PROD',
  'RELIC',
  'CREATIVE-ASSEMBLY',
  'FOCUS',
  'AVALANCHE',
  'SANDBOX',
  'TWO-POINT-STUDIOS',
]

/**
 * The theme in which one of many is looked at: one by turns, which keeps `npm test` short, or all
 * where EVERY_ENVIRONMENT is set, as `npm run test:hard` does.
 */
export function themesInTurn(index: number): readonly Environment[] {
  if (process.env['EVERY_ENVIRONMENT'] !== undefined) return themedEnvironments
  const { length } = themedEnvironments
  return themedEnvironments.filter((_, theme) => (index + theme) % length === 0)
}

export const schemes = ['light', 'dark'] as const
export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

export interface Screenshot {
  readonly environment: Environment
  readonly scheme: (typeof schemes)[number]
  readonly size: keyof typeof sizes
  /** The screen's name. */
  readonly screen: string
}

/** Where a picture lies, outside of what is kept in git. */
export function fileOf({ environment, scheme, size, screen }: Screenshot): string {
  const name = `${screen.toLowerCase().replaceAll(/\W+/g, '-')}.${size}.${scheme}.png`
  return join(import.meta.dirname, '../../screenshots', environment.toLowerCase(), name)
}

/** What the sample deployment calls its studio and says on Home. */
export function wordsOf(environment: Environment) {
  const file = join(import.meta.dirname, '../../deployments', `${environment.toLowerCase()}.json`)
  const data = JSON.parse(readFileSync(file, 'utf8')) as Partial<Configuration>
  const { RegisterStudioName = '', Welcome = '', Lead = '' } = data
  return { RegisterStudioName, Welcome, Lead }
}
