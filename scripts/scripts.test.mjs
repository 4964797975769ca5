import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSupported } from './bootstrap.mjs'
import { problemsOf } from './lock.mjs'

test.each([
  ['20.20.2', false],
  ['22.18.0', false],
  ['22.19.0', true],
  ['23.5.0', false],
  ['24.0.0', true],
  ['25.1.0', false],
  ['26.10.0', true],
])('whether Node %s runs the product: %s', (version, is) => {
  expect(isSupported(version)).toBe(is)
})

test('a sound lock file has no problems', () => {
  const problems = problemsOf({
    '': { optionalDependencies: { a: '1' } },
    portal: {},
    'node_modules/@gatehouse/portal': { link: true, resolved: 'portal' },
    'node_modules/a': { integrity: 'sha512-a', optionalDependencies: { b: '1', c: '1' } },
    'node_modules/b': { integrity: 'sha512-b' },
    'node_modules/a/node_modules/c': { integrity: 'sha512-c' },
  })
  expect(problems).toEqual([])
})

test('the lock stage refuses a manipulated lock file (N03)', () => {
  const integrity = 'sha512-a'
  const problems = problemsOf({
    'node_modules/a': { integrity, resolved: 'https://evil.io/a.tgz' },
    'node_modules/b': { integrity, resolved: 'https://registry.npmjs.org.evil.io/b.tgz' },
    'node_modules/c': { integrity, resolved: 'git+ssh://git@evil.io/c.git' },
    'node_modules/d': { integrity, resolved: 'http://registry.npmjs.org/d/-/d-1.0.0.tgz' },
    'node_modules/e': { integrity, resolved: 'https://registry.npmjs.org/e/-/e-1.0.0.tgz' },
    'node_modules/f': {},
    'node_modules/g': { integrity, hasInstallScript: true },
  })
  expect(problems).toEqual([
    ...['a', 'b', 'c', 'd'].map(
      (name) => `node_modules/${name} comes from another place than the registry.`,
    ),
    'node_modules/f has no integrity.',
    'node_modules/g has an install script.',
  ])
  const own = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  expect(problemsOf(own.packages)).toEqual([])
  // The installation runs no script, even one that the lock file hides.
  const install = readFileSync(new URL('bootstrap.mjs', import.meta.url), 'utf8')
  expect(install).toMatch(/\['ci', '--ignore-scripts'/)
})

test('holes, install scripts and missing integrity in a lock file are problems', () => {
  const problems = problemsOf({
    'node_modules/a': { integrity: 'sha512-a', optionalDependencies: { 'a-darwin': '1' } },
    'node_modules/b': { integrity: 'sha512-b', hasInstallScript: true },
    'node_modules/c': { version: '1.0.0' },
    // Only its neighbour can load this package, so `a` still lacks it.
    'node_modules/b/node_modules/a-darwin': { integrity: 'sha512-d' },
  })
  expect(problems).toEqual([
    'node_modules/a names a-darwin, which the lock leaves out.',
    'node_modules/b has an install script.',
    'node_modules/c has no integrity.',
  ])
})
