import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entriesIn, run, sectionOf, takeVersion } from './version.mjs'

test('the tag of a release says what the changelog says about its version (N13)', () => {
  const changelog = '# Changes\n\nWords.\n\n## 1.1.0\n\n### Minor\n\n- b\n\n## 1.0.0\n\n- a\n'
  expect(sectionOf(changelog, '1.1.0')).toBe('### Minor\n\n- b')
  expect(sectionOf(changelog, '1.0.0')).toBe('- a')
  expect(() => sectionOf(changelog, '1.1')).toThrow('CHANGELOG.md says nothing about 1.1.')
})

test('the changelog of the product has no entry that only names its own packages', () => {
  const own = '- Updated dependencies [749c958]\n  - @gatehouse/contract@1.1.0'
  expect(entriesIn(`### Minor Changes\n\n- b\n\n### Patch Changes\n\n${own}`)).toBe(
    '### Minor Changes\n\n- b',
  )
  expect(entriesIn(`### Patch Changes\n\n- c\n${own}`)).toBe('### Patch Changes\n\n- c')
})

test('a version gets one tag, and a release without a recorded change since is refused (N13)', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'gatehouse-version-'))
  const git = (...args) =>
    run('git', ['-c', 'user.name=T', '-c', 'user.email=t@t.t', ...args], { cwd })
  const commit = () => git('commit', '--quiet', '--allow-empty', '--message', 'Change it')
  git('init', '--quiet')
  mkdirSync(join(cwd, '.changeset'))
  writeFileSync(join(cwd, '.changeset/README.md'), '')
  writeFileSync(join(cwd, 'package.json'), '{ "version": "1.0.0" }')
  commit()
  expect(takeVersion(cwd)).toBe(true)
  git('tag', 'v1.0.0')
  expect(takeVersion(cwd)).toBe(false)
  commit()
  expect(() => takeVersion(cwd)).toThrow('Nothing is recorded since v1.0.0')
  rmSync(cwd, { recursive: true })
})
