import { defineConfig } from '@playwright/test'
import playwrightConfig from './playwright.config.ts'

/** The same running product, for tests that take long: `npm run test:nightly`. */
export default defineConfig({
  ...playwrightConfig,
  testDir: 'hard',
  testIgnore: [],
  workers: 1,
  timeout: 1_200_000,
})
