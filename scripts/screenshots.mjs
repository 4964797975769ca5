// npm run screenshots: a screenshot of every screen in every theme, light and dark, on a phone and
// on a desktop, and in German, Japanese and Arabic on a phone. They go to the folder screenshots/. The
// overview for the README, one of the console and twelve pictures for docs/pictures.md go to
// docs/pictures. Arguments after `--` go to Playwright: `--project twelve` takes only the twelve.
import { become, fail, root } from './bootstrap.mjs'
import { findChromium } from './programs.mjs'
import { buildPortal } from './portal.mjs'

const chromium = await findChromium()
if (chromium === null) fail('There is no Chromium on this machine.')
buildPortal()
const args = ['test', '--config', 'tests/e2e/screenshots.config.ts', ...process.argv.slice(2)]
await become('playwright', args, { cwd: root, env: { ...process.env, CHROMIUM_PATH: chromium } })
