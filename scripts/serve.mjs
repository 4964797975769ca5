// npm run serve: the production server alone. What it needs is in its settings; it says what is missing.
import { bootstrap, root } from './bootstrap.mjs'
import { createFamily, whenOrphaned } from './family.mjs'

await bootstrap()
const family = createFamily(() => process.exit(1))
const end = () => family.end().then(() => process.exit(0))
process.on('SIGINT', end).on('SIGTERM', end)
whenOrphaned(end)
// By itself V8 lets garbage grow to three times of what is in use before it looks.
const thrift = ['--max-semi-space-size=8', '--heap-growing-percent=20']
family.start('server', process.execPath, [...thrift, 'server/src/main.ts'], {
  cwd: root,
  env: { ...process.env, NODE_ENV: 'production' },
  stdio: 'inherit',
})
