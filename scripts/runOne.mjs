// npm run bench, npm run prove and npm run generate: `npm run bench -- growth 10000` runs the program of
// that name with the other arguments.
import { become, fail } from './bootstrap.mjs'

const programs = {
  bench: {
    /** The rows of the account API: `npm run bench -- read token`. */
    default: ['tests/bench/bench.mjs'],
    anonymous: ['tests/bench/anonymous.mjs'],
    capacity: ['tests/bench/capacity/capacity.mjs'],
    compare: ['tests/bench/compare.mjs'],
    growth: ['tests/bench/growth.mjs'],
    idle: ['tests/bench/pages/idle.mjs'],
    'launch-day': ['tests/bench/launchDay.mjs'],
    'log-in-parts': ['tests/bench/logInParts.mjs'],
    mailing: ['tests/bench/mailing.mjs'],
    pages: ['tests/bench/pages/pages.mjs'],
    pictures: ['tests/bench/pictures.mjs'],
    search: ['tests/bench/search.mjs'],
    soak: ['tests/bench/soak.mjs'],
  },
  prove: {
    citus: ['scripts/test.mjs', 'citus'],
    clients: ['tests/third-party-clients/stockClients.mjs'],
    desk: ['scripts/test.mjs', 'nightly', 'desk'],
    failover: ['tests/bench/failover/proveFailover.mjs'],
    scan: ['scripts/scan.mjs'],
    upgrade: ['tests/bench/upgrade/proveUpgrade.mjs'],
  },
  generate: {
    diagrams: ['tests/repository/diagrams.ts'],
    rows: ['apps/server/bin/rows.mjs'],
  },
}

const [group, name = '', ...rest] = process.argv.slice(2)
const { default: usual, ...named } = programs[group]
const chosen = named[name] ?? (usual && [...usual, ...(name === '' ? [] : [name])])
if (chosen === undefined) fail(`npm run ${group} takes one of: ${Object.keys(named).join(', ')}.`)
await become(process.execPath, [...chosen, ...rest])
