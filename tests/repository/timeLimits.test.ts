import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, product, root } from './repository.ts'

test('no call of a browser is without a time limit: a line may be dead, and not closed', () => {
  const ofBrowsers = product.filter(
    (file) =>
      /^(?:apps\/(?:portal|console)|packages\/(?:client|ui))\/.*\.tsx?$/.test(file) &&
      !isTest(file),
  )
  const endless = ofBrowsers.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    const calls = [...code.matchAll(/(?<![\w.])(?:fetch|\?\? fetch\))\((?!\w+: )/g)]
    const unlimited = calls.filter(
      ({ index }) => !/\bsignal\b/.test(code.slice(index, index + 1200)),
    )
    return unlimited.length > 0 ? [file] : []
  })
  expect(endless).toEqual([])
})
