// lockfile-lint, which checks the sources of packages. scripts/lock.mjs checks install scripts,
// integrity and holes.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { problemsOf } from '../lock.mjs'
import { program } from './tools.mjs'

export const title = 'lockfile-lint and our own check of every lock file'

const locks = [
  'package-lock.json',
  'scripts/scans/package-lock.json',
  'bench/package-lock.json',
  'bench/pages/package-lock.json',
  'stock-clients/package-lock.json',
]

export function run() {
  const findings = locks.flatMap((lock) => {
    const args = ['--path', lock, '--type', 'npm', '--format', 'plain', '--allowed-hosts', 'npm']
    const checks = ['--validate-https', '--validate-package-names', '--validate-integrity']
    const done = spawnSync(program('lockfile-lint'), [...args, ...checks], {
      cwd: root,
      encoding: 'utf8',
    })
    const { packages } = JSON.parse(readFileSync(join(root, lock), 'utf8'))
    return [
      ...(done.status === 0 ? [] : [`${done.stdout}${done.stderr}`.trim()]),
      ...problemsOf(packages),
    ].map((detail) => ({ id: `${lock} ${detail}`.slice(0, 120), detail }))
  })
  return { covered: locks.join(', '), findings }
}
