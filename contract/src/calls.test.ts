import { expect, test } from 'vitest'
import { callNames, calls } from './calls.ts'
import { isErrorCode } from './errors.ts'
import { schemas } from './schemas.ts'
import type { CallSchema } from './schemas/row.ts'

const rows: readonly (readonly [string, string, CallSchema])[] = callNames.map((name) => [
  name,
  calls[name].path,
  schemas[name],
])

test('no two calls share a method and a path', () => {
  const shapes = callNames.map(
    (name) => `${calls[name].method} ${calls[name].path.replaceAll(/\{\w+\}/g, '{}')}`,
  )
  // A partner's slug and the two partners with rows of their own: the literal path wins.
  expect(new Set(shapes).size).toBe(shapes.length)
})

test.each(rows)('%s: its placeholders are its path schema', (_, path, schema) => {
  const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
  expect(Object.keys(schema.path?.shape ?? {})).toEqual(placeholders)
})

test.each(rows)('%s: refuses only with codes of the catalogue', (_, __, schema) => {
  expect(schema.refusals.filter((code) => !isErrorCode(code))).toEqual([])
})

test('only what a player may do for themselves asks for a player (R-6.1-8)', () => {
  const open = callNames.filter((name) => calls[name].caller !== 'player')
  expect(open.filter((name) => calls[name].path.startsWith('profile/'))).toEqual([])
  expect(calls.runtimeConfiguration.caller).toBe('anyone')
})
