import { describe, expect, test } from 'vitest'
import { tokenColours } from './tokenColours.ts'

const theme = {
  ground: ['light-dark(oklch(0.9 0 0), oklch(0.1 0 0))'],
  surface: ['light-dark(#fff, #000)'],
  gold: ['#fc0'],
  bar: ['var(--surface)'],
}

describe('a token', () => {
  test.each([
    ['surface', 'light', '#fff'],
    ['bar', 'dark', '#000'],
    ['ground', 'dark', 'oklch(0.1 0 0)'],
    ['gone', 'light', ''],
  ] as const)('--%s in the %s scheme has the colour %s', (name, scheme, colour) => {
    expect(tokenColours(theme, name, scheme)).toEqual([colour])
  })

  test('that refers to itself has no colours', () => {
    expect(tokenColours({ bar: ['var(--tab)'], tab: ['var(--bar)'] }, 'bar', 'light')).toEqual([''])
  })
})

describe('a layer under text', () => {
  const ground = 'oklch(0.9 0 0)'
  test.each([
    ['none', [ground]],
    ['transparent', [ground]],
    ['light-dark(transparent, #111)', [ground]],
    ['var(--bar)', ['#fff']],
    ['linear-gradient(var(--along), var(--surface), transparent)', ['#fff', ground]],
    ['linear-gradient(to left, #aaa 20%, light-dark(#bbb, #111))', ['#aaa', '#bbb']],
    ['radial-gradient(34rem 24rem at 50% 50%, #aaa, #bbb)', ['#aaa', '#bbb']],
    // A stripe beside the text.
    ['linear-gradient(var(--along), var(--gold) 4px, #aaa 4px, transparent)', ['#aaa', ground]],
    ['linear-gradient(0deg, var(--gold) 0 4px, transparent 0)', [ground]],
    // None.
    ['linear-gradient(var(--gold) 4px, #aaa 5px)', ['#fc0', '#aaa']],
    ['linear-gradient(var(--gold) 17px, #aaa 17px)', ['#fc0', '#aaa']],
    ['linear-gradient(#aaa, #bbb), #ccc', ['linear-gradient(#aaa, #bbb), #ccc']],
  ])('of %s has these colours', (row, colours) => {
    expect(tokenColours({ ...theme, row: [row] }, 'row', 'light')).toEqual(colours)
  })

  test('has its colours of all screen widths', () => {
    expect(tokenColours({ ...theme, tab: ['none', '#aaa'] }, 'tab', 'light')).toEqual([
      ground,
      '#aaa',
    ])
  })
})
