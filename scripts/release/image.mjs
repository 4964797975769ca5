// npm run image: builds the container of the committed files, by Docker where its daemon answers, else
// by buildah, which needs none. NODE_IMAGE names another base than Docker Hub's; what follows `--` goes
// to the builder.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { debianTool } from '../scans/debianTool.mjs'
import { currentVersion, refuseChanges } from './versions.mjs'

const work = mkdtempSync(join(tmpdir(), 'gatehouse-image-'))
try {
  refuseChanges()
  const sources = join(work, 'sources.tar')
  const context = join(work, 'sources')
  run('git', ['archive', '--prefix=sources/', '-o', sources, 'HEAD'], root)
  run('tar', ['-xf', sources], work)
  const base = process.env.NODE_IMAGE
  const named = base === undefined ? [] : ['--build-arg', `NODE=${base}`]
  const [tool, ...build] = builder()
  const others = process.argv.slice(2)
  run(tool, [...build, ...named, ...others, '-t', `gatehouse:${currentVersion()}`, context], root)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}

function builder() {
  const hasDaemon = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0
  if (hasDaemon) return ['docker', 'build']
  // The steps run in a chroot, which needs no rights to make namespaces.
  return [debianTool('buildah'), 'bud', '--isolation', 'chroot', '--format', 'docker']
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed.`)
}
