import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { usedOf } from './engines.mjs'

it('docs/scale.md names each construct that another engine refuses, with the files that use it', () => {
  const [, section = ''] = readFileSync(join(root, 'docs/scale.md'), 'utf8').split(
    '\n## Other engines\n',
  )
  const [own = ''] = section.split('\n## ')
  const said = own
    .split('\n')
    .filter((line) => /^\| (CockroachDB|YugabyteDB) \|/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
  expect(said).toEqual(
    usedOf().flatMap(([engine, name, files]) => files.map((file) => [engine, name, `\`${file}\``])),
  )
})
