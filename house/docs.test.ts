import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { docs, list, read, root } from './repository.ts'

describe('the documents', () => {
  test('name only files that exist', () => {
    const wrong = docs.flatMap((doc) =>
      namedFiles(read(doc))
        .filter(
          (name) => !existsSync(join(root, name)) && !existsSync(join(root, dirname(doc), name)),
        )
        .map((name) => `${doc} names ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('name only symbols that their files declare', () => {
    const wrong = docs.flatMap((doc) =>
      [...read(doc).matchAll(/\]\(([^)#:\s]+\.(?:tsx?|mjs))#([\w$]+)\)/g)].flatMap(
        ([, file = '', symbol = '']) => {
          const path = join(dirname(doc), file)
          const isDeclared =
            existsSync(join(root, path)) && new RegExp(`\\b${symbol}\\b`).test(read(path))
          return isDeclared ? [] : [`${doc} names ${file}#${symbol}`]
        },
      ),
    )
    expect(wrong).toEqual([])
  })
})

describe('a decision record', () => {
  const records = list('docs/decisions/0*.md')

  test('begins with its decision', () => {
    const wrong = records.filter((file) => !/^# \d{4} · .+\n\n\*\*Decision\.\*\* /.test(read(file)))
    expect(wrong).toEqual([])
  })

  test('has at most sixty lines, without the rows of its tables', () => {
    const long = records.filter(
      (file) =>
        read(file)
          .split('\n')
          .filter((line) => !line.startsWith('|')).length > 61,
    )
    expect(long).toEqual([])
  })

  test('stands in the index by its number and title', () => {
    const index = [...read('docs/decisions/README.md').matchAll(/^\| \[(.+)\]\((.+)\) \|/gm)]
    const titles = records.map((file) => {
      const [, number, title] = /^# (\d{4}) · (.+)/.exec(read(file)) ?? []
      return [`${number} ${title}`, file.replace('docs/decisions/', '')]
    })
    expect(index.map(([, title, file]) => [title, file])).toEqual(titles)
  })
})

/** The paths that are written as code, and the targets of links. */
function namedFiles(text: string): string[] {
  const written = [
    ...text.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)*\.(?:tsx?|mjs|json|css|md|po|ya?ml))`/g),
  ]
  const linked = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
  return [...written, ...linked].map(([, name]) => name ?? '').filter((name) => name !== '')
}
