import { parseSync } from 'oxc-parser'
import { list, read } from './repository.ts'
import { sourceOf } from './sources.ts'

/* The plain English of comments, test titles, documents and cases. */

/** It quotes a standard. */
const standard = 'docs/asvs.md'
/** Words that players read, as examples. */
const quotes = [
  'Who is not let in any more is signed out, and has to ask you again.',
  'Nobody can bring it back, not even our support.',
]

const avoided =
  /\b(?:nobody|who(?:m)?ever|somebody|strangers?|tells?|telling|told|of before|doors?|heed\w*|distrust\w*|look-ups?|mend(?:s|ed|ing)?)\b/i
const opening =
  /^[\s*_(>'"]*(?:[Ww]ho(?:m|se)?|[Ww]hat|[Ww]hether)\b|[.!?]['")*_]*\s+[*_(]*(?:What|Who|Whom|Whose|Whether)\b/
/** Reading a source as a syntax tree takes time. */
const may = new RegExp(`${avoided.source}|\\b(?:what|who|whom|whose|whether)\\b`, 'i')

const sources = '**/*.{ts,tsx,mts,mjs,js}'
const marked: readonly (readonly [string | readonly string[], RegExp])[] = [
  [sources, /$^/],
  ['**/*.{css,java,cs}', /\/\*([\s\S]*?)\*\/|\/\/(.*)/g],
  ['**/*.sql', /--(.*)/g],
  [
    [
      '{.github,deploy}/**/*.{yml,yaml,cfg,conf,env}',
      'deploy/{Caddyfile,gatehouse,*.service}',
      'Dockerfile',
      '{docs,stock-clients}/**/*.{py,gd,conf}',
    ],
    /(?:^|\s)#(.*)/gm,
  ],
]

/** The passages with an avoided word: of comments, test titles, documents and cases. */
export function passagesWithAvoidedWord(): readonly string[] {
  return [...commentsAndDocuments(), ...titles(), ...cases()]
    .filter(({ text }) => avoided.test(plain(text)))
    .map(nameOf)
}

/** The comments and documents with a sentence that begins with 'What', 'Who' or 'Whether'. */
export function passagesWithWrongOpening(): readonly string[] {
  return commentsAndDocuments()
    .filter(({ text }) => opening.test(plain(text)) && !text.trim().endsWith('?'))
    .map(nameOf)
}

interface Passage {
  readonly file: string
  readonly text: string
}

function nameOf({ file, text }: Passage): string {
  return `${file}: ${text.trim()}`
}

let known: readonly Passage[] | undefined

function commentsAndDocuments(): readonly Passage[] {
  return (known ??= [
    ...marked.flatMap(([pattern, mark]) =>
      covered(pattern).flatMap((file) =>
        (pattern === sources ? commentsOf(file) : markedIn(file, mark)).map((text) => ({
          file,
          text,
        })),
      ),
    ),
    ...covered('**/*.md')
      .filter((file) => file !== standard)
      .flatMap((file) => partsOf(read(file)).map((text) => ({ file, text }))),
  ])
}

function titles(): readonly Passage[] {
  return covered(sources).flatMap((file) => sourceOf(file).titles.map((text) => ({ file, text })))
}

function cases(): readonly Passage[] {
  return covered('docs/cases/*.json').flatMap((file) =>
    read(file)
      .split('\n')
      .map((text) => ({ file, text })),
  )
}

function covered(pattern: string | readonly string[]): readonly string[] {
  return list(pattern).filter((file) => may.test(read(file)))
}

/** The comments of a source; lines that follow one another are one. */
function commentsOf(file: string): readonly string[] {
  const text = read(file)
  const found: string[] = []
  let end = -1
  for (const { start, end: next, value, type } of parseSync(file, text).comments) {
    const isNext = type === 'Line' && /^\n\s*$/.test(text.slice(end, start))
    found.push(`${isNext ? (found.pop() ?? '') : ''} ${value}`)
    end = type === 'Line' ? next : -1
  }
  return found.flatMap(paragraphsOf)
}

function markedIn(file: string, mark: RegExp): readonly string[] {
  return [...read(file).matchAll(mark)].flatMap(([, one = '', other = '']) =>
    paragraphsOf(one + other),
  )
}

/** The paragraphs and entries of lists in a comment, each on one line. */
function paragraphsOf(comment: string): readonly string[] {
  return comment
    .replaceAll(/^\s*\*+ ?/gm, '')
    .split(/\n\s*(?=\n|- )/)
    .map((text) => text.replace(/^\s*- /, '').replaceAll(/\s+/g, ' '))
}

/** The paragraphs, headings, entries of lists and cells of a document. */
function partsOf(document: string): readonly string[] {
  return document
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? line.split('|') : [line]))
    .map((line) => line.replace(/^\s*(?:[-*>#]+|\d+\.)\s+/, ''))
}

/** A text without code, targets of links, and quotes of players' words. */
function plain(text: string): string {
  return quotes
    .reduce((rest, quote) => rest.replace(quote, ''), text)
    .replaceAll(/`[^`]*`/g, '`')
    .replaceAll(/\[(\w+)\]\([^)]*#\1\)/g, '[]')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/<https?:[^>]*>/g, '')
}
