import { type Environment, environmentNames } from '@gatehouse/contract/environments'

/* The groups of environments in which a scenario runs, under the names that the scenarios use. */

/**
 * What is PROD by another name: one row of the contract's table. `npm test`
 * plays its scenarios in PROD; `npm run test:hard`, which sets EVERY_ENVIRONMENT, in each.
 */
const twins: ReadonlySet<Environment> = new Set([
  'LOCAL',
  'STAGING',
  'TEST',
  'PREPROD',
  'AVALANCHE',
])
const isEvery = process.env['EVERY_ENVIRONMENT'] !== undefined

export const ALL = environmentNames.filter((name) => isEvery || !twins.has(name))
export const P3: readonly Environment[] = ['RELIC', 'CREATIVE-ASSEMBLY', 'FOCUS']
export const NP8 = ALL.filter((name) => !P3.includes(name))
export const ONE2: readonly Environment[] = ['SANDBOX', 'TWO-POINT-STUDIOS']
export const G7 = NP8.filter((name) => name !== 'TWO-POINT-STUDIOS')
export const G6 = NP8.filter((name) => !ONE2.includes(name))
