import { basename, dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { code, imports, isTest, list, product, read } from './repository.ts'

describe('folders', () => {
  test('the root of the server holds its five files and rooms', () => {
    expect(list('apps/server/src/*.ts')).toEqual(
      ['app', 'cli', 'main', 'services', 'start'].map((name) => `apps/server/src/${name}.ts`),
    )
  })

  test('of samples are in no image and in no release', () => {
    expect(read('.dockerignore').split('\n')).toContain('apps/server/samples')
    expect(read('scripts/release/release.mjs')).toContain(' :(exclude)apps/server/samples')
  })

  test.each(['apps/server/src', 'apps/portal/src', 'apps/console/src', 'packages/contract/src'])(
    'of %s have each one sentence in the tour that says what they are for',
    (top) => {
      const [, table = ''] = read('docs/tour.md').split(`| Folder of \`${top}\` | Purpose |\n`)
      const [rows = ''] = table.split('\n\n', 1)
      const named = [...rows.matchAll(/^\| `([^`]+)` \| .+\. \|$/gm)].map(([, folder = '']) =>
        folder === '.' ? top : `${top}/${folder}`,
      )
      const folders = new Set(
        code.filter((file) => file.startsWith(`${top}/`)).map((file) => dirname(file)),
      )
      expect(named.toSorted()).toEqual([...folders].toSorted())
    },
  )

  test('lie at most three levels below their room', () => {
    const deep = product.filter((file) => {
      const [, , , ...path] = file.split('/')
      return path.length > 5
    })
    expect(deep).toEqual([])
  })

  test('of the server hold no two files of one name', () => {
    const files = product.filter((file) => file.startsWith('apps/server/src/'))
    const named = Map.groupBy(files, (file) => basename(file))
    expect([...named.values()].filter((those) => those.length > 1)).toEqual([])
  })

  test('are named for what they hold', () => {
    const dumpingGround = /^(utils?|helpers?|common|misc|hooks|shared)$/
    const wrong = list('**/*').filter((file) =>
      file.split('/').some((part) => dumpingGround.test(part.split('.')[0] ?? '')),
    )
    expect(wrong).toEqual([])
  })

  test('hold no small file that one file beside it alone imports', () => {
    const importers = Map.groupBy(
      imports().filter(({ from }) => !isTest(from)),
      ({ to }) => to,
    )
    const wrong = product.filter((file) => {
      const from = new Set(importers.get(file)?.map((each) => each.from))
      const [only] = from
      const isTested = code.includes(file.replace(/\.tsx?$/, '.test.ts'))
      const isBeside = from.size === 1 && dirname(only ?? '') === dirname(file)
      // The browser fetches it only when it is needed.
      const isFetched = isBeside && read(only ?? '').includes(`import('./${basename(file)}')`)
      return isBeside && linesOf(file) < 15 && !isTested && !isFetched
    })
    expect(wrong).toEqual([])
  })
})

function linesOf(file: string): number {
  return read(file).split('\n').length - 1
}
