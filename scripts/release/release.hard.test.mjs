import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../bootstrap.mjs'
import { withServer } from '../withServer.mjs'

// A release is made in a clone.
const work = fs.mkdtempSync(join(tmpdir(), 'gatehouse-released-'))
const clone = join(work, 'clone')
const key = join(work, 'gatehouse.key')
const files = join(clone, 'release')
const published = join(clone, 'deploy/minisign.pub')
const rooms = ['client', 'contract', 'signin']
let name = ''

const read = (...path) => fs.readFileSync(join(...path), 'utf8')
function run(command, args, options = {}) {
  const given = { cwd: clone, encoding: 'utf8', maxBuffer: 1 << 27 }
  const { status, stdout, stderr } = spawnSync(command, args, { ...given, ...options })
  return { status, output: `${stdout}${stderr}` }
}
function must(command, ...args) {
  const { status, output } = run(command, args)
  expect([status, output]).toEqual([0, output])
  return output.trim()
}
function release() {
  const args = ['scripts/bootstrap.mjs', 'scripts/release/release.mjs']
  return run(process.execPath, args, { env: { ...process.env, RELEASE_KEY: key } })
}
function commit(file, content) {
  if (content !== undefined) fs.writeFileSync(join(clone, file), content)
  must('git', 'add', '--all', file)
  must('git', 'commit', '-qm', 'Change it')
}

beforeAll(() => {
  run('git', ['clone', '--quiet', root, clone], { cwd: work })
  must('git', 'config', 'user.name', 'Test')
  must('git', 'config', 'user.email', 'test@example.com')
  const change = "---\n'@gatehouse/server': minor\n---\n\nReleases are played.\n"
  commit('.changeset/played.md', change)
})
afterAll(() => fs.rmSync(work, { recursive: true, force: true }))

test('a release without its keys, or with a key that others can read, is refused (N13)', () => {
  if (fs.existsSync(published)) {
    fs.rmSync(published)
    commit('deploy')
  }
  expect(release()).toEqual({ status: 1, output: expect.stringContaining('no public key at') })
  must('minisign', '-G', '-W', '-p', published, '-s', key)
  commit('deploy')
  fs.chmodSync(key, 0o644)
  expect(release()).toEqual({ status: 1, output: expect.stringContaining('Run chmod 600') })
  fs.chmodSync(key, 0o600)
  fs.writeFileSync(join(clone, 'new.txt'), '')
  expect(release()).toEqual({ status: 1, output: expect.stringContaining('committed files') })
  fs.rmSync(join(clone, 'new.txt'))
  expect(must('git', 'tag')).toBe('')
})

test('a release has a version, a tag, a changelog, a bill, checksums and a signature (N13)', () => {
  expect(release()).toEqual({ status: 0, output: expect.stringContaining('Tagged v') })
  const { version } = JSON.parse(read(clone, 'package.json'))
  name = `gatehouse-${version}`
  const archives = [`${name}-${process.platform}-${process.arch}`, `${name}-source`]
  const packages = rooms.map((each) => `gatehouse-${each}-${version}.tgz`)
  const descriptions = [`${name}.cdx.json`, `${name}-openapi.json`]
  const listed = archives.map((each) => `${each}.tar.gz`).concat(packages, descriptions)
  expect(fs.readdirSync(files).toSorted()).toEqual(
    [...listed, 'SHA256SUMS', 'SHA256SUMS.minisig'].toSorted(),
  )
  expect(read(clone, 'CHANGELOG.md')).toMatch(
    new RegExp(`^## ${version}\\n[^]*Releases are played\\.`, 'm'),
  )
  expect(fs.readdirSync(join(clone, '.changeset')).toSorted()).toEqual(['README.md', 'config.json'])
  const head = must('git', 'rev-parse', `v${version}^{commit}`)
  // The commit after the tag's writes it down.
  expect(must('git', 'rev-parse', 'HEAD^')).toBe(head)
  expect(read(clone, 'docs/releases.md')).toMatch(
    new RegExp(`^\\| ${version} \\| [\\d-]{10} \\| \`${head}\` \\|\\n$`, 'm'),
  )
  expect(must('git', 'tag', '-l', '--format=%(contents)', `v${version}`)).toMatch(
    new RegExp(`^Gatehouse ${version}\\n[^]*### [^]*Releases are played\\.`),
  )
  expect(must('git', 'status', '--porcelain')).toBe('')
  const bill = JSON.parse(read(files, `${name}.cdx.json`))
  const components = bill.components.map((each) => each['bom-ref'])
  expect(components.some((each) => each.startsWith('fastify@'))).toBe(true)
  expect(components.filter((each) => /@scalar|@electric-sql/.test(each))).toEqual([])
  for (const each of archives) {
    const entries = must('tar', '-tzf', join(files, `${each}.tar.gz`)).split('\n')
    expect(new Set(entries.map((entry) => entry.split('/')[0]))).toEqual(new Set([name]))
  }
  const verify = () => run('minisign', ['-V', '-p', published, '-m', 'SHA256SUMS'], { cwd: files })
  const check = () => run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: files }).status
  expect(verify().output).toContain(`Gatehouse ${version}, commit ${head}`)
  expect(check()).toBe(0)
  // A changed file and another key are noticed.
  const sums = read(files, 'SHA256SUMS')
  const changed = sums.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  fs.writeFileSync(join(files, 'SHA256SUMS'), changed)
  expect([verify().status === 0, check() === 0]).toEqual([false, false])
  fs.writeFileSync(join(files, 'SHA256SUMS'), sums)
  must('minisign', '-G', '-W', '-f', '-p', published, '-s', join(work, 'other.key'))
  expect(verify().status).not.toBe(0)
})

test('the files of two machines become one release, with the words of its version', () => {
  const archive = `${name}-${process.platform}-${process.arch}.tar.gz`
  const [downloaded, gathered] = [join(work, 'downloaded'), join(work, 'gathered')]
  fs.cpSync(files, join(downloaded, 'amd64'), { recursive: true })
  fs.cpSync(files, join(downloaded, 'arm64'), { recursive: true })
  const other = `${name}-linux-other.tar.gz`
  fs.renameSync(join(downloaded, 'arm64', archive), join(downloaded, 'arm64', other))
  for (const each of ['amd64', 'arm64']) fs.rmSync(join(downloaded, each, 'SHA256SUMS.minisig'))
  must(process.execPath, 'scripts/release/gather.mjs', downloaded, gathered)
  const listed = fs.readdirSync(files).filter((file) => !file.endsWith('.minisig'))
  expect(fs.readdirSync(gathered).toSorted()).toEqual([...listed, other, 'NOTES.md'].toSorted())
  expect(run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: gathered }).status).toBe(0)
  expect(read(gathered, 'NOTES.md')).toContain('Releases are played.')
  const api = JSON.parse(read(gathered, `${name}-openapi.json`))
  expect([api.openapi, '/api/log/log-in' in api.paths]).toEqual(['3.1.0', true])
})

test('the packages of a release are installed and used with their types (N13)', () => {
  const cwd = join(work, 'site')
  fs.mkdirSync(cwd)
  fs.writeFileSync(join(cwd, 'package.json'), '{"type":"module"}')
  const packages = fs.globSync(join(files, '*.tgz'))
  const args = ['install', '--ignore-scripts', '--no-audit', ...packages]
  expect(run('npm', args, { cwd })).toEqual({ status: 0, output: expect.stringContaining('added') })
  const script = `
    import { createClient } from '@gatehouse/client'
    import { verifyPlayer } from '@gatehouse/signin'
    console.log(typeof createClient, typeof verifyPlayer)`
  const used = run(process.execPath, ['--input-type=module', '-e', script], { cwd })
  expect(used.output).toBe('function function\n')
  for (const file of ['client/dist/client', 'signin/dist/signin', 'contract/dist/calls']) {
    expect(read(cwd, `node_modules/@gatehouse/${file}.d.ts`)).toContain('export')
  }
})

test('the archive has no packages of development, and serves players and the API documentation (N14)', async () => {
  must('tar', '-xzf', join(files, `${name}-${process.platform}-${process.arch}.tar.gz`), '-C', work)
  const cwd = join(work, name)
  const left = [
    '@scalar',
    '@electric-sql',
    'vitest',
    'typescript',
    '../apps/server/test',
    '../apps/server/samples',
    '../scripts',
  ]
  expect(left.filter((each) => fs.existsSync(join(cwd, 'node_modules', each)))).toEqual([])
  fs.writeFileSync(join(work, 'realm.json'), '{"users":[{"id":"1","email":"a@site.test"}]}')
  const convert = ['apps/player-import/convert.ts', 'keycloak', join(work, 'realm.json')]
  expect(run(process.execPath, convert, { cwd }).output).toContain('"email":"a@site.test"')
  const port = await getPort()
  const folders = {
    DATA_DIR: join(work, 'data'),
    DEPLOYMENTS_DIR: join(root, 'deploy/samples'),
  }
  const get = (path) => fetch(`http://localhost:${port}${path}`)
  await withServer(cwd, { PORT: `${port}`, ...folders }, async () => {
    expect(await (await get('/login')).text()).toContain('<script')
    const page = await (await get('/api/docs')).text()
    const [, viewer] = /src="(\/api\/docs\/viewer-[0-9a-f]+\.js)"/.exec(page) ?? []
    const script = await get(viewer)
    expect([script.status, (await script.text()).length > 1_000_000]).toEqual([200, true])
  })
})
