// npm run image: builds the container of the committed files, by Docker where its daemon answers, else
// by buildah, which needs none. NODE_IMAGE names another base than Docker Hub's; what follows `--` goes
// to the builder.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../programs.mjs'
import { manifestIn, run } from './version.mjs'

const hasDaemon = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0
const buildah = hasDaemon ? null : findProgram(['buildah'], ['buildah'])
if (!hasDaemon && buildah === null) throw new Error('Neither Docker nor buildah is here.')
// The steps run in a chroot, which needs no rights to make namespaces.
const [tool, ...build] = hasDaemon
  ? ['docker', 'build']
  : [buildah, 'bud', '--isolation', 'chroot', '--format', 'docker']
const base = process.env.NODE_IMAGE
const named = base === undefined ? [] : ['--build-arg', `NODE=${base}`]
const context = mkdtempSync(join(tmpdir(), 'gatehouse-image-'))
try {
  if (run('git', ['status', '--porcelain']) !== '')
    throw new Error('An image needs committed files.')
  run('git', ['archive', '-o', join(context, 'sources.tar'), 'HEAD'])
  run('tar', ['-xf', 'sources.tar'], { cwd: context })
  rmSync(join(context, 'sources.tar'))
  const options = [
    ...named,
    ...process.argv.slice(2),
    '-t',
    `gatehouse:${manifestIn().version}`,
    context,
  ]
  run(tool, [...build, ...options], { stdio: 'inherit' })
} finally {
  rmSync(context, { recursive: true, force: true })
}
