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
const resolved = 'https://registry.npmjs.org/a/-/a-1.0.0.tgz'
const sound = { version: '1.0.0', resolved, integrity }

test('the lock stage refuses packages from elsewhere, without a sum or with a script (N03)', () => {
  expect(runLockStage({ 'node_modules/sound': sound })).toMatchObject({ status: 0 })
  const bad = {
    'other-host': { resolved: 'https://evil.io/a.tgz' },
    'similar-host': { resolved: 'https://registry.npmjs.org.evil.io/a.tgz' },
    repository: { resolved: 'git+ssh://git@evil.io/c.git' },
    unencrypted: { resolved: 'http://registry.npmjs.org/a/-/a-1.0.0.tgz' },
    'weak-sum': { integrity: 'sha1-aaaaaaaaaaaaaaaaaaaaaaaaaaa=' },
  }
  const packages = Object.entries(bad).map(([name, change]) => [
    `node_modules/${name}`,
    { ...sound, ...change },
  ])
  const { status, output } = runLockStage(Object.fromEntries(packages))
  expect(status).not.toBe(0)
  for (const name of Object.keys(bad)) expect(output).toContain(name)
  expect(runLockStage({ 'node_modules/a': { ...sound, hasInstallScript: true } }).status).toBe(1)
  expect(runLockStage({ 'node_modules/a': { ...sound, integrity: undefined } }).status).toBe(1)
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

/** The exit code of the stage for a lock file, and what it prints. */
function runLockStage(packages) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lock-'))
  const file = join(folder, 'package-lock.json')
  writeFileSync(file, JSON.stringify({ name: 'a', lockfileVersion: 3, packages }))
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
  const { status, stdout, stderr } = spawnSync(
    daily.check.lock.command.replaceAll('package-lock.json', file),
    { shell: true, cwd: root, encoding: 'utf8', env: { ...process.env, PATH } },
  )
  return { status, output: stdout + stderr }
}
