import { expect, test } from 'vitest'
import { callNames, calls } from './calls.ts'
import type { Call } from './calls/row.ts'
import { isErrorCode } from './errors.ts'
import { failuresIn } from './testing/failuresIn.ts'

const rows: readonly (readonly [string, Call])[] = callNames.map((name) => [name, calls[name]])

test('no two calls share a method and a path', () => {
  const shapes = callNames.map(
    (name) => `${calls[name].method} ${calls[name].path.replaceAll(/\{\w+\}/g, '{}')}`,
  )
  // The rows of two partners overlap with the row of any partner's slug. The literal path wins.
  expect(new Set(shapes).size).toBe(shapes.length)
})

const failuresOf = (check: (row: Call) => void) =>
  failuresIn(
    rows,
    ([name]) => name,
    ([, row]) => check(row),
  )

test('the path schema of every call has exactly the placeholders of its path', () => {
  const failures = failuresOf(({ path, input }) => {
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
    expect(Object.keys(input?.path?.shape ?? {})).toEqual(placeholders)
  })
  expect(failures).toEqual([])
})

test('every call refuses only with codes of the catalogue', () => {
  const failures = failuresOf(({ refusals }) =>
    expect(refusals.filter((code) => !isErrorCode(code))).toEqual([]),
  )
  expect(failures).toEqual([])
})

test('every call lists the codes with which it refuses banned addresses', () => {
  const failures = failuresOf(({ ipBan, refusals }) => {
    const { code, generalCode } = ipBan ?? { code: null, generalCode: null }
    const listed = new Set<string | null>([null, 'ERROR_USER_IP_BANNED', ...refusals])
    expect([code, generalCode].filter((each) => !listed.has(each))).toEqual([])
  })
  expect(failures).toEqual([])
})

test('only calls about the own account require a player (R-6.1-8)', () => {
  const open = callNames.filter((name) => calls[name].caller !== 'player')
  expect(open.filter((name) => calls[name].path.startsWith('profile/'))).toEqual([])
  expect(calls.runtimeConfiguration.caller).toBe('anyone')
})
