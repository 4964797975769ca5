// The stages of `npm test` and `npm run test:nightly`: groups run one after the other, the stages of a
// group side by side; a stage alone is its group. Without what it `needs` a stage is skipped, or has the
// settings of `instead`. `env` is the rest of its settings. `skips` is how many tests its database has no
// place for: in CI another number fails the run. `files` are those that `npm run test:area` chooses from.

const vitest = (args) =>
  `vitest run --reporter=default --reporter=json --outputFile={report} ${args}`
const projects = (...names) => names.map((name) => `--project ${name}`).join(' ')
const playwright = (config) => `playwright test --reporter=dot,json --config ${config} {@}`
const parts = [
  'repository',
  'scripts',
  'contract',
  'client',
  'signin',
  'stand-ins',
  'player-import',
  'portal',
  'console',
]
const server = vitest('--project server {@}')
const hard = vitest('--config apps/server/vitest.hard.config.ts {@}')
const onPglite = { GATEHOUSE_TEST_DATABASE: 'pglite' }

const check = {
  lint: { command: 'oxlint --type-aware --deny-warnings {@}' },
  format: { command: 'oxfmt --check {@}' },
  types: { command: 'tsc -b {@}' },
  unused: { command: 'knip --cache {@}' },
  // The catalogues have the texts of the sources; those without a translation are listed.
  words: {
    command:
      'lingui check sync --clean --config apps/portal/lingui.config.ts && node scripts/words/waiting.mjs',
  },
  lock: {
    command:
      'lockfile-lint --path package-lock.json --type npm --allowed-hosts npm --validate-https --validate-integrity',
  },
  unit: {
    command: vitest(`${projects(...parts, 'bundle')} {@}`),
    files: [
      '{apps/{portal,console,player-import},packages}/**/*.test.{ts,tsx}',
      'tests/stand-ins/**/*.test.ts',
    ],
  },
}

/** `npm run check`: without what needs all types of the repository, or builds the portal. */
export const quick = {
  check: {
    ...check,
    lint: { command: 'oxlint --deny-warnings' },
    unit: { command: vitest(projects(...parts)) },
  },
}

export const daily = {
  check: {
    ...check,
    build: { command: 'node scripts/portal.mjs' },
    // The types of the rows are those of the schema.
    rows: { command: 'node apps/server/bin/rows.mjs --check' },
  },
  tests: {
    server: {
      command: server,
      needs: ['postgres'],
      instead: onPglite,
      files: 'apps/server/{src,samples,test}/**/*.test.ts',
    },
    // The portal alone, with calls that the tests answer.
    portal: {
      command: playwright('tests/e2e/portal.config.ts'),
      needs: ['browser'],
      files: 'tests/e2e/portal/**/*.spec.ts',
    },
    // The console of the staff alone, with calls that the tests answer.
    console: {
      command: playwright('tests/e2e/console.config.ts'),
      needs: ['browser'],
      files: 'tests/e2e/console/**/*.spec.ts',
    },
    product: {
      command: playwright('tests/e2e'),
      needs: ['browser'],
      files:
        'tests/e2e/{acceptance,accessibility,attacks,interruptions,journeys,languages}/**/*.spec.ts',
    },
  },
}

const tools = ['haproxy', 'caddy', 'nginx', 'pgbouncer', 'faketime']

export const nightly = {
  build: daily.check.build,
  // Two servers share every test, try every list to its end, and record the statements for the next
  // stage.
  nodes: {
    command: server,
    needs: ['postgres', 'statements'],
    env: { GATEHOUSE_TEST_NODES: '2', GATEHOUSE_TEST_THOROUGH: 'yes', EVERY_ENVIRONMENT: 'yes' },
  },
  statements: { command: 'node scripts/statements/statements.mjs {@}' },
  embedded: { command: server, env: onPglite, skips: 1 },
  // Transactions meet conflicts, and statements are slow: nothing of it may show.
  trouble: { command: server, needs: ['postgres'], env: { GATEHOUSE_TEST_TROUBLE: 'random' } },
  postgres: { command: hard, needs: ['postgres', ...tools] },
  // The tests of failures that only a database server has stay out.
  pglite: { command: `${hard} --exclude "**/postgres*.hard.test.ts"`, needs: tools, env: onPglite },
  // `npm run prove -- desk`: another seed each time.
  desk: {
    command: vitest('--project server test/security/desk {@}'),
    needs: ['postgres'],
    env: { GATEHOUSE_TEST_SEQUENCES: '300' },
  },
  development: { command: vitest(projects('development')) },
  release: {
    command: vitest('--root scripts/release --testTimeout=1200000 --hookTimeout=1200000 hard {@}'),
    needs: ['minisign', 'helm'],
  },
  upgrade: {
    command: vitest('--root tests/bench/upgrade --testTimeout=1800000 hard {@}'),
    needs: ['postgres', 'haproxy'],
  },
  // Shorter than by hand: the failures, what was lost and how servers answered are the same.
  failover: {
    command: 'node tests/bench/failover/proveFailover.mjs --players 4000 --seconds 15 {@}',
    needs: ['namespaces', 'postgresql-15', 'etcd', 'etcdctl', 'patroni', 'haproxy', 'pgbackrest'],
  },
  environments: {
    command: playwright('tests/e2e'),
    needs: ['browser'],
    env: { EVERY_ENVIRONMENT: 'yes' },
  },
  // Every journey of a player with every interruption at each of its steps; by day some of them.
  interruptions: {
    command: `${playwright('tests/e2e')} tests/e2e/interruptions/`,
    needs: ['browser'],
    env: { EVERY_INTERRUPTION: 'yes' },
  },
  // The screens of the console, each in light and in dark.
  screens: {
    command: playwright('tests/e2e/console.config.ts'),
    needs: ['browser'],
    env: { EVERY_ENVIRONMENT: 'yes' },
  },
  // The journeys of staff on two servers, one after the other: the database stops, and a server is killed.
  consoles: {
    command: `${playwright('tests/e2e')} --workers=1 journeys/console journeys/brand journeys/mailing`,
    needs: ['browser', 'postgres'],
    env: { NODES: '2' },
  },
  // The shell of Chromium has no autofill.
  browser: {
    command: `${playwright('tests/e2e/hard.config.ts')} --pass-with-no-tests`,
    needs: ['browser', 'chromium'],
  },
  mutants: { command: 'node scripts/mutants/run.mjs {@}' },
  firefox: { command: playwright('tests/e2e/firefox.config.ts'), needs: ['firefox'] },
  webkit: { command: playwright('tests/e2e/webkit.config.ts'), needs: ['webkit'] },
}

/** `npm run prove -- citus`: on a database that is spread over a coordinator and four workers. */
export const citus = {
  server: { command: server, needs: ['citus'], skips: 4 },
  races: { command: `${hard} oneWinner`, needs: ['citus'], env: { GATEHOUSE_TEST_ROUNDS: '20' } },
  crashes: { command: `${hard} resilience/crashes`, needs: ['citus'], skips: 1 },
  failures: { command: `${hard} citus`, needs: ['citus'] },
  // A platform and a partner.
  product: {
    command: `${playwright('tests/e2e')} acceptance --grep "PROD|RELIC"`,
    needs: ['browser', 'citus', 'spread'],
    env: { EVERY_ENVIRONMENT: 'yes' },
  },
}

/** The stages of a group with their names. */
export function stagesOf(groups, group) {
  const value = groups[group]
  return value.command === undefined ? Object.entries(value) : [[group, value]]
}
