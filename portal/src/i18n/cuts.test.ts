import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@gatehouse/contract/languages'
import { describe, expect, test } from 'vitest'
import { sourcesOf } from '../app/document/filesOfPage.ts'
import { screenRoutes } from '../routes/routes.ts'

const folder = join(import.meta.dirname, 'po')

/** The files that say something out of a cut. */
function placesOf(cut: string): readonly string[] {
  const text = readFileSync(join(folder, cut, 'en.po'), 'utf8')
  return [...new Set([...text.matchAll(/^#: (\S+)$/gm)].map(([, file = '']) => file))]
}

describe('the cuts of the words', () => {
  test('leave a screen outside the account’s layout nothing that comes with that layout', () => {
    const ofAccount = placesOf('account')
    const outside = screenRoutes.filter(({ layout }) => layout !== 'account').flatMap(sourcesOf)
    expect(outside).toContain('Register.tsx')
    expect(outside.filter((file) => ofAccount.some((place) => place.endsWith(`/${file}`)))).toEqual(
      [],
    )
  })

  test('have each language, and none besides', () => {
    const names = Object.keys(import.meta.glob('./po/*/*.po'))
    const cuts = ['account', 'document', 'errors', 'factors', 'more', 'visitor']
    const wanted = cuts.flatMap((cut) => languages.map((language) => `./po/${cut}/${language}.po`))
    expect(names.toSorted()).toEqual(wanted.toSorted())
  })
})
