// npm run serve: the production server alone. It reads its settings and names the missing ones.
import { join } from 'node:path'
import { become, root } from './bootstrap.mjs'
import { serverFlags } from './serverFlags.mjs'

// Node keeps its compiled TypeScript, so that later starts save time and memory.
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node')
await become(process.execPath, [...serverFlags, 'apps/server/src/main.ts'], {
  cwd: root,
  env: { NODE_COMPILE_CACHE, ...process.env, NODE_ENV: 'production' },
})
