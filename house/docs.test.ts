import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { docs, read, root } from './repository.ts'

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

  test('lead only to headings that exist', () => {
    const wrong = docs.flatMap((doc) =>
      [...read(doc).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
        .map(([, file = '', heading = '']) => ({
          path: file === '' ? doc : join(dirname(doc), file),
          heading,
        }))
        .filter(({ path }) => path.endsWith('.md') && existsSync(join(root, path)))
        .filter(({ path, heading }) => !headingsOf(path).includes(heading))
        .map(({ path, heading }) => `${doc} names ${path}#${heading}`),
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

/** The paths that are written as code, and the targets of links. */
function namedFiles(text: string): string[] {
  const written = [
    ...text.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)*\.(?:tsx?|mjs|json|css|md|po|ya?ml))`/g),
  ]
  const linked = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
  return [...written, ...linked].map(([, name]) => name ?? '').filter((name) => name !== '')
}

/** The headings of a document, as links name them. */
function headingsOf(path: string): readonly string[] {
  const text = read(path).replaceAll(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}
