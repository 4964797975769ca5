import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// Lingui looks for its configuration in the working folder, which is this one and not the portal's.
process.env['LINGUI_CONFIG'] ??= 'portal/lingui.config.ts'

/** Rooms whose tests need more than the defaults bring their own configuration. */
const withOwnConfiguration = ['server', 'portal'].filter((room) =>
  existsSync(`${room}/vitest.config.ts`),
)

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'house',
          include: ['house/*.test.ts'],
          // Together, its files read the repository once, on a busy machine too.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/{,release/,statements/,words/}*.test.mjs'],
          exclude: ['**/*.hard.test.mjs'],
          // Processes start and end, on a busy machine too.
          testTimeout: 60_000,
        },
      },
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      { test: { name: 'client', include: ['client/src/**/*.test.ts'] } },
      { test: { name: 'signin', include: ['signin/{src,test}/**/*.test.ts'] } },
      { test: { name: 'stand-ins', include: ['stand-ins/src/**/*.test.ts'] } },
      ...withOwnConfiguration,
    ],
  },
})
