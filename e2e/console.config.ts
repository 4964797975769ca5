import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const chromium = process.env['CHROMIUM_PATH']

// The host says its port when it stands, before the workers begin.
const port = (process.env['E2E_CONSOLE_ALONE'] ??= '0')

/** The studio's console alone, whose calls every test answers: no server, no database. */
export default defineConfig({
  testDir: 'console',
  outputDir: 'test-results/console',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // Patience for a busy machine; what passes does not wait.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['dot'], ['json']],
  use: {
    // A control that is missing fails its test, not the patience of the whole test.
    actionTimeout: 45_000,
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      // Nothing is shown on a display: a separate process that draws is a tenth of the work.
      args: ['--no-sandbox', '--in-process-gpu'],
    },
  },
  webServer: {
    command: 'node build/for-tests/serve.ts',
    cwd: join(import.meta.dirname, '../console'),
    wait: { stdout: /^ready http:\/\/localhost:(?<e2e_console_alone>\d+)/m },
    timeout: 300_000,
    stdout: 'ignore',
  },
})
