import { describe, expect, it } from 'vitest'
import { readFileJson, readRequestJson } from './readJsonText.ts'

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const wide = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, at])))

describe('JSON that others have written', () => {
  it.each([
    ['16 levels', deep(16)],
    ['100 names', wide(100)],
    ['one name in two objects', '[{"a":1},{"a":2}]'],
    ['a name that is a text elsewhere', '{"a":"a","b":["a","a:"]}'],
    ['braces and names in a text', String.raw`{"a":"{\"a\":[[","b":1}`],
  ])('may have %s', (_, text) => {
    expect(readRequestJson(text)).toEqual({ value: JSON.parse(text) })
    expect(readFileJson(text)).toEqual({ value: JSON.parse(text) })
  })

  it.each([
    ['17 levels', deep(17), 'is nested deeper than 16 levels'],
    ['a million levels', deep(1_000_000), 'is nested deeper than 16 levels'],
    ['a name twice', '{"a":{"b":1,"b":2}}', 'has "b" twice in one object'],
    [
      'a name twice in other letters',
      String.raw`{"a":1,"\u0061":2}`,
      'has "a" twice in one object',
    ],
  ])('must not have %s', (_, text, refusal) => {
    expect(readRequestJson(text)).toEqual({ refusal })
    expect(readFileJson(text)).toEqual({ refusal })
  })

  it('has more names in a file than in a request', () => {
    expect(readRequestJson(wide(101))).toEqual({ refusal: 'has over 100 names in one object' })
    expect(readFileJson(wide(1000))).toHaveProperty('value')
    expect(readFileJson(wide(1001))).toEqual({ refusal: 'has over 1000 names in one object' })
  })

  it('has nothing in a file that no database takes', () => {
    const refusal = 'has a NUL or half of a character at a.1'
    for (const text of [String.raw`{"a":["","\u0000"]}`, String.raw`{"a":["","\udc00"]}`]) {
      expect(readFileJson(text)).toEqual({ refusal })
    }
  })

  it.each([
    ['{"clientSecret":"hidden"', 'is no JSON from line 1 on'],
    ['{\n"clientSecret": "hidden"\n"a": 1}', 'is no JSON from line 3 on'],
    ['{\n"clientSecret": "hidden",\n}', 'is no JSON from line 3 on'],
    ['hidden', 'is no JSON from line 1 on'],
    ['{"clientSecret":"hidden"}\nhidden', 'is no JSON from line 2 on'],
    ['', 'is no JSON'],
  ])('is refused where it breaks off, and never quoted: %j', (text, refusal) => {
    expect(readFileJson(text)).toEqual({ refusal })
  })
})
