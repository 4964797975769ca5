import { defineConfig } from '@playwright/test'
import { everyEnvironment } from './fixtures/environments.ts'
import type { KeepsPages } from './fixtures/stubbed-portal/test.ts'
import { servedAlone } from './fixtures/usualConfig.ts'

const alone = servedAlone('portal')
process.env['E2E_PORTAL_PORT'] = process.env['E2E_PORTAL_ALONE']

/** The portal alone. */
export default defineConfig<object, KeepsPages>({
  ...alone,
  grepInvert: everyEnvironment ? [] : /@night/,
  // A page for each test finds defects that a kept page hides.
  use: { ...alone.use, keepsPages: process.env['FRESH_PAGES'] === undefined },
})
