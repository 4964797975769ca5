import { defineConfig } from 'vitest/config'

/** A release is made in a clone: `npm run test:nightly -- release`. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'release, hard',
    include: ['*.hard.test.mjs'],
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
  },
})
