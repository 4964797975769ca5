import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'src/**/*.hard.test.ts'],
    globalSetup: ['src/testing/template.ts'],
    // Nothing is mocked, so files may share a worker, its modules and its compiled template.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
