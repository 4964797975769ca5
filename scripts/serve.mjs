// npm run serve: the production server alone. It reads its settings and names the missing ones.
import { join } from 'node:path'
import { become, root } from './bootstrap.mjs'
import { serverFlags } from './serverFlags.mjs'

await become(process.execPath, [...serverFlags, 'server/src/main.ts'], {
  cwd: root,
  // Node keeps its compiled TypeScript, so that later starts save time and memory.
  env: {
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    NODE_ENV: 'production',
  },
})
