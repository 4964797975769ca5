import { describe, expect, test } from 'vitest'
import { asCsv } from './csv.ts'

const cell = (value: unknown) => asCsv(['A'], [[value]]).split('\r\n')[1]

describe('a table as CSV', () => {
  test('begins with the mark of UTF-8, and has a line for each row', () => {
    expect(asCsv(['Day', 'Count'], [['2026-11-26', 5]])).toBe('\uFEFFDay,Count\r\n2026-11-26,5\r\n')
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '"=1', "'=1", ' =1', '\0=1', '＝1'])(
    'does not let %j be computed (AX-CON2-18)',
    (text) => {
      expect(cell(text)).toMatch(/^"?'/)
    },
  )

  test.each(['a\n=1', 'a\r\n@SUM(A1)', 'a\r+1'])(
    'does not let %j be computed in its second line, and keeps it one cell (AX-CON2-18)',
    (text) => {
      expect(asCsv(['A'], [[text]]).split('\r\n')).toHaveLength(3)
      expect(cell(text)).toMatch(/^"'/)
    },
  )

  test.each(['a,b', 'a"b', 'a;b', "a'b"])('keeps %j one cell (AX-CON2-18)', (text) => {
    expect(cell(text)).toBe(`"${text.replace('"', '""')}"`)
  })

  test('leaves numbers as numbers, and empty cells empty', () => {
    expect([cell(-4), cell(null), cell('< 5')]).toEqual(['-4', '', '< 5'])
  })
})
