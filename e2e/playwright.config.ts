import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { everyEnvironment } from './fixtures/environments.ts'
import { dataDir } from './fixtures/running-product/dataDir.ts'
import { gatherDeployments } from './fixtures/running-product/gatherDeployments.ts'
import { ports } from './fixtures/running-product/ports.ts'
import { hasTwoNodes, staffFile } from './fixtures/running-product/twoNodes.ts'

const { portal, standIns, smtp, console, database } = await ports()
const chromium = process.env['CHROMIUM_PATH']

/** One start of the whole product, the way `npm start` does it, carries the run. */
export default defineConfig({
  testDir: '.',
  // At night these have the server's own documents, too. They show defects that a portal alone
  // hides.
  testIgnore: everyEnvironment ? ['hard/**', 'console/**'] : ['hard/**', 'portal/**', 'console/**'],
  outputDir: 'test-results',
  fullyParallel: true,
  grepInvert: [...(everyEnvironment ? [] : [/@night/]), ...(hasTwoNodes ? [] : [/@nodes/])],
  forbidOnly: true,
  workers: 2,
  // Patience for a busy machine; what passes does not wait.
  timeout: 150_000,
  expect: { timeout: 15_000 },
  reporter: [['dot'], ['json']],
  use: {
    // A control that is missing fails its test, not the patience of the whole test.
    actionTimeout: 45_000,
    baseURL: `http://localhost:${portal}`,
    // Pictures, tags and captchas of the stubs come from hosts that no deployment names: its policy
    // would refuse them. Tests of the policy itself set this to false.
    bypassCSP: true,
    locale: 'en-GB',
    timezoneId: 'America/Los_Angeles',
    reducedMotion: 'reduce',
    // Traces of every test would double the time of the run: ask for one with --trace on.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      // Nothing is shown on a display: a separate process that draws is a tenth of the work.
      args: ['--no-sandbox', '--in-process-gpu'],
    },
  },
  webServer: {
    command: 'node ../scripts/start.mjs',
    wait: { stdout: /^ready http/m },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    env: {
      PORT: String(portal),
      STAND_INS_PORT: String(standIns),
      SMTP_PORT: String(smtp),
      CONSOLE_PORT: String(console),
      DATABASE_PORT: String(database),
      STAFF_FILE: staffFile(),
      CROWD: 'off',
      DATA_DIR: dataDir(),
      DEPLOYMENTS_DIR: gatherDeployments(),
      WORDS_DIR: join(import.meta.dirname, 'words'),
      CAPTCHA_VERIFY_URL: `http://localhost:${standIns}/captcha/recaptcha/api/siteverify`,
      LIMITS: 'off',
      MAIL_LINK_REPEAT_HOURS: '0',
    },
  },
})
