// The packages of a release that others install: as JavaScript with types, in one archive each.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from '../bootstrap.mjs'

/** What each has to import, by the name that stands behind the package's own. */
const packages = {
  contract: { './*': './dist/*' },
  client: { '.': './dist/client' },
  signin: { '.': './dist/signin' },
}

/**
 * Writes the archives of the packages in `sources` to `release`. `work` is an empty place.
 * Throws where one does not compile.
 */
export function writePackages({ sources, release, work, version, commit }) {
  run('tsc', ['-b', ...Object.keys(packages)], sources)
  for (const [room, exported] of Object.entries(packages)) {
    const folder = join(work, 'packages', room)
    mkdirSync(folder, { recursive: true })
    compile(join(sources, room), folder)
    const own = JSON.parse(readFileSync(join(sources, room, 'package.json'), 'utf8'))
    writeFileSync(
      join(folder, 'package.json'),
      `${JSON.stringify(manifestOf(own, { version, commit, exported }), null, 2)}\n`,
    )
    for (const file of ['LICENSE', join(room, 'README.md')]) {
      cpSync(join(sources, file), join(folder, file.split('/').at(-1)))
    }
    pack(folder, release)
  }
}

function compile(room, folder) {
  const given = ['-p', room, '--composite', 'false', '--incremental', 'false']
  const written = ['--emitDeclarationOnly', 'false', '--declaration', '--outDir']
  run('tsc', [...given, ...written, join(folder, 'dist')], join(room, '..'))
  rmSync(join(folder, 'dist/testing'), { recursive: true, force: true })
}

/** A package.json without what only the repository has. */
export function manifestOf(own, { version, commit, exported }) {
  const { name, description, license, type, dependencies = {} } = own
  const siblings = Object.fromEntries(
    Object.entries(dependencies).map(([each, range]) => [
      each,
      each.startsWith('@gatehouse/') ? version : range,
    ]),
  )
  const paths = Object.entries(exported).map(([path, file]) => [
    path,
    { types: `${file}.d.ts`, default: `${file}.js` },
  ])
  return {
    name,
    version,
    description,
    license,
    type,
    sideEffects: false,
    exports: Object.fromEntries(paths),
    files: ['dist', '!dist/**/*.test.*'],
    engines: { node: '>=22' },
    dependencies: siblings,
    gitHead: commit,
  }
}

function pack(folder, release) {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', release]
  const done = npm(args, { cwd: folder, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(done.stderr)
}

function run(tool, args, sources) {
  const program = join(sources, 'node_modules/.bin', tool)
  const done = spawnSync(program, args, { cwd: sources, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${tool} ${args.join(' ')}:\n${done.stdout}${done.stderr}`)
}

/**
 * Where files come from, as an in-toto statement with SLSA's provenance: their checksums, the commit
 * that they are made of, and what made them. The signature of SHA256SUMS covers it.
 */
export function provenanceOf({ sums, version, commit, node }) {
  const subject = sums.map(([sha256, name]) => ({ name, digest: { sha256 } }))
  const source = { uri: `git+https://gatehouse.invalid/gatehouse@v${version}` }
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://gatehouse.invalid/npm-run-release/v1',
        externalParameters: { version },
        internalParameters: { node },
        resolvedDependencies: [{ ...source, digest: { gitCommit: commit } }],
      },
      runDetails: { builder: { id: 'https://gatehouse.invalid/maintainer' } },
    },
  }
}
