import { describe, expect, test } from 'vitest'
import { pairsOf } from './contrast.ts'
import {
  coloursOf,
  type Overlay,
  pairOfColours,
  withField,
  withThemePart,
  withToken,
} from './studio.ts'

const same = (light: string, dark = light) => ({ light, dark })

const token = (
  name: string,
  light: string,
  dark: string,
  kind: 'colour' | 'length' = 'colour',
) => ({
  token: name,
  light,
  dark,
  kind,
})

describe('a draft', () => {
  test('has a field that is changed, and not one that is as in the file', () => {
    const overlay = withField({ Welcome: 'Hello' }, 'Terms', '/terms')
    expect(overlay).toEqual({ Welcome: 'Hello', Terms: '/terms' })
    expect(withField(overlay, 'Terms', undefined)).toEqual({ Welcome: 'Hello' })
    // A value that says no is a value.
    expect(withField({}, 'EnableDeletionSection', false)).toEqual({ EnableDeletionSection: false })
  })

  test('is empty again once its last colour is put back', () => {
    const changed = withToken({}, '--accent', '#8a1c7c')
    expect(changed).toEqual({ theme: { tokens: { '--accent': '#8a1c7c' } } })
    expect(withToken(changed, '--accent', undefined)).toEqual({})
  })

  test('keeps the rest of a theme of which a part is put back', () => {
    let overlay: Overlay = withThemePart({ Welcome: 'Hello' }, 'banner', '/banner.avif')
    overlay = withToken(overlay, '--accent', '#8a1c7c')
    overlay = withToken(overlay, '--radius', '0.5rem')
    expect(withToken(overlay, '--accent', undefined)).toEqual({
      Welcome: 'Hello',
      theme: { banner: '/banner.avif', tokens: { '--radius': '0.5rem' } },
    })
    expect(withThemePart(overlay, 'banner', undefined)['theme']).not.toHaveProperty('banner')
  })

  test('has the colours that it changes, and otherwise those that are served', () => {
    const tokens = [
      token('--text', '#13304a', '#f7f3e8'),
      token('--ground', '#fffef5', '#2a1320'),
      token('--radius', '1rem', '1rem', 'length'),
    ]
    const own = pairOfColours({ light: '#000000', dark: '#FFFFFF' })
    expect(coloursOf(tokens, withToken({}, '--text', own))).toEqual({
      '--text': { light: '#000000', dark: '#FFFFFF' },
      '--ground': { light: '#fffef5', dark: '#2a1320' },
    })
    // A colour of a file that is written otherwise stays as it is served.
    expect(coloursOf(tokens, withToken({}, '--text', 'oklch(0.4 0.1 20)'))['--text']).toEqual({
      light: '#13304a',
      dark: '#f7f3e8',
    })
  })
})

describe('the contrast of a colour', () => {
  test('is that of WCAG 2, in both schemes, the least readable pair first', () => {
    const pairs = pairsOf('--text', {
      '--text': same('#000000', '#777777'),
      '--ground': same('#ffffff', '#ffffff'),
    })
    expect(pairs.map(({ scheme, found }) => [scheme, found.toFixed(2)])).toEqual([
      ['dark', '4.48'],
      ['light', '21.00'],
    ])
    expect(pairs[0]).toMatchObject({ ink: 'text', ground: 'ground', needed: 4.5 })
  })

  test('is that of each pair that a colour is part of, as ink and as ground, and of none besides', () => {
    const colours = { '--text': same('#000000'), '--ground': same('#ffffff') }
    expect(pairsOf('--ground', colours)).toEqual(pairsOf('--text', colours))
    expect(pairsOf('--radius', colours)).toEqual([])
    expect(pairsOf('--text', { '--text': same('#000000') })).toEqual([])
  })
})
