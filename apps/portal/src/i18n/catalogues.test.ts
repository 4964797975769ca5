import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { languages } from '@gatehouse/contract/languages'
import { describe, expect, test } from 'vitest'
import { layouts } from '../app/layouts.ts'
import { sourcesOf } from '../app/document/filesOfPage.ts'
import { screenRoutes } from '../routes/routes.ts'

const catalogues = [
  'account',
  'errors',
  'flows',
  'pages',
  'register',
  'safety',
  'security',
  'services',
  'visitor',
]
const texts = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const textOf = (file: string) => texts[`../${file}`] ?? ''

/** The files that say something of each catalogue. */
const placesOf = new Map(
  catalogues.map((name) => {
    const text = readFileSync(join(import.meta.dirname, 'po', name, 'en.po'), 'utf8')
    return [name, new Set([...text.matchAll(/^#: src\/(\S+)$/gm)].map(([, file = '']) => file))]
  }),
)

/** A file with all that it imports, and the parts that it fetches later. */
function filesFrom(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || textOf(file) === '') return found
  found.add(file)
  const imported = /^(?:import|export) (?!type)[^;'"]*? from '(\.[^']+)'$/gm
  for (const [, target = ''] of textOf(file).matchAll(imported)) {
    filesFrom(join(dirname(file), target), found)
  }
  return found
}

/** The parts of these files that come later, each with the catalogue that comes with it. */
function partsOf(files: Iterable<string>) {
  const part = /lazyOptional\(\s*async \(\) => \(await import\('([^']+)'\)\)\.\w+,?\s*(?:'(\w+)')?/g
  return [...files].flatMap((file) =>
    [...textOf(file).matchAll(part)].map(([, target = '', words = 'visitor']) => ({
      file: join(dirname(file), target),
      words,
    })),
  )
}

/** Files that say something for which none of these catalogues has the words. */
function silentIn(file: string, words: readonly string[]): string[] {
  const files = filesFrom(file)
  const own = [...files].filter((one) => {
    const having = catalogues.filter((name) => placesOf.get(name)?.has(one))
    return having.length > 0 && !having.some((name) => words.includes(name))
  })
  const later = partsOf(files).flatMap((part) =>
    part.file === file ? [] : silentIn(part.file, [...words, part.words]),
  )
  return [...new Set([...own, ...later])]
}

const sourceOf = (end: string) =>
  Object.keys(texts)
    .map((file) => file.slice('../'.length))
    .find((file) => file.endsWith(`/${end}`)) ?? end

describe('the catalogues of words', () => {
  test('come with every screen and layout that says them, and with what they fetch later', () => {
    for (const route of screenRoutes) {
      const words = [
        'visitor',
        ...(route.screen.words ?? []),
        ...(layouts[route.layout].words ?? []),
      ]
      for (const file of sourcesOf(route)) {
        expect([route.path, silentIn(sourceOf(file), words)]).toEqual([route.path, []])
      }
    }
    expect(screenRoutes.length).toBeGreaterThan(30)
    expect(filesFrom('screens/register/Register.tsx').size).toBeGreaterThan(30)
    expect(partsOf(filesFrom('main.tsx')).length).toBeGreaterThan(8)
    expect(silentIn('main.tsx', ['visitor'])).toEqual([])
  })

  test('have each language, and none besides', () => {
    const names = Object.keys(import.meta.glob('./po/*/*.po'))
    const wanted = catalogues.flatMap((name) =>
      languages.map((language) => `./po/${name}/${language}.po`),
    )
    expect(names.toSorted()).toEqual(wanted.toSorted())
  })
})
