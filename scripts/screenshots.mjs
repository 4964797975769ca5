// npm run screenshots: a screenshot of every screen in every theme, light and dark, on a phone and
// on a desktop, and in German, Japanese and Arabic on a phone. They go to the folder screenshots/,
// with the overview for the README. Arguments after `--` go to Playwright, like `--grep SANDBOX
// --project pictures`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { findChromium } from './browsers.mjs'
import { buildPortal } from './portal.mjs'

await bootstrap()
const chromium = await findChromium()
if (chromium === null) throw new Error('There is no Chromium on this machine.')
buildPortal()
const done = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config',
    'e2e/screenshots.config.ts',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium } },
)
process.exit(done.status ?? 1)
