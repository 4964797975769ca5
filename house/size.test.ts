import { expect, test } from 'vitest'
import { isTest, list, read } from './repository.ts'

/** The most lines of each folder, without tests. Decision 0068 says for what they are. */
const most = {
  'server/src': 48_200,
  'portal/src': 27_200,
  'console/src': 11_500,
  'contract/src': 8_700,
  scripts: 3_000,
} as const

test.each(Object.entries(most))('%s has at most %i lines', (folder, limit) => {
  const files = list(`${folder}/**/*.{ts,tsx,mjs,css}`).filter((file) => !isTest(file))
  const lines = files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0)
  expect(files.length).toBeGreaterThan(0)
  expect(lines).toBeLessThanOrEqual(limit)
})
