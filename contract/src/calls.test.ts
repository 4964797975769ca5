import { expect, test } from 'vitest'
import { callNames, calls } from './calls.ts'
import type { Call } from './calls/row.ts'
import { isErrorCode } from './errors.ts'

const rows: readonly (readonly [string, Call])[] = callNames.map((name) => [name, calls[name]])

test('no two calls share a method and a path', () => {
  const shapes = callNames.map(
    (name) => `${calls[name].method} ${calls[name].path.replaceAll(/\{\w+\}/g, '{}')}`,
  )
  // A partner's slug and the two partners with rows of their own: the literal path wins.
  expect(new Set(shapes).size).toBe(shapes.length)
})

test.each(rows)('%s: its placeholders are its path schema', (_, { path, input }) => {
  const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
  expect(Object.keys(input?.path?.shape ?? {})).toEqual(placeholders)
})

test.each(rows)('%s: refuses only with codes of the catalogue', (_, { refusals }) => {
  expect(refusals.filter((code) => !isErrorCode(code))).toEqual([])
})

test.each(rows)('%s: lists the codes with which it refuses banned addresses', (_, row) => {
  const { code, generalCode } = row.ipBan ?? { code: null, generalCode: null }
  const listed = new Set<string | null>([null, 'ERROR_USER_IP_BANNED', ...row.refusals])
  expect([code, generalCode].filter((each) => !listed.has(each))).toEqual([])
})

test('only what a player may do for themselves asks for a player (R-6.1-8)', () => {
  const open = callNames.filter((name) => calls[name].caller !== 'player')
  expect(open.filter((name) => calls[name].path.startsWith('profile/'))).toEqual([])
  expect(calls.runtimeConfiguration.caller).toBe('anyone')
})
