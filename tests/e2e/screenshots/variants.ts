import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from '@gatehouse/contract/configuration'
import type { Environment } from '@gatehouse/contract/environments'
import { inTurn } from '../fixtures/environments.ts'

/** A deployment that stands for its theme: an environment's own, or the one that shows all there is. */
export type Themed = Environment | 'SHOWCASE'

/** One deployment for each theme, the platform's first. */
export const themedDeployments: readonly Themed[] = [
  'PROD',
  'RELIC',
  'CREATIVE-ASSEMBLY',
  'FOCUS',
  'AVALANCHE',
  'SANDBOX',
  'TWO-POINT-STUDIOS',
  'SHOWCASE',
]

/** The environment whose screens a deployment has. */
export function environmentOf(deployment: Themed): Environment {
  return deployment === 'SHOWCASE' ? 'PROD' : deployment
}

/** The themes in which one of many is looked at. */
export const themesInTurn = (turn: number) => inTurn(themedDeployments, turn)

export const schemes = ['light', 'dark'] as const

/** The same of the two schemes. */
export const schemesInTurn = (turn: number) => inTurn(schemes, turn)

export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

export interface Screenshot {
  readonly deployment: Themed
  readonly scheme: (typeof schemes)[number]
  readonly size: keyof typeof sizes
  /** The screen's name. */
  readonly screen: string
}

/** Where a picture lies, outside of what is kept in git. */
export function fileOf({ deployment, scheme, size, screen }: Screenshot): string {
  const name = `${screen.toLowerCase().replaceAll(/\W+/g, '-')}.${size}.${scheme}.png`
  return join(import.meta.dirname, '../../../screenshots', deployment.toLowerCase(), name)
}

/** The studio name and the Home text of the sample deployment. */
export function wordsOf(deployment: Themed) {
  const file = join(
    import.meta.dirname,
    '../../../deploy/samples',
    `${deployment.toLowerCase()}.json`,
  )
  const data = JSON.parse(readFileSync(file, 'utf8')) as Partial<Configuration>
  const { RegisterStudioName = '', Welcome = '', Lead = '' } = data
  return { RegisterStudioName, Welcome, Lead }
}
