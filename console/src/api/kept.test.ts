import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
)

const stores =
  /\b(?:local|session)Storage\b|\bindexedDB\b|\bcaches\b|\bcookieStore\b|document\.cookie/
const channels = /\bBroadcastChannel\b|\bSharedWorker\b/

const filesWith = (pattern: RegExp) =>
  sources.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))

test('one module alone keeps values in the browser, and one alone speaks to other tabs', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(filesWith(stores)).toEqual(['api/kept.ts'])
  expect(filesWith(channels)).toEqual(['api/tabs.ts'])
})
