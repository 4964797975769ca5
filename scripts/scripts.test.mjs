import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { isSupported, root } from './bootstrap.mjs'
import { createRenderer } from './development/prerender/prerender.mjs'
import mutants from './mutants/mutants.json' with { type: 'json' }
import { outsideAt } from './outside.mjs'
import { daily } from './stages.mjs'

const bootstrap = readFileSync(join(root, 'scripts/bootstrap.mjs'), 'utf8')

test('every command that runs a file of ours prepares the machine first', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const lines = Object.values(scripts).filter((line) => line.startsWith('node '))
  expect(lines.filter((line) => !line.startsWith('node scripts/bootstrap.mjs '))).toEqual([])
  expect(lines).toEqual(expect.arrayContaining([scripts.start, scripts.test]))
})

test('every command of the portal but its build, which ours runs, prepares the machine first', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'apps/portal/package.json'), 'utf8'))
  const { build: _, ...others } = scripts
  const steps = Object.values(others).flatMap((line) => line.split(' && '))
  expect(steps.filter((step) => !step.startsWith('node ../../scripts/bootstrap.mjs '))).toEqual([])
  expect(others).toHaveProperty('messages')
})

test('the scripts that prepare the machine read nothing that an uninstalled clone or Node 20 lacks', () => {
  const imports = [...bootstrap.matchAll(/^import .* from '([^']+)'/gm)].map(([, from]) => from)
  expect(imports).toContain('node:path')
  expect(imports.filter((from) => !from.startsWith('node:'))).toEqual([])
})

test('development shows a deployment in the theme that its file names', async () => {
  const showcase = await developmentPage('showcase')
  expect(showcase).toContain('href="/src/themes/showcase/theme.css" data-environment="PROD"')
  expect(showcase).toContain('rel="icon" href="/src/themes/showcase/icon.svg"')
  const platform = await developmentPage('prod')
  expect(platform).not.toContain('theme.css')
  expect(platform).toContain('rel="icon" href="/src/themes/platform/icon.svg"')
})

async function developmentPage(name) {
  const deployment = { configuration: { Environment: 'PROD' }, theme: { name, sheet: null } }
  const given = { deployment, language: 'en', metas: {} }
  return (await createRenderer().renderDocument(given)).html
}

test('the product runs on Node 22.19, 24 and from 26 on', () => {
  const versions = '20.20.2 22.18.0 22.19.0 23.5.0 24.0.0 25.1.0 26.10.0'.split(' ')
  expect(versions.filter(isSupported)).toEqual(['22.19.0', '24.0.0', '26.10.0'])
})

test('the address of a service becomes its stand-in with the real path', () => {
  expect(outsideAt('http://here')).toMatchObject({
    BREACHED_PASSWORDS_URL: 'http://here/breached',
    STEAM_OPENID_ENDPOINT: 'http://here/steam/openid/login',
    EPIC_API_BASE: 'http://here/epic',
    XBOX_USER_BASE: 'http://here/xbox',
    STAFF_ISSUER: 'http://here/staff',
  })
})

test('the installation runs no script, even one that the lock file hides (N03)', () => {
  expect(bootstrap).toMatch(/\['ci', '--ignore-scripts'/)
})

test('the lock stage refuses packages from elsewhere or with a weak sum (N03)', () => {
  const sound = {
    version: '1.0.0',
    resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz',
    integrity: `sha512-${'a'.repeat(86)}==`,
  }
  expect(runLockStage({ sound })).toMatchObject({ status: 0 })
  const bad = {
    'other-host': { resolved: 'https://evil.io/a.tgz' },
    'similar-host': { resolved: 'https://registry.npmjs.org.evil.io/a.tgz' },
    repository: { resolved: 'git+ssh://git@evil.io/c.git' },
    unencrypted: { resolved: 'http://registry.npmjs.org/a/-/a-1.0.0.tgz' },
    'weak-sum': { integrity: 'sha1-aaaaaaaaaaaaaaaaaaaaaaaaaaa=' },
  }
  const changed = Object.entries(bad).map(([name, change]) => [name, { ...sound, ...change }])
  const { status, output } = runLockStage(Object.fromEntries(changed))
  expect(status).not.toBe(0)
  for (const name of Object.keys(bad)) expect(output).toContain(name)
})

test('what prepares a command leaves its output alone: it may be written to a file', () => {
  expect(bootstrap).not.toContain('console.log')
})

/** The exit code of the stage for a lock file, and what it prints. */
function runLockStage(named) {
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-lock-')), 'package-lock.json')
  const locked = Object.entries(named).map(([name, entry]) => [`node_modules/${name}`, entry])
  const lock = { name: 'a', lockfileVersion: 3, packages: Object.fromEntries(locked) }
  writeFileSync(file, JSON.stringify(lock))
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
  const command = daily.check.lock.command.replace('package-lock.json', file)
  const options = { shell: true, cwd: root, encoding: 'utf8', env: { ...process.env, PATH } }
  const { status, stdout, stderr } = spawnSync(command, options)
  return { status, output: stdout + stderr }
}

test('every mutant changes a text that its file has once', () => {
  const stale = mutants.filter(
    ({ file, from }) => readFileSync(join(root, file), 'utf8').split(from).length !== 2,
  )
  expect(stale).toEqual([])
})
