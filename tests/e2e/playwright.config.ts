import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { everyEnvironment } from './fixtures/environments.ts'
import { dataDir } from './fixtures/running-product/dataDir.ts'
import { gatherDeployments } from './fixtures/running-product/gatherDeployments.ts'
import { ports } from './fixtures/running-product/ports.ts'
import { hasTwoNodes, staffFile } from './fixtures/running-product/twoNodes.ts'
import { usual } from './fixtures/usualConfig.ts'

// The workers inherit it: they play the same cases after midnight, too.
if (process.env['INTERRUPTIONS_SEED'] === undefined) {
  const seed = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  process.env['INTERRUPTIONS_SEED'] = seed
  process.stdout.write(`Interruptions are drawn by INTERRUPTIONS_SEED=${seed}.\n`)
}

const { portal, standIns, smtp, console, database, time } = await ports()

/** One start of the whole product, the way `npm start` does it, carries the run. */
export default defineConfig({
  ...usual,
  testDir: '.',
  // At night these have the server's own documents, too. They show defects that a portal alone
  // hides.
  testIgnore: ['hard', 'console', 'webkit', ...(everyEnvironment ? [] : ['portal'])].map(
    (folder) => `${folder}/**`,
  ),
  outputDir: 'test-results',
  grepInvert: [...(everyEnvironment ? [] : [/@night/]), ...(hasTwoNodes ? [] : [/@nodes/])],
  use: {
    // Traces of every test would double the time of the run: ask for one with --trace on.
    ...usual.use,
    baseURL: `http://localhost:${portal}`,
    // Pictures, tags and captchas of the stubs come from hosts that no deployment names: its policy
    // would refuse them. Tests of the policy itself set this to false.
    bypassCSP: true,
  },
  webServer: {
    command: 'node ../../scripts/start.mjs',
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
      TIME_PORT: String(time),
      STAFF_FILE: staffFile(),
      CROWD: 'off',
      DATA_DIR: dataDir(),
      DEPLOYMENTS_DIR: gatherDeployments(),
      WORDS_DIR: join(import.meta.dirname, 'words'),
      CAPTCHA_VERIFY_URL: `http://localhost:${standIns}/captcha/recaptcha/api/siteverify`,
      LIMITS: 'off',
      // By default a browser works for half a second of a quiet laptop, which a test need not.
      PROOF_OF_WORK_TRIES: '20',
      MAIL_LINK_REPEAT_HOURS: '0',
    },
  },
})
