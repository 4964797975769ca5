// npm run bench, npm run prove and npm run generate: `npm run bench -- growth 10000` runs the program of
// that name with the other arguments.
import { become, fail } from './bootstrap.mjs'

const programs = {
  bench: {
    /** The rows of the account API: `npm run bench -- read token`. */
    default: ['bench/bench.mjs'],
    anonymous: ['bench/anonymous.mjs'],
    capacity: ['bench/capacity/capacity.mjs'],
    compare: ['bench/compare.mjs'],
    growth: ['bench/growth.mjs'],
    idle: ['bench/pages/idle.mjs'],
    'launch-day': ['bench/launchDay.mjs'],
    'log-in-parts': ['bench/logInParts.mjs'],
    mailing: ['bench/mailing.mjs'],
    pages: ['bench/pages/pages.mjs'],
    pictures: ['bench/pictures.mjs'],
    search: ['bench/search.mjs'],
    soak: ['bench/soak.mjs'],
  },
  prove: {
    citus: ['scripts/test.mjs', 'citus'],
    clients: ['stock-clients/stockClients.mjs'],
    desk: ['scripts/test.mjs', 'nightly', 'desk'],
    failover: ['bench/failover/proveFailover.mjs'],
    scan: ['scripts/scan.mjs'],
    upgrade: ['bench/upgrade/proveUpgrade.mjs'],
  },
  generate: {
    diagrams: ['house/diagrams.ts'],
    rows: ['server/bin/rows.mjs'],
  },
}

const [group, name = '', ...rest] = process.argv.slice(2)
const { default: usual, ...named } = programs[group]
const chosen = named[name] ?? (usual && [...usual, ...(name === '' ? [] : [name])])
if (chosen === undefined) fail(`npm run ${group} takes one of: ${Object.keys(named).join(', ')}.`)
await become(process.execPath, [...chosen, ...rest])
