// npm run serve: the production server alone. It reads its settings and names the missing ones.
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { createFamily, whenOrphaned } from './family.mjs'
import { serverFlags } from './serverFlags.mjs'

await bootstrap()
/** The server drains, and then gives running requests ten seconds. */
const patienceMs = 1000 * (Number(process.env.DRAIN_SECONDS || 5) + 15)
const family = createFamily(() => process.exit(1), patienceMs)
const end = () => family.end().then(() => process.exit(0))
process.on('SIGINT', end).on('SIGTERM', end)
whenOrphaned(end)
family.start('server', process.execPath, [...serverFlags, 'server/src/main.ts'], {
  cwd: root,
  // Node keeps its compiled TypeScript, so that later starts save time and memory.
  env: {
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    NODE_ENV: 'production',
  },
  stdio: 'inherit',
})
