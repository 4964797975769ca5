import { defineConfig } from '@playwright/test'
import playwrightConfig from './playwright.config.ts'

/** The same running product, for screenshots in place of tests: `npm run screenshots`. */
export default defineConfig({
  ...playwrightConfig,
  testDir: 'screenshots',
  reporter: 'list',
  projects: [
    { name: 'pictures', testMatch: 'everyScreen.shots.ts' },
    { name: 'languages', testMatch: 'languages.shots.ts' },
    { name: 'twelve', testMatch: 'twelve.shots.ts' },
    { name: 'console', testMatch: 'console.shots.ts' },
    { name: 'sheet', testMatch: 'contactSheet.shots.ts', dependencies: ['pictures'] },
  ],
})
