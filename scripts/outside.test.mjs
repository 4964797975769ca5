import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './bootstrap.mjs'
import { outsideAt } from './outside.mjs'

test('an address of a service is the stand-in’s here, and in production never', () => {
  const settings = readFileSync(join(root, 'server/src/platform/config/settings.ts'), 'utf8')
  const names = [...settings.matchAll(/^ {2}(\w+): address\(/gm)].map(([, name]) => name)
  expect(names).not.toEqual([])
  expect(Object.keys(outsideAt('')).toSorted()).toEqual(names.toSorted())
  const refused = readFileSync(join(root, 'server/src/platform/config/productionChecks.ts'), 'utf8')
  expect(names.filter((name) => !refused.includes(`'${name}'`))).toEqual([])
})
