/*
 * Which room may import which. A room that is in no map fails imports.test.ts, so that a new one has
 * to be decided on. diagrams.ts draws these maps for docs/tour.md.
 */

/** Which rooms the files of a room may import; types count. */
export type ImportMap = Readonly<Record<string, readonly string[]>>

/** The folders of apps, packages and tests, and the scripts. */
export const workspaces: ImportMap = {
  contract: [],
  client: ['contract'],
  signin: [],
  ui: [],
  portal: ['contract', 'client', 'ui'],
  console: ['contract', 'ui'],
  server: ['contract'],
  'stand-ins': ['contract', 'client', 'signin'],
  'player-import': ['contract', 'server'],
  e2e: ['contract', 'portal', 'server', 'stand-ins', 'scripts'],
  repository: ['contract', 'e2e', 'server'],
  bench: ['contract', 'portal', 'server', 'stand-ins', 'e2e', 'scripts'],
  scripts: ['contract', 'server'],
  'third-party-clients': ['server', 'scripts'],
}

const belowFeatures = ['http', 'mail', 'webhooks', 'deployments', 'words', 'database', 'platform']
const features = ['auth', 'accounts', 'federation', 'oidc', 'pages', 'maintenance', 'staff']

/** The rooms of `apps/server/src`; its five root files are separate rooms. */
export const serverRooms: ImportMap = {
  main: ['start'],
  start: ['app', 'services', ...features, ...belowFeatures],
  cli: ['app', 'services', ...features, ...belowFeatures],
  app: ['services', ...features, ...belowFeatures],
  services: [...features, ...belowFeatures],
  staff: ['auth', 'accounts', 'federation', 'oidc', 'pages', 'maintenance', ...belowFeatures],
  maintenance: ['auth', 'accounts', 'oidc', ...belowFeatures],
  oidc: ['auth', 'accounts', ...belowFeatures],
  federation: ['auth', 'accounts', ...belowFeatures],
  accounts: ['auth', ...belowFeatures],
  auth: belowFeatures,
  pages: belowFeatures,
  http: ['deployments', 'database', 'platform'],
  mail: ['deployments', 'words', 'database', 'platform'],
  webhooks: ['deployments', 'database', 'platform'],
  deployments: ['words', 'database', 'platform'],
  words: [],
  database: ['platform'],
  platform: [],
}

/** The rooms of `apps/server/src/staff`. */
export const staffRooms: ImportMap = {
  'command-line': ['console', 'acts'],
  console: ['acts', 'versions', 'people'],
  acts: ['versions', 'people'],
  versions: [],
  people: [],
}

const portalOrder = [
  'main',
  'prerender',
  'app',
  'routes',
  'screens',
  'motion',
  'forms',
  'context',
  'consent',
  'session',
  'ui',
]
const portalBottom = ['router', 'storage', 'i18n', 'themes']

const consoleOrder = [
  'main',
  'router',
  'shell',
  'screens',
  'mailings',
  'brand',
  'figures',
  'acts',
  'lists',
  'api',
  'styles',
]

/** The rooms of `apps/console/src`, from the top down: each may import those after it. */
export const consoleRooms: ImportMap = Object.fromEntries(
  consoleOrder.map((room, index) => [room, consoleOrder.slice(index + 1)]),
)

/** The rooms of `apps/portal/src`, from the top down: each may import those after it. */
export const portalRooms: ImportMap = Object.fromEntries([
  ...portalOrder.map((room, index) => [room, [...portalOrder.slice(index + 1), ...portalBottom]]),
  ...[...portalBottom, 'po'].map((room) => [room, []]),
])
