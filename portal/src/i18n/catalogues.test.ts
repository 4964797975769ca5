import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@gatehouse/contract/languages'
import { describe, expect, test } from 'vitest'
import { sourcesOf } from '../app/document/filesOfPage.ts'
import { screenRoutes } from '../routes/routes.ts'

const folder = join(import.meta.dirname, 'po')

/** The files that say something of a catalogue. */
function placesOf(catalogue: string): readonly string[] {
  const text = readFileSync(join(folder, catalogue, 'en.po'), 'utf8')
  return [...new Set([...text.matchAll(/^#: (\S+)$/gm)].map(([, file = '']) => file))]
}

describe('the catalogues of words', () => {
  test.each([
    ['account', '/account/deletion-request'],
    ['security', '/account/security'],
  ] as const)('of the %s come with the screens that say them', (catalogue, known) => {
    const places = placesOf(catalogue)
    const saying = screenRoutes.filter((route) =>
      sourcesOf(route).some((file) => places.some((place) => place.endsWith(`/${file}`))),
    )
    expect(saying.map(({ path }) => path)).toContain(known)
    const without = saying.filter(
      ({ screen, layout }) => layout !== catalogue && screen.words?.includes(catalogue) !== true,
    )
    expect(without.map(({ path }) => path)).toEqual([])
  })

  test('have each language, and none besides', () => {
    const names = Object.keys(import.meta.glob('./po/*/*.po'))
    const wanted = ['account', 'errors', 'pages', 'security', 'visitor'].flatMap((name) =>
      languages.map((language) => `./po/${name}/${language}.po`),
    )
    expect(names.toSorted()).toEqual(wanted.toSorted())
  })
})
