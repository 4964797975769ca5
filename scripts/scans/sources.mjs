// The security rules of ESLint, which oxlint lacks.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { program } from './tools.mjs'

export const title = 'ESLint: security, no-unsanitized, regexp'

export function run() {
  const config = join(root, 'scripts/scans/eslint.config.mjs')
  const done = spawnSync(program('eslint'), ['--config', config, '--format', 'json', '.'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 27,
  })
  if (done.status === null || done.status > 1) throw new Error(done.stderr)
  const files = JSON.parse(done.stdout)
  const findings = files.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message, line }) => ({
      id: `${ruleId} ${filePath.replace(`${root}/`, '')}`,
      detail: `line ${line}: ${message}`,
    })),
  )
  return { covered: `${files.length} files`, findings }
}
