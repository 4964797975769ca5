// npm run release: makes a version of the recorded changes, writes its files to `release/`, signs and
// tags it, and writes its commit down in docs/releases.md. Where a step fails, the next run goes on from
// there. `npm run release -- --unsigned` writes the files of the present version to try them, without
// signature, tag and row.
import { hash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { findProgram } from '../programs.mjs'
import { manifestIn, run, sectionOf, takeVersion } from './version.mjs'

const isUnsigned = process.argv.includes('--unsigned')
const key = process.env.RELEASE_KEY
const published = join(root, 'deploy/minisign.pub')
const release = join(root, 'release')
/** The running product and its documents: no tests, no tools, no sources of the portal. */
const kept =
  `CHANGELOG.md LICENSE README.md package.json package-lock.json packages/contract deploy docs examples
  apps/portal/package.json apps/server apps/player-import :(exclude,glob)**/*.test.ts
  :(exclude)apps/server/test :(exclude)apps/server/samples :(exclude)deploy/samples
  :(exclude)packages/contract/src/testing`.split(/\s+/)
const work = fs.mkdtempSync(join(tmpdir(), 'gatehouse-release-'))

try {
  if (run('git', ['status', '--porcelain']) !== '')
    throw new Error('A release needs committed files.')
  run(process.execPath, ['scripts/words/waiting.mjs', '--refuse'], { stdio: 'inherit' })
  if (!isUnsigned) checkKeys()
  const needsTag = !isUnsigned && takeVersion()
  const { version } = manifestIn()
  writeFiles(`gatehouse-${version}`, version)
  if (!isUnsigned) sign(version)
  if (needsTag) {
    tag(version)
    writeDown(version)
  }
  console.log(fs.readdirSync(release).join('\n'))
  if (needsTag) console.log(`Tagged v${version}. To publish it: git push --follow-tags`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  fs.rmSync(work, { recursive: true, force: true })
}

/** Throws unless there are both keys, of which the owner alone can read the secret one. */
function checkKeys() {
  if (!fs.existsSync(published)) {
    const make = `minisign -G -p ${published} -s gatehouse.key`
    throw new Error(`There is no public key at ${published}. Make both: ${make}`)
  }
  if (key === undefined || !fs.existsSync(key)) throw new Error('RELEASE_KEY names no secret key.')
  const others = process.platform === 'win32' ? 0 : fs.statSync(key).mode & 0o077
  if (others !== 0) throw new Error(`Others can read ${key}. Run chmod 600 ${key}.`)
}

function writeFiles(name, version) {
  fs.rmSync(release, { recursive: true, force: true })
  fs.mkdirSync(release)
  const sources = join(release, `${name}-source.tar.gz`)
  run('git', ['archive', `--prefix=${name}/`, '-o', sources, 'HEAD'])
  run('tar', ['-xzf', sources, '-C', work])
  // The build uses the archive itself, so a missing file fails here.
  const cwd = join(work, name)
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  run('npm', install, { cwd })
  // Whatever NODE_ENV is here, players get no development build.
  run('npm', ['run', 'build'], { cwd, env: { ...process.env, NODE_ENV: 'production' } })
  pack(cwd, version)
  describeApi(cwd, name)
  const rooms = ['packages/contract', 'apps/server', 'apps/player-import'].flatMap((room) => [
    '-w',
    room,
  ])
  const bill = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev']
  const written = run('npm', [...bill, ...rooms, '-w', 'apps/portal', '-w', 'apps/console'], {
    cwd,
  })
  fs.writeFileSync(join(release, `${name}.cdx.json`), written)
  const shipped = join(work, 'shipped')
  fs.mkdirSync(shipped)
  run('git', ['archive', `--prefix=${name}/`, '-o', join(shipped, 'kept.tar'), 'HEAD', ...kept])
  run('tar', ['-xf', 'kept.tar'], { cwd: shipped })
  run('npm', [...install, '--omit=dev', ...rooms], { cwd: join(shipped, name) })
  for (const built of ['apps/portal/dist', 'apps/console/dist', 'apps/server/dist']) {
    fs.cpSync(join(cwd, built), join(shipped, name, built), { recursive: true })
  }
  const archive = `${name}-${process.platform}-${process.arch}.tar.gz`
  run('tar', ['-czf', join(release, archive), '-C', shipped, name])
  const sumOf = (file) => hash('sha256', fs.readFileSync(join(release, file)))
  const lines = fs.readdirSync(release).map((file) => `${sumOf(file)}  ${file}\n`)
  fs.writeFileSync(join(release, 'SHA256SUMS'), lines.join(''))
}

/** Writes the description of the account API, which a running server has at `/api/openapi.json`. */
function describeApi(cwd, name) {
  const program = `
    const { openapi } = await import('./apps/server/src/http/openapi.ts')
    console.log(JSON.stringify(openapi(), null, 2))`
  const written = run(process.execPath, ['--input-type=module', '-e', program], { cwd })
  fs.writeFileSync(join(release, `${name}-openapi.json`), written)
}

/** Packs what others install: as JavaScript with types, without what only the repository has. */
function pack(cwd, version) {
  // npm names the sources of a package beside its provenance.
  const hosted = process.env.GITHUB_REPOSITORY
  const repository = hosted && { type: 'git', url: `git+https://github.com/${hosted}.git` }
  const rooms = { contract: ['./*', './dist/*'], client: ['.'], signin: ['.'] }
  const tsc = join(cwd, 'node_modules/.bin/tsc')
  run(tsc, ['-b', ...Object.keys(rooms).map((room) => `packages/${room}`)], { cwd })
  for (const [room, [path, entry = `./dist/${room}`]] of Object.entries(rooms)) {
    const folder = join(work, room)
    const plain = ['--composite', 'false', '--incremental', 'false', '--declaration']
    const output = ['--emitDeclarationOnly', 'false', '--outDir', join(folder, 'dist')]
    run(tsc, ['-p', `packages/${room}`, ...plain, ...output], { cwd })
    const { scripts: _, ...own } = manifestIn(join(cwd, 'packages', room))
    const manifest = {
      ...own,
      version,
      ...(repository !== undefined && { repository }),
      exports: { [path]: { types: `${entry}.d.ts`, default: `${entry}.js` } },
      files: ['dist', '!dist/testing', '!dist/**/*.test.*'],
      engines: { node: '>=22' },
      gitHead: run('git', ['rev-parse', 'HEAD']),
    }
    fs.writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
    fs.cpSync(join(cwd, 'LICENSE'), join(folder, 'LICENSE'))
    fs.cpSync(join(cwd, 'packages', room, 'README.md'), join(folder, 'README.md'))
    run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', release], {
      cwd: folder,
    })
  }
}

/** One signature over the checksums stands for all files; its signed comment names the commit. */
function sign(version) {
  const minisign = findProgram(['minisign'], ['minisign'])
  if (minisign === null) throw new Error('minisign is not here: it is a package of Debian.')
  const sums = join(release, 'SHA256SUMS')
  const comment = `Gatehouse ${version}, commit ${run('git', ['rev-parse', 'HEAD'])}`
  run(minisign, ['-S', '-s', key, '-m', sums, '-t', comment])
  run(minisign, ['-V', '-q', '-p', published, '-m', sums])
}

function tag(version) {
  const changelog = fs.readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const message = `Gatehouse ${version}\n\n${sectionOf(changelog, version)}\n`
  // Its headings begin with the sign that git takes for a comment.
  run('git', ['tag', '--annotate', '--cleanup=verbatim', '--message', message, `v${version}`])
}

/** Commits the release's row of docs/releases.md, from which later commands build the version. */
function writeDown(version) {
  const file = join(root, 'docs/releases.md')
  const commit = run('git', ['rev-parse', 'HEAD'])
  const day = new Date().toISOString().slice(0, 10)
  fs.appendFileSync(file, `| ${version} | ${day} | \`${commit}\` |\n`)
  run('git', ['commit', '--quiet', '--message', `Write down release ${version}`, file])
}
