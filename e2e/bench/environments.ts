import { type Environment, environmentNames, environments } from '@gatehouse/contract/environments'

/* The groups of environments in which a scenario runs, under the names that the scenarios use. */

/**
 * PROD, and what differs from it. An environment with the very same row of the contract's table is PROD
 * by another name: `npm test` leaves its scenarios to `npm run test:hard`, which sets EVERY_ENVIRONMENT.
 */
const isEvery = process.env['EVERY_ENVIRONMENT'] !== undefined
const isTwin = (name: Environment) => name !== 'PROD' && environments[name] === environments.PROD

export const ALL = environmentNames.filter((name) => isEvery || !isTwin(name))
export const P3: readonly Environment[] = ['RELIC', 'CREATIVE-ASSEMBLY', 'FOCUS']
export const NP8 = ALL.filter((name) => !P3.includes(name))
export const ONE2: readonly Environment[] = ['SANDBOX', 'TWO-POINT-STUDIOS']
export const G7 = NP8.filter((name) => name !== 'TWO-POINT-STUDIOS')
export const G6 = NP8.filter((name) => !ONE2.includes(name))
