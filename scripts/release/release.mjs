// npm run release: makes a version of the recorded changes, writes its files to `release/` and tags
// it. The files are an archive that runs with Node alone (for this platform), the sources as context
// of the container, the packages that others install, the bill of materials, the provenance and the
// checksums of all, and their signature.
// `npm run release -- --unsigned` writes the files of the present version to try them, without a
// signature and a tag.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap, npm, root } from '../bootstrap.mjs'
import { provenanceOf, writePackages } from './packages.mjs'
import { checkKeys, sign } from './signature.mjs'
import { commitOf, currentVersion, refuseChanges, tagVersion, takeVersion } from './versions.mjs'

const isUnsigned = process.argv.includes('--unsigned')
const key = process.env.RELEASE_KEY
const published = join(root, 'deploy/minisign.pub')
const release = join(root, 'release')

await bootstrap()
let needsTag = false
try {
  refuseChanges()
  if (!isUnsigned) {
    checkKeys(key, published)
    needsTag = takeVersion()
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const version = currentVersion()
const name = `gatehouse-${version}`
const platform = `${process.platform}-${process.arch}`
const work = mkdtempSync(join(tmpdir(), 'gatehouse-release-'))
const unpacked = join(work, name)

try {
  writeFiles()
  const sums = join(release, 'SHA256SUMS')
  if (!isUnsigned) sign(sums, { key, published, comment: `Gatehouse ${version}` })
  if (needsTag) tagVersion()
  console.log(readdirSync(release).join('\n'))
  if (needsTag) console.log(`Tagged v${version}: git push --follow-tags publishes it.`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

function writeFiles() {
  rmSync(release, { recursive: true, force: true })
  mkdirSync(release)
  const sources = join(release, `${name}-source.tar.gz`)
  run('git', ['archive', `--prefix=${name}/`, '-o', sources, 'HEAD'], root)
  run('tar', ['-xzf', sources], work)
  // The build uses the archive itself, so a missing file fails here.
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], unpacked)
  // Whatever NODE_ENV is here, players get no development build.
  run('npm', ['run', 'build'], unpacked, { ...process.env, NODE_ENV: 'production' })
  const commit = commitOf('HEAD')
  writePackages({ sources: unpacked, release, work, version, commit })
  writeBill()
  slim()
  run('tar', ['-czf', join(release, `${name}-${platform}.tar.gz`), name], work)
  const made = { sums: sumsOf(), version, commit, node: process.version }
  const statement = `${JSON.stringify(provenanceOf(made), null, 2)}\n`
  writeFileSync(join(release, `${name}.provenance.json`), statement)
  writeSums()
}

/**
 * The files of the running product and its documents. Tests, tools and the portal's sources are
 * left out.
 */
function slim() {
  const kept = new Set(['CHANGELOG.md', 'LICENSE', 'README.md', 'contract', 'deploy', 'docs'])
  for (const each of ['node_modules', 'package.json', 'package-lock.json', 'portal', 'server']) {
    kept.add(each)
  }
  const built = join(unpacked, 'portal/dist')
  cpSync(built, join(work, 'dist'), { recursive: true })
  for (const entry of readdirSync(join(unpacked, 'portal'))) {
    if (entry !== 'package.json') rmSync(join(unpacked, 'portal', entry), { recursive: true })
  }
  run(
    'npm',
    [
      'ci',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--omit=dev',
      '-w',
      'contract',
      '-w',
      'server',
    ],
    unpacked,
  )
  cpSync(join(work, 'dist'), built, { recursive: true })
  for (const entry of readdirSync(unpacked)) {
    if (!kept.has(entry)) rmSync(join(unpacked, entry), { recursive: true })
  }
  for (const room of ['contract', 'server']) {
    const folder = join(unpacked, room)
    for (const file of readdirSync(folder, { recursive: true })) {
      if (/\.test\.ts$|(^|[\\/])test(ing)?$/.test(file))
        rmSync(join(folder, file), { recursive: true, force: true })
    }
  }
}

function writeBill() {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev']
  const done = npm([...args, '-w', 'contract', '-w', 'portal', '-w', 'server'], {
    cwd: unpacked,
    encoding: 'utf8',
    maxBuffer: 1 << 27,
  })
  if (done.status !== 0) throw new Error(done.stderr)
  writeFileSync(join(release, `${name}.cdx.json`), done.stdout)
}

function writeSums() {
  const lines = sumsOf().map(([sum, file]) => `${sum}  ${file}\n`)
  writeFileSync(join(release, 'SHA256SUMS'), lines.join(''))
}

/** The checksum and the name of each file so far. */
function sumsOf() {
  return readdirSync(release)
    .toSorted()
    .map((file) => {
      const content = readFileSync(join(release, file))
      return [createHash('sha256').update(content).digest('hex'), file]
    })
}

function run(command, args, cwd, env = process.env) {
  const options = { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] }
  const { status } = command === 'npm' ? npm(args, options) : spawnSync(command, args, options)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`)
}
