import { createRequire } from 'node:module'
import {
  type TextlintKernelPlugin,
  type TextlintKernelRule,
  TextlintKernel,
} from '@textlint/kernel'
import { parseSync } from 'oxc-parser'
import { isTest, list, product, read } from './repository.ts'
import { sourceOf } from './sources.ts'

/* The texts that textlint reads, by the rules of prose.yml. */

/** It quotes a standard. */
const standard = 'docs/asvs.md'
/** Reserved names, not sentences. */
const names = 'server/src/accounts/username/usernameRefusal.ts'
/** Players' words may say so. */
const spoken = /^(?:nobody|somebody|tell)\b/i
/** Players' words in twelve languages, which another English would lose. */
const kept = [
  'What you do next',
  'what our games and sites give you for it',
  'Somebody tried many passwords for this account. To let you in all the same, your browser',
  'You seem to be offline. What you typed is kept: send it again when you are back.',
]

interface Passage {
  readonly file: string
  readonly text: string
}

const rules = read('house/prose.yml')
/** textlint takes time: a passage without one of them is right. */
const patterns = [...rules.matchAll(/pattern: \/(.+)\/(i?)$/gm)].map(
  ([, pattern = '', flags]) => new RegExp(pattern, flags),
)
// Node and vitest disagree about the default export of a CommonJS module.
const require = createRequire(import.meta.url)
const { default: markdown } = require('@textlint/textlint-plugin-markdown') as {
  readonly default: TextlintKernelPlugin['plugin']
}
const { default: prh } = require('textlint-rule-prh') as {
  readonly default: TextlintKernelRule['rule']
}
const kernel = new TextlintKernel()
const options = {
  ext: '.md',
  plugins: [{ pluginId: 'markdown', plugin: markdown }],
  rules: [
    {
      ruleId: 'prh',
      rule: prh,
      options: { ruleContents: [rules], checkLink: true, checkBlockQuote: true },
    },
  ],
}

/** The lines of documents that break a rule. */
export async function wrongLines(): Promise<readonly string[]> {
  const documents = list('**/*.md').filter((file) => file !== standard)
  const found = await Promise.all(
    documents.map(async (file) => {
      const { messages } = await kernel.lintText(read(file), { ...options, filePath: file })
      return messages.map(({ line, message }) => `${file}:${line}: ${message}`)
    }),
  )
  return found.flat()
}

/** The comments, cases, test titles, texts of the servers and English words that break a rule. */
export async function wrongPassages(): Promise<readonly string[]> {
  const passages = [...comments(), ...texts(), ...catalogues(), ...cases()].filter(({ text }) =>
    patterns.some((pattern) => pattern.test(text)),
  )
  // Each is a line, and no line is the beginning of a block of Markdown.
  const document = passages.map(({ text }) => text.replaceAll('<', '(').replace(/^[`~]{3}/, ''))
  const { messages } = await kernel.lintText(document.join('\n\n'), options)
  return messages.flatMap(({ line, message }) => {
    const { file, text } = passages[(line - 1) / 2] ?? { file: '', text: '' }
    return file.endsWith('.po') && spoken.test(message) ? [] : [`${file}: ${text}\n${message}`]
  })
}

const sources = '**/*.{ts,tsx,mts,mjs,js}'
const marked: readonly (readonly [string | readonly string[], RegExp])[] = [
  ['**/*.{css,java,cs}', /\/\*([\s\S]*?)\*\/|\/\/(.*)/g],
  ['**/*.sql', /--(.*)/g],
  [
    [
      '{.github,deploy}/**/*.{yml,yaml,cfg,conf,env}',
      'deploy/{Caddyfile,gatehouse,*.service,patroni/*.{service,timer,sh}}',
      'Dockerfile',
      '{docs,stock-clients}/**/*.{py,gd,conf}',
    ],
    /(?:^|\s)#(.*)/gm,
  ],
]

function comments(): readonly Passage[] {
  return [
    ...list(sources).flatMap((file) => passagesOf(file, commentsOf(file))),
    ...marked.flatMap(([pattern, mark]) =>
      list(pattern).flatMap((file) =>
        passagesOf(
          file,
          [...read(file).matchAll(mark)].map(([, one = '', other = '']) => one + other),
        ),
      ),
    ),
  ]
}

/** The titles of tests; log messages, helps and answers of the product. */
function texts(): readonly Passage[] {
  return [
    ...list(sources)
      .filter(isTest)
      .flatMap((file) => passagesOf(file, sourceOf(file).titles)),
    ...product
      .filter((file) => !file.startsWith('portal/') && file !== names)
      .flatMap((file) => passagesOf(file, [...sourceOf(file).texts])),
  ]
}

function catalogues(): readonly Passage[] {
  return list('{portal,server}/src/**/en.po').flatMap((file) =>
    [...read(file).matchAll(/^msgstr "(.+)"$/gm)]
      .map(([, text = '']) => ({ file, text }))
      .filter(({ text }) => !kept.some((words) => text.startsWith(words))),
  )
}

function cases(): readonly Passage[] {
  return list('docs/cases/*.json').flatMap((file) =>
    [...read(file).matchAll(/: "(.+)"/g)].map(([, text = '']) => ({ file, text })),
  )
}

/** Comments on lines that follow one another are one. */
function commentsOf(file: string): readonly string[] {
  const text = read(file)
  const found: string[] = []
  let end = -1
  for (const { start, end: next, value, type } of parseSync(file, text).comments) {
    const isNext = type === 'Line' && /^\n\s*$/.test(text.slice(end, start))
    found.push(`${isNext ? (found.pop() ?? '') : ''} ${value}`)
    end = type === 'Line' ? next : -1
  }
  return found
}

/** The paragraphs and entries of lists in texts of a file, each on one line. */
function passagesOf(file: string, found: readonly string[]): readonly Passage[] {
  return found
    .flatMap((text) => text.replaceAll(/^\s*\*+ ?/gm, '').split(/\n\s*(?=\n|- )/))
    .map((text) => ({
      file,
      text: text.trim().replace(/^- /, '').replaceAll(/\s+/g, ' '),
    }))
    .filter(({ text }) => / .* /.test(text))
}
