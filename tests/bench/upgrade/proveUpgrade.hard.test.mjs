import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../../../scripts/bootstrap.mjs'

/** The command with few players, from this commit to itself with a migration of one kind. */
function prove(kind) {
  const command = ['scripts/bootstrap.mjs', 'tests/bench/upgrade/proveUpgrade.mjs']
  const size = ['--from', 'HEAD', '--players', '2000', '--seconds', '5', '--rate', '0.5']
  const args = [...command, ...size, '--migration', kind]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, output: `${stdout}${stderr}` }
}

test('an upgrade that adds first and takes away a version later keeps every promise', () => {
  expect(prove('good')).toEqual({
    status: 0,
    output: expect.stringMatching(
      /\| both become the version that takes away \|(?: \d+ \|){2} 0 \|/,
    ),
  })
})

test('an upgrade that holds a table for seconds is refused by how long requests took', () => {
  expect(prove('lock')).toEqual({
    status: 1,
    output: expect.stringMatching(/^ ! {2}A request took \d+\.\d s\.$/m),
  })
})

test('an upgrade that renames a column under the version before is refused by failed requests', () => {
  expect(prove('drop')).toEqual({
    status: 1,
    output: expect.stringMatching(/^ ! {2}\d+ requests failed: /m),
  })
})
