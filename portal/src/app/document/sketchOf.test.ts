import { expect, test } from 'vitest'
import { sketchOf } from './sketchOf.ts'

const opening = '<svg viewBox="0 0 16 10">'
const sky = '<path fill="url(#s)" d="M0 0h16v10H0z"/>'
const blue = '<linearGradient id="s" x2="0"><stop stop-color="#00f"/></linearGradient>'
const unused = '<radialGradient id="g"><stop/></radialGradient>'
const large = `<g>${'<path d="M0 0h1"/>'.repeat(40)}</g>`
const hill = '<g transform="scale(2)"><path fill="#0f0" d="M0 8h16v2H0z"/></g>'

test('A sketch is the farthest layers of a drawing, with what these refer to', () => {
  const drawing = `${opening}<defs>${blue}${unused}</defs>${sky}${large}${hill}</svg>`
  expect(sketchOf(drawing)).toBe(`${opening}<defs>${blue}</defs>${sky}${hill}</svg>`)
})

test('A sketch ends before it is long', () => {
  const sketch = sketchOf(`${opening}${hill.repeat(99)}</svg>`) ?? ''
  expect(sketch.length).toBeLessThan(1700)
  expect(sketch).toMatch(/<\/g><\/svg>$/)
})

test('A drawing without small layers has no sketch', () => {
  for (const drawing of ['', 'nonsense', `${opening}</svg>`, `${opening}${large}</svg>`]) {
    expect(sketchOf(drawing)).toBeNull()
  }
})
