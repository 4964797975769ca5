import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changesIn, sectionOf, stepFor } from './versions.mjs'

const changelog = '# Changes\n\nWords.\n\n## 1.1.0\n\n### Minor\n\n- b\n\n## 1.0.0\n\n- a\n'

test('the tag of a release says what the changelog says about its version (N13)', () => {
  expect(sectionOf(changelog, '1.1.0')).toBe('### Minor\n\n- b')
  expect(sectionOf(changelog, '1.0.0')).toBe('- a')
  expect(() => sectionOf(changelog, '1.1')).toThrow('CHANGELOG.md says nothing about 1.1.')
})

test.each([
  ['makes a version of recorded changes', { pending: ['a.md'], tagged: 'x' }, 'bump'],
  ['finishes one that has no tag', { pending: [], tagged: null }, 'tag'],
  ['makes the files of the present one again', { pending: [], tagged: 'y' }, 'again'],
])('a release %s (N13)', (_, given, step) => {
  expect(stepFor({ version: '1.0.0', head: 'y', ...given })).toBe(step)
})

test('a release without a recorded change since the last one is refused (N13)', () => {
  expect(() => stepFor({ version: '1.0.0', head: 'y', pending: [], tagged: 'x' })).toThrow(
    'Nothing is recorded since v1.0.0',
  )
  expect(changesIn(['README.md', 'config.json', 'a.md'])).toEqual(['a.md'])
})

test('an installation for production lacks the embedded database and the viewer of the API (N14)', () => {
  const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')
  const shipped = Object.entries(JSON.parse(lock).packages).filter(
    ([path, { dev, devOptional }]) =>
      /^node_modules\/@(scalar|electric-sql)\//.test(path) && !dev && !devOptional,
  )
  expect(shipped.map(([path]) => path)).toEqual([])
})
