import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { paths } from '../../packages/contract/src/routes.ts'
import { screens } from '../e2e/accessibility/screens.ts'
import { list, read, root } from './repository.ts'

/*
 * "Adding things" in CONTRIBUTING.md: the parts that no compiler checks, and no test of one room.
 */

/** Paths that act and lead on, and show nothing that stays. */
const acting =
  /callback$|^\/login\/callback\/|\/(?:un)?link$|^\/oauth(?:\/partner)?$|^\/confirm-email$|\/logout$|\/update-email\/confirm$/
const shown = Object.values(paths).filter((path) => !acting.test(path))

test('a screen is walked through by keyboards and screen readers, and looked at by axe', () => {
  const walked = new Set(screens.map(([, path]) => path.split('?')[0]))
  // They are shown to who comes with something, which is more than an address.
  const shownToSome = [
    paths.accessKey,
    paths.enrolment,
    paths.serviceArrival,
    paths.serviceJoin,
    paths.partnerRegister,
    paths.partnerRegisterConfirm,
    paths.updateEmailRecovery,
    paths.accountFrozen,
  ]
  expect(shown.filter((path) => !walked.has(path))).toEqual(shownToSome)
})

test('the example of a new call can be applied', () => {
  const example = 'docs/examples/call.patch'
  const checked = spawnSync('git', ['apply', '--check', example], { cwd: root, encoding: 'utf8' })
  expect([checked.stderr, checked.status]).toEqual(['', 0])
  expect(read('CONTRIBUTING.md')).toContain(example)
})

const clients = 'tests/third-party-clients/clients'
const played = list([
  `${clients}/*.{mjs,js,conf,py,java}`,
  'tests/third-party-clients/programs/**/*.{go,java,py,rs,yaml}',
])
  .map((file) => [file, recipeIn(read(file))] as const)
  .filter(([, recipe]) => recipe !== '')

test('the code that a site copies from the recipes of clients is the code that their plays run', () => {
  const page = read('docs/community-site.md')
  const [, section = ''] = /^## Recipes$([^]*?)^## /m.exec(page) ?? []
  const shown = [...section.matchAll(/^```\w+\n([^]*?)\n```$/gm)].map(([, code = '']) => code)
  expect(shown.toSorted()).toEqual(played.map(([, recipe]) => recipe).toSorted())
  expect(played).toHaveLength(18)
})

/** The part of a play that stands between its marks, moved to the left. */
function recipeIn(source: string): string {
  const marked = /^([ \t]*)(?:\/\/|#) recipe\n([^]*?)^[ \t]*(?:\/\/|#) end$/m.exec(source)
  const [, indent = '', code = ''] = marked ?? []
  return code.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trim()
}
