import { expect, test } from 'vitest'
import { read } from './repository.ts'

/*
 * OWASP's standard 5.0.0 as levels, section after section: the first requirement of 1.5 is of level 1,
 * the second of level 2, the third of level 3.
 */
const levels = {
  1: '22 1111122223 112222222223 222 123',
  2: '122 112 12223 23',
  3: '3 113 12223 11222233 11122333 3 22333',
  4: '12233 23333 22 1222',
  5: '2 112333 113 222',
  6: '122 111111112222 11223333 112233 22222333 2223 33 2222',
  7: '222 1111 22 11222 223 22',
  8: '1233 1123 133 23',
  9: '111 1222',
  10: '22 223 22223 1111122222233333 22222 22 222',
  11: '2233 22233 11233 1222 23 23 33',
  12: '12233 11 22223',
  13: '2333 222223 2233 1222233',
  14: '22 12223333 122',
  15: '12233 12233 1222222 3333',
  16: '2 22222 2222 222 2223',
  17: '23 22223333 22',
}

const text = read('docs/asvs.md')
const rows = text
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, id = '', level = '']) => /^\d+\.\d+\.\d+$/.test(id) && /^\d$/.test(level))
  .map(([, id = '', level = '', , state = '', where = '']) => ({ id, level, state, where }))

test('every requirement of level 1 and 2 has one row, with its level', () => {
  const wanted = Object.entries(levels).flatMap(([chapter, sections]) =>
    sections
      .split(' ')
      .flatMap((section, at) =>
        [...section].map((level, index) => `${chapter}.${at + 1}.${index + 1} ${level}`),
      ),
  )
  // The standard's own sums: 70 of level 1, 183 of level 2, 92 of level 3.
  expect(
    ['1', '2', '3'].map((level) => wanted.filter((each) => each.endsWith(` ${level}`)).length),
  ).toEqual([70, 183, 92])
  expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(
    wanted.filter((each) => !each.endsWith(' 3')),
  )
})

test('every row has an outcome, and a kept requirement names its place', () => {
  const known = new Set(['kept', 'deviates', 'operator', 'none here'])
  expect(rows.filter(({ state }) => !known.has(state))).toEqual([])
  expect(rows.filter(({ state, where }) => state !== 'none here' && where === '')).toEqual([])
})

test('every named case exists', () => {
  const catalogue = JSON.parse(read('docs/cases/catalogue.json')) as readonly {
    readonly cases: object
  }[]
  const cases = new Set(catalogue.flatMap((group) => Object.keys(group.cases)))
  const named = rows.flatMap(({ where }) => where.match(/\b[A-QSTX]\d\d\b/g) ?? [])
  expect(named).not.toEqual([])
  expect(named.filter((id) => !cases.has(id))).toEqual([])
})

test('every deviation has its reason and its remedy', () => {
  const [, reasons = ''] = text.split('## Deviations')
  const deviating = rows.filter(({ state }) => state === 'deviates')
  expect(deviating.filter(({ id }) => !reasons.includes(id))).toEqual([])
})
