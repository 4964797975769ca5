import { defineConfig } from '@playwright/test'
import playwrightConfig from './playwright.config.ts'

/**
 * The same running product in Debian's build of WebKit, which WebDriver drives and Playwright cannot:
 * `npm run test:nightly -- webkit`.
 */
export default defineConfig({
  ...playwrightConfig,
  testDir: 'webkit',
  testIgnore: [],
  outputDir: 'test-results/webkit',
  reporter: 'list',
})
