import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../bootstrap.mjs'
import { freePort } from '../freePort.mjs'
import { startPostgres } from '../postgres.mjs'
import { debianTool } from '../scans/debianTool.mjs'

const work = mkdtempSync(join(tmpdir(), 'gatehouse-released-'))
const clone = join(work, 'clone')
const key = join(work, 'gatehouse.key')
const files = join(clone, 'release')
const published = join(clone, 'deploy/minisign.pub')
const minisign = debianTool('minisign')
let version = ''

function run(command, args, { cwd = clone, ...options } = {}) {
  const done = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 27, ...options })
  return { status: done.status, output: `${done.stdout}${done.stderr}` }
}
function must(command, ...args) {
  const { status, output } = run(command, args)
  expect([status, output]).toEqual([0, output])
  return output
}
function release(...options) {
  const env = { ...process.env, RELEASE_KEY: key }
  return run(process.execPath, ['scripts/release/release.mjs', ...options], { env })
}
function makeKeys(publicKey, secretKey) {
  must(minisign, '-G', '-W', '-f', '-p', publicKey, '-s', secretKey)
}

beforeAll(() => {
  run('git', ['clone', '--quiet', root, clone], { cwd: work })
  must('git', 'config', 'user.name', 'Test')
  must('git', 'config', 'user.email', 'test@example.com')
  const change = "---\n'@gatehouse/server': minor\n---\n\nReleases are played.\n"
  writeFileSync(join(clone, '.changeset/played.md'), change)
  must('git', 'add', '.changeset')
  must('git', 'commit', '-qm', 'Record a change')
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

test('a release without its keys, or with a key that others can read, is refused (N13)', () => {
  rmSync(published, { force: true })
  run('git', ['commit', '-qam', 'Remove the key'])
  expect(release()).toEqual({ status: 1, output: expect.stringContaining('no public key at') })
  makeKeys(published, key)
  must('git', 'add', 'deploy')
  must('git', 'commit', '-qm', 'Publish the key')
  chmodSync(key, 0o644)
  expect(release()).toEqual({ status: 1, output: expect.stringContaining('Run chmod 600') })
  chmodSync(key, 0o600)
  writeFileSync(join(clone, 'new.txt'), '')
  expect(release()).toEqual({ status: 1, output: expect.stringContaining('committed files') })
  rmSync(join(clone, 'new.txt'))
  expect(must('git', 'tag')).toBe('')
})

test('a release has a version, a tag, a changelog, a bill, checksums and a signature (N13)', () => {
  const { status, output } = release()
  expect([status, output]).toEqual([0, expect.stringContaining('Tagged v')])
  version = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')).version
  const name = `gatehouse-${version}`
  const archive = `${name}-${process.platform}-${process.arch}.tar.gz`
  const listed = readdirSync(files).toSorted()
  expect(listed).toEqual(
    [
      'SHA256SUMS',
      'SHA256SUMS.minisig',
      `${name}-source.tar.gz`,
      `${name}.cdx.json`,
      `${name}.provenance.json`,
      archive,
      ...['client', 'contract', 'signin'].map((each) => `gatehouse-${each}-${version}.tgz`),
    ].toSorted(),
  )

  const changelog = readFileSync(join(clone, 'CHANGELOG.md'), 'utf8')
  expect(changelog).toMatch(new RegExp(`^## ${version}\\n[^]*Releases are played\\.`, 'm'))
  expect(readdirSync(join(clone, '.changeset')).toSorted()).toEqual(['README.md', 'config.json'])
  expect(must('git', 'rev-parse', `v${version}^{commit}`)).toBe(must('git', 'rev-parse', 'HEAD'))
  expect(must('git', 'tag', '-l', '--format=%(contents)', `v${version}`)).toMatch(
    new RegExp(`^Gatehouse ${version}\\n[^]*### [^]*Releases are played\\.`),
  )
  expect(must('git', 'status', '--porcelain')).toBe('')

  const bill = JSON.parse(readFileSync(join(files, `${name}.cdx.json`), 'utf8'))
  const components = bill.components.map((each) => each['bom-ref'])
  expect(components.some((each) => each.startsWith('fastify@'))).toBe(true)
  expect(components.filter((each) => /@scalar|@electric-sql/.test(each))).toEqual([])
  expect(run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: files }).status).toBe(0)
  for (const each of [archive, `${name}-source.tar.gz`]) {
    const entries = must('tar', '-tzf', join(files, each)).trim().split('\n')
    expect(new Set(entries.map((entry) => entry.split('/')[0]))).toEqual(new Set([name]))
  }
})

test('the packages of a release are installed and used with their types (N13)', () => {
  const site = join(work, 'site')
  mkdirSync(site)
  writeFileSync(join(site, 'package.json'), '{"type":"module"}')
  const packages = ['contract', 'client', 'signin'].map((each) =>
    join(files, `gatehouse-${each}-${version}.tgz`),
  )
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages]
  const installed = run('npm', args, { cwd: site })
  expect([installed.status, installed.output]).toEqual([0, expect.stringContaining('added')])
  const script = `
    import { createClient } from '@gatehouse/client'
    import { verifyPlayer } from '@gatehouse/signin'
    console.log(typeof createClient, typeof verifyPlayer)`
  const used = run(process.execPath, ['--input-type=module', '-e', script], { cwd: site })
  expect(used.output).toBe('function function\n')
  for (const [each, file] of [
    ['client', 'client'],
    ['signin', 'signin'],
    ['contract', 'calls'],
  ]) {
    const types = join(site, 'node_modules/@gatehouse', each, 'dist', `${file}.d.ts`)
    expect([types, existsSync(types)]).toEqual([types, true])
  }
  const provenance = join(files, `gatehouse-${version}.provenance.json`)
  const { subject, predicate } = JSON.parse(readFileSync(provenance, 'utf8'))
  expect(subject.map((each) => each.name)).toContain(`gatehouse-signin-${version}.tgz`)
  const [{ digest }] = predicate.buildDefinition.resolvedDependencies
  expect(digest.gitCommit).toBe(must('git', 'rev-parse', 'HEAD').trim())
})

test('a changed file and a signature by another key are noticed (N13)', () => {
  const sums = join(files, 'SHA256SUMS')
  const verify = (publicKey) => run(minisign, ['-V', '-p', publicKey, '-m', sums])
  expect(verify(published)).toEqual({
    status: 0,
    output: expect.stringContaining(`Gatehouse ${version}`),
  })
  const others = join(work, 'other.pub')
  makeKeys(others, join(work, 'other.key'))
  expect(verify(others).status).not.toBe(0)
  const before = readFileSync(sums, 'utf8')
  writeFileSync(
    sums,
    before.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
  )
  expect(verify(published).status).not.toBe(0)
  expect(run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: files }).status).not.toBe(0)
  writeFileSync(sums, before)
})

test('the archive has no packages of development, and serves players and the API documentation (N14)', async () => {
  const installed = join(work, 'installed')
  mkdirSync(installed)
  const archive = `gatehouse-${version}-${process.platform}-${process.arch}.tar.gz`
  must('tar', '-xzf', join(files, archive), '--strip-components=1', '-C', installed)
  for (const each of ['@scalar', '@electric-sql', 'vitest', 'typescript']) {
    expect([each, existsSync(join(installed, 'node_modules', each))]).toEqual([each, false])
  }
  console.log(run('du', ['-sm', 'node_modules', 'server/dist'], { cwd: installed }).output)
  const postgres = await startPostgres()
  const port = await freePort()
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: installed,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: join(work, 'data'),
      DATABASE_URL: postgres.url,
      DEPLOYMENTS_DIR: join(root, 'deployments'),
    },
  })
  const ended = once(server, 'exit')
  try {
    let output = ''
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk) => (output += chunk))
    }
    const isUp = new Promise((resolve) => {
      server.stdout.on('data', () => output.includes('Server listening') && resolve('up'))
    })
    expect([await Promise.race([isUp, ended]), output]).toEqual(['up', output])
    const get = (path) => fetch(`http://localhost:${port}${path}`)
    const login = await get('/login')
    const shown = await login.text()
    expect([login.status, shown, output]).toEqual([200, expect.stringContaining('<script'), output])
    const page = await (await get('/api/docs')).text()
    const [, viewer] = /src="(\/api\/docs\/viewer-[0-9a-f]+\.js)"/.exec(page) ?? []
    const script = await get(viewer)
    expect([script.status, (await script.text()).length > 1_000_000]).toEqual([200, true])
  } finally {
    server.kill('SIGTERM')
    await ended
    await postgres.end()
  }
})
