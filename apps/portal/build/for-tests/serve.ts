import { join } from 'node:path'
import { serveForTests } from '@gatehouse/ui/build/serveForTests'

/*
 * The portal as one script: no document of the server, no prerendered screen, no file that comes
 * later.
 */
await serveForTests(join(import.meta.dirname, '../..'), 'vite.tests.config.ts', {
  'cache-control': 'max-age=31536000',
})
