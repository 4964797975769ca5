// npm run serve: the production server alone. What it needs is in its settings; it says what is missing.
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { createFamily, whenOrphaned } from './family.mjs'
import { serverFlags } from './serverFlags.mjs'

await bootstrap()
const family = createFamily(() => process.exit(1))
const end = () => family.end().then(() => process.exit(0))
process.on('SIGINT', end).on('SIGTERM', end)
whenOrphaned(end)
family.start('server', process.execPath, [...serverFlags, 'server/src/main.ts'], {
  cwd: root,
  // What Node makes of our TypeScript is kept: no start has to do it again, and needs its memory.
  env: {
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    NODE_ENV: 'production',
  },
  stdio: 'inherit',
})
