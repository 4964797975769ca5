import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './bootstrap.mjs'

/*
 * OWASP's standard 5.0.0 as lists of levels: in section 1.5 the first requirement is of level 1, the
 * second of level 2, the third of level 3.
 */
const levels = {
  ...{ 1.1: '22', 1.2: '1111122223', 1.3: '112222222223', 1.4: '222', 1.5: '123' },
  ...{ 2.1: '122', 2.2: '112', 2.3: '12223', 2.4: '23' },
  ...{
    3.1: '3',
    3.2: '113',
    3.3: '12223',
    3.4: '11222233',
    3.5: '11122333',
    3.6: '3',
    3.7: '22333',
  },
  ...{ 4.1: '12233', 4.2: '23333', 4.3: '22', 4.4: '1222' },
  ...{ 5.1: '2', 5.2: '112333', 5.3: '113', 5.4: '222' },
  ...{ 6.1: '122', 6.2: '111111112222', 6.3: '11223333', 6.4: '112233', 6.5: '22222333' },
  ...{ 6.6: '2223', 6.7: '33', 6.8: '2222' },
  ...{ 7.1: '222', 7.2: '1111', 7.3: '22', 7.4: '11222', 7.5: '223', 7.6: '22' },
  ...{ 8.1: '1233', 8.2: '1123', 8.3: '133', 8.4: '23' },
  ...{ 9.1: '111', 9.2: '1222' },
  ...{ 10.1: '22', 10.2: '223', 10.3: '22223', 10.4: '1111122222233333', 10.5: '22222' },
  ...{ 10.6: '22', 10.7: '222' },
  ...{
    11.1: '2233',
    11.2: '22233',
    11.3: '11233',
    11.4: '1222',
    11.5: '23',
    11.6: '23',
    11.7: '33',
  },
  ...{ 12.1: '12233', 12.2: '11', 12.3: '22223' },
  ...{ 13.1: '2333', 13.2: '222223', 13.3: '2233', 13.4: '1222233' },
  ...{ 14.1: '22', 14.2: '12223333', 14.3: '122' },
  ...{ 15.1: '12233', 15.2: '12233', 15.3: '1222222', 15.4: '3333' },
  ...{ 16.1: '2', 16.2: '22222', 16.3: '2222', 16.4: '222', 16.5: '2223' },
  ...{ 17.1: '23', 17.2: '22223333', 17.3: '22' },
}

const document = join(root, 'docs/asvs.md')
const text = readFileSync(document, 'utf8')
const cells = text
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, id, level]) => /^\d+\.\d+\.\d+$/.test(id ?? '') && /^\d$/.test(level))
const rows = cells.map(([, id, level, about, state, where]) => ({ id, level, about, state, where }))

test('every requirement of level 1 and 2 has one row, with its level', () => {
  const wanted = Object.entries(levels).flatMap(([section, each]) =>
    [...each].map((level, index) => `${section}.${index + 1} ${level}`),
  )
  // 70 of level 1, 183 of level 2, 92 of level 3: what the standard says of itself.
  expect(
    ['1', '2', '3'].map((level) => wanted.filter((each) => each.endsWith(` ${level}`)).length),
  ).toEqual([70, 183, 92])
  expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(
    wanted.filter((each) => !each.endsWith(' 3')),
  )
})

test('a row says what becomes of it, and what is kept says where', () => {
  const known = ['kept', 'deviates', 'operator', 'none here']
  expect(rows.filter(({ state }) => !known.includes(state))).toEqual([])
  expect(rows.filter(({ state, where }) => state !== 'none here' && where === '')).toEqual([])
})

test('every file and every case that is named exists', () => {
  const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link]) => link)
  expect(
    links.filter(
      (link) => !link.startsWith('https:') && !existsSync(join(dirname(document), link)),
    ),
  ).toEqual([])
  const catalogue = JSON.parse(readFileSync(join(root, 'docs/cases/catalogue.json'), 'utf8'))
  const cases = new Set(catalogue.flatMap((group) => Object.keys(group.cases)))
  const named = rows.flatMap(({ where }) => where.match(/\b[A-NPTX]\d\d\b/g) ?? [])
  expect(named.filter((id) => !cases.has(id))).toEqual([])
})

test('every deviation has a line that says why, and what removes it', () => {
  const [, reasons = ''] = text.split('## Deviations')
  const deviating = rows.filter(({ state }) => state === 'deviates')
  expect(deviating.filter(({ id }) => !reasons.includes(id))).toEqual([])
})
