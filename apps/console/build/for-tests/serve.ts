import { join } from 'node:path'
import { consolePolicyFor } from '@gatehouse/contract/console/policy'
import { serveForTests } from '@gatehouse/ui/build/serveForTests'

/* The console, under its policy. */
await serveForTests(join(import.meta.dirname, '../..'), 'vite.config.ts', {
  'content-security-policy': consolePolicyFor('http://preview.test'),
})
