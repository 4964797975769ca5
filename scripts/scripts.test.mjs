import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { isSupported, root } from './bootstrap.mjs'
import { problemsOf } from './lock.mjs'
import { outsideAt } from './outside.mjs'
import { daily } from './stages.mjs'

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

test('the address of a service becomes its stand-in with the real path', () => {
  expect(outsideAt('http://here')).toMatchObject({
    STEAM_OPENID_ENDPOINT: 'http://here/steam/openid/login',
    EPIC_API_BASE: 'http://here/epic',
    XBOX_USER_BASE: 'http://here/xbox',
  })
})

const integrity = `sha512-${'a'.repeat(86)}==`
const sound = {
  version: '1.0.0',
  resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz',
  integrity,
}

test.each([
  ['another host', { resolved: 'https://evil.io/a.tgz' }],
  [
    'a host with the name of the registry',
    { resolved: 'https://registry.npmjs.org.evil.io/a.tgz' },
  ],
  ['a repository', { resolved: 'git+ssh://git@evil.io/c.git' }],
  ['no encryption', { resolved: 'http://registry.npmjs.org/a/-/a-1.0.0.tgz' }],
  ['a weak sum', { integrity: 'sha1-aaaaaaaaaaaaaaaaaaaaaaaaaaa=' }],
  ['no sum', { integrity: undefined }],
  ['an install script', { hasInstallScript: true }],
])('the lock stage refuses a package with %s (N03)', (_, change) => {
  expect(statusOf({ 'node_modules/a': sound })).toBe(0)
  expect(statusOf({ 'node_modules/a': { ...sound, ...change } })).not.toBe(0)
})

test('the installation runs no script, even one that the lock file hides (N03)', () => {
  const install = readFileSync(join(root, 'scripts/bootstrap.mjs'), 'utf8')
  expect(install).toMatch(/\['ci', '--ignore-scripts'/)
})

test('a lock file is sound that has the packages for other platforms, and no script', () => {
  const problems = problemsOf({
    '': { optionalDependencies: { a: '1' } },
    portal: {},
    'node_modules/@gatehouse/portal': { link: true, resolved: 'portal' },
    'node_modules/a': { integrity, optionalDependencies: { b: '1', c: '1' } },
    'node_modules/b': { integrity },
    'node_modules/a/node_modules/c': { integrity },
  })
  expect(problems).toEqual([])
})

test('a lock file without a package for another platform has a hole', () => {
  const problems = problemsOf({
    'node_modules/a': { integrity, optionalDependencies: { 'a-darwin': '1' } },
    // Only its neighbour can load this package, so `a` still lacks it.
    'node_modules/b/node_modules/a-darwin': { integrity },
  })
  expect(problems).toEqual(['node_modules/a names a-darwin, which the lock leaves out.'])
})

/** The exit code of the stage for a lock file. */
function statusOf(packages) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lock-'))
  const file = join(folder, 'package-lock.json')
  writeFileSync(file, JSON.stringify({ name: 'a', lockfileVersion: 3, packages }))
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  }
  const command = daily.check.lock.command.replaceAll('package-lock.json', file)
  return spawnSync(command, { shell: true, cwd: root, env }).status
}
