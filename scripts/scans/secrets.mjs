// secretlint on every file in git.
import { spawnSync } from 'node:child_process'
import { root } from '../bootstrap.mjs'
import { program } from './tools.mjs'

export const title = 'secretlint on every file of the repository'

export function run() {
  const listed = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).stdout
  const files = listed.split('\0').filter((file) => file !== '' && !/\.(png|woff2|ico)$/.test(file))
  const rules = JSON.stringify({ rules: [{ id: '@secretlint/secretlint-rule-preset-recommend' }] })
  const args = ['--secretlintrcJSON', rules, '--format', 'json', '--no-glob', ...files]
  const done = spawnSync(program('secretlint'), args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 27,
  })
  if (done.status === null || done.status > 1) throw new Error(done.stderr)
  const findings = JSON.parse(done.stdout).flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message, loc }) => ({
      id: `${filePath.replace(`${root}/`, '')} ${ruleId.split('/').at(-1)}`,
      detail: `line ${loc.start.line}: ${message}`,
    })),
  )
  return { covered: `${files.length} files`, findings }
}
