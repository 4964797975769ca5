import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import playwrightConfig from './playwright.config.ts'

/**
 * Tests of settings that WebDriver BiDi cannot make in Firefox (no scripts, other colours), of data
 * that it does not report (the body of a request), and of its own behaviour (Tab leads from a
 * dialog to its bars, and there).
 */
const chromiumAlone = new RegExp(
  [
    'without JavaScript',
    'colours are shown · dark',
    'AT-COOK-04 ',
    'A choice before the log-in goes to an account',
    'AT-COOK-07 ',
    'AT-CON-19 ',
    'AT-UPD-01 ',
    'The dialog keeps the focus',
  ].join('|'),
)

/** The same tests of the same product in a released Firefox: `npm run test:nightly -- firefox`. */
export default defineConfig({
  ...playwrightConfig,
  testIgnore: [],
  testMatch: [
    'journeys/newPlayer.spec.ts',
    'attacks/returns.spec.ts',
    'acceptance/{cookies,updateEmail}.spec.ts',
    'portal/acceptance/{cookies,logout,mailLinks,tabs,updateEmail}.spec.ts',
    'acceptance/{connections,deletion,login,register}Deployed.spec.ts',
  ],
  grepInvert: chromiumAlone,
  workers: 2,
  reporter: 'list',
  use: {
    ...playwrightConfig.use,
    browserName: 'firefox',
    // Playwright's way to a Firefox that is not its own.
    channel: 'moz-firefox',
    reducedMotion: null,
    launchOptions: {
      executablePath: fileURLToPath(new URL('firefox/driven.mjs', import.meta.url)),
      firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
    },
  },
})
