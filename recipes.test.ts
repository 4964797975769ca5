import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { paths } from './contract/src/routes.ts'
import { screens } from './e2e/accessibility/screens.ts'

/* "Adding things" in CONTRIBUTING.md: what no compiler says of it, and no test of one room. */

/** Paths that act and lead on, and show nothing that stays. */
const acting =
  /callback$|\/(?:un)?link$|^\/oauth(?:\/partner)?$|^\/confirm-email$|\/logout$|\/update-email\/confirm$/
const shown = Object.values(paths).filter((path) => !acting.test(path))

test('a screen is walked through by keyboards and screen readers', () => {
  const walked = new Set(screens.map(([, path]) => path.split('?')[0]))
  // They are shown to who comes with something, which is more than an address.
  const shownToSome = [
    paths.accessKey,
    paths.partnerRegister,
    paths.partnerRegisterConfirm,
    paths.updateEmailRecovery,
  ]
  expect(shown.filter((path) => !walked.has(path))).toEqual(shownToSome)
})

test('a screen is looked at by axe, and from right to left', () => {
  const states = globSync('e2e/accessibility/states/*.ts', { cwd: import.meta.dirname })
    .map(read)
    .join('')
  // They are led to.
  const led = [paths.partnerRegister, paths.partnerRegisterConfirm, paths.badRequest]
  const isOpened = (path: string) => new RegExp(`'${path}['?]`).test(states)
  expect(shown.filter((path) => !isOpened(path))).toEqual(led)
})

const contributing = read('CONTRIBUTING.md')
const walks = read('docs/walks.md')
const recipes = [
  ...contributing
    .slice(contributing.indexOf('## Adding things'))
    .matchAll(/^\*\*(?<title>An? [^*]+)\.\*\* (?<steps>.*)$/gm),
].map(({ groups = {} }) => [groups['title'] ?? '', groups['steps'] ?? ''] as const)

test('every recipe was walked', () => {
  const walked = [...walks.matchAll(/^## (.+)$/gm)].map(([, title]) => title)
  expect(recipes.map(([title]) => title)).toEqual(walked)
  expect(walked).toContain('A call')
})

test.each(recipes)(
  '%s was added once by its recipe, and the walk names every file of it',
  (...of) => {
    const [title, steps] = of
    const [, walk = ''] = walks.split(`\n## ${title}\n`)
    const section = walk.split('\n## ')[0] ?? ''
    expect(section).toContain('```diff\n')
    const files = [...steps.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => file)
    expect(files).not.toEqual([])
    expect(files.filter((file) => !section.includes(file))).toEqual([])
  },
)

const clients = 'stock-clients/clients'
const played = globSync(`${clients}/*.{mjs,js,conf,py,java}`, { cwd: import.meta.dirname })
  .map((file) => [file, recipeIn(read(file))] as const)
  .filter(([, recipe]) => recipe !== '')

test('what a site copies from the recipes of clients is what their plays run', () => {
  const page = read('docs/community-site.md')
  const [, section = ''] = /^## Recipes$([^]*?)^## /m.exec(page) ?? []
  const shown = [...section.matchAll(/^```\w+\n([^]*?)\n```$/gm)].map(([, code = '']) => code)
  expect(shown.toSorted()).toEqual(played.map(([, recipe]) => recipe).toSorted())
  expect(played).toHaveLength(12)
})

/** The part of a play that stands between its marks, moved to the left. */
function recipeIn(source: string): string {
  const marked = /^([ \t]*)(?:\/\/|#) recipe\n([^]*?)^[ \t]*(?:\/\/|#) end$/m.exec(source)
  const [, indent = '', code = ''] = marked ?? []
  return code.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trim()
}

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
}
