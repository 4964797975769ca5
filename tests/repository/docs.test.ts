import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { docs, list, read, root } from './repository.ts'

describe('the documents', () => {
  test('name only files that exist', () => {
    // Changes name what is gone.
    const ofNow = docs.filter((doc) => doc !== 'CHANGELOG.md')
    const wrong = ofNow.flatMap((doc) =>
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

  test('name only commands of npm that exist', () => {
    // A release keeps the commands that it had.
    const wrong = docs
      .filter((doc) => doc !== 'CHANGELOG.md')
      .flatMap((doc) =>
        [...read(doc).matchAll(/\bnpm run (?:-s )?([\w:-]+)(?: --workspace ([\w/-]+))?/g)]
          .filter(([, script = '', room = '.']) => !(script in scriptsOf(room)))
          .map(([command]) => `${doc} names ${command}`),
      )
    expect(wrong).toEqual([])
  })

  test('run tests by npm, which brings the Node that these need', () => {
    expect(docs.filter((doc) => /\bnpx vitest\b/.test(read(doc)))).toEqual([])
  })

  test('name only folders that exist', () => {
    // The guides for operators also name folders of their machines.
    const wrong = docs
      .filter((doc) => !/^docs\/(?:operations|start)\/|^CHANGELOG/.test(doc))
      .flatMap((doc) =>
        [...read(doc).matchAll(/`((?:[\w@.-]+\/)+)`/g)]
          .map(([, folder = '']) => folder)
          .filter((folder) => !existsSync(join(root, folder)))
          .filter((folder) => !existsSync(join(root, dirname(doc), folder)))
          .map((folder) => `${doc} names ${folder}`),
      )
    expect(wrong).toEqual([])
  })

  test('of a start need no command of operators that no played guide has', () => {
    const played = docs
      .filter((doc) => !doc.startsWith('docs/start/'))
      .map(read)
      .join('\n')
    const lines = docs
      .filter((doc) => doc.startsWith('docs/start/'))
      .flatMap((doc) => read(doc).match(/^gatehouse .+$/gm) ?? [])
    expect(lines).not.toEqual([])
    expect(lines.filter((line) => !played.includes(`\n${line}\n`))).toEqual([])
  })

  test('have no cell of a table with over 150 characters', () => {
    const long = list(['**/*.md', '.changeset/*.md', '.github/**/*.md'])
      // A release keeps its text.
      .filter((doc) => doc !== 'CHANGELOG.md')
      .flatMap((doc) =>
        cellsOf(read(doc))
          .filter(({ length }) => length > 150)
          .map((cell) => `${doc}, ${cell.length}: ${cell}`),
      )
    expect(long).toEqual([])
  })

  test('show the twelve pictures and that of the console, each of at most 150 kB', () => {
    const taken = list('docs/pictures/*.jpg').filter((file) => !file.endsWith('/themes.jpg'))
    const shown = [...read('docs/pictures.md').matchAll(/\]\((pictures\/[^)]+)\)/g)]
    expect(shown.map(([, file]) => `docs/${file}`).toSorted()).toEqual(taken)
    expect(taken).toHaveLength(13)
    expect(taken.filter((file) => statSync(join(root, file)).size > 150 * 1024)).toEqual([])
  })
})

function scriptsOf(room: string): object {
  const { scripts = {} } = JSON.parse(read(join(room, 'package.json'))) as { scripts?: object }
  return scripts
}

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

/** The cells of the tables of a document as a reader sees them: a link is its label. */
function cellsOf(text: string): readonly string[] {
  const lines = text.replaceAll(/^ *```[^]*?^ *```$/gm, '').match(/^ *\|.*\|$/gm) ?? []
  return lines.flatMap((line) =>
    line
      .trim()
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) =>
        cell
          .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
          .replaceAll(/<([^>]+)>/g, '$1')
          .replaceAll(/[`*\\]/g, '')
          .trim(),
      ),
  )
}

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
