import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/bootstrap.mjs'
import { gameRegistration, playGame } from '../stage/game.mjs'

export const name = 'SignIn.cs (Unity), in Mono'
export const title =
  'SignIn.cs signs a player in by browser, by device and by a ticket, and refreshes (O93)'
export const packages = ['mono-mcs', 'mono-runtime', 'libmono-system-net-http4.0-cil']
export const isHere = () => spawnSync('mcs', ['--version']).status === 0
export const registrationAt = gameRegistration

export function play(stage) {
  const program = join(stage.folder, 'player.exe')
  const sources = ['examples/games/SignIn.cs', 'tests/third-party-clients/games/Player.cs']
  const options = ['-langversion:7', '-nowarn:649', '-warnaserror', '-r:System.Net.Http.dll']
  run('mcs', [...options, `-out:${program}`, ...sources])
  trust(stage)
  return playGame(stage, ['mono', program])
}

/** Mono has its own list of authorities, by the hashes of their names. */
function trust({ folder, certificateFile }) {
  const list = join(folder, '.config/.mono/new-certs/Trust')
  mkdirSync(list, { recursive: true })
  const hash = run('openssl', ['x509', '-noout', '-hash', '-in', certificateFile]).trim()
  copyFileSync(certificateFile, join(list, `${hash}.0`))
}

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
  return stdout
}
