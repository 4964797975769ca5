import { execFileSync } from 'node:child_process'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { list, root } from './repository.ts'

/* A pattern of the configuration that finds nothing is no error of Vitest beside other projects. */

test('every test file belongs to a project of Vitest, but those that need a database server or a night', () => {
  const runs = JSON.parse(
    execFileSync('npx', ['vitest', 'list', '--filesOnly', '--json'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GATEHOUSE_TEST_DATABASE: 'pglite' },
    }),
  ) as readonly { readonly file: string }[]
  const found = new Set(runs.map(({ file }) => relative(root, file).replaceAll('\\', '/')))
  const left = list('**/*.test.{ts,tsx,mjs}').filter((file) => !found.has(file))
  expect(found.size).toBeGreaterThan(400)
  expect(left.filter((file) => !/\.(hard|citus)\.test\.|\/postgres\w+\.test\./.test(file))).toEqual(
    [],
  )
})
