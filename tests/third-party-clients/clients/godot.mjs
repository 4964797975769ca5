import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../../scripts/bootstrap.mjs'
import { toGodot3 } from '../games/toGodot3.mjs'
import { build, hasTool } from '../stage/build.mjs'
import { gameRegistration, playGame } from '../stage/game.mjs'

const sources = join(import.meta.dirname, '../games')
const sample = join(root, 'examples/games/signIn.gd')

export const name = 'signIn.gd (Godot), parsed as it is, run in Godot 3'
export const title =
  'signIn.gd signs a player in by browser, by device and by a ticket, and refreshes (O93)'
export const packages = ['godot3-server', 'python3-venv']
export const isHere = () =>
  spawnSync('godot3-server', ['--version']).error === undefined && hasTool('python3')
export const registrationAt = gameRegistration

export function play(stage) {
  const folder = join(stage.folder, 'godot')
  mkdirSync(folder)
  lint()
  writeFileSync(join(folder, 'signIn.gd'), toGodot3(readFileSync(sample, 'utf8')))
  copyFileSync(join(sources, 'player.gd'), join(folder, 'player.gd'))
  copyFileSync(stage.certificateFile, join(folder, 'authorities.crt'))
  writeFileSync(
    join(folder, 'project.godot'),
    'config_version=4\n\n[network]\n\nssl/certificates="res://authorities.crt"\n',
  )
  return playGame(stage, ['godot3-server', '--path', folder, '-s', 'player.gd', '--play'])
}

/** gdtoolkit has the grammar of Godot 4, and finds names and arguments that are wrong. */
function lint() {
  const [python] = build('python3', 'gdtoolkit')
  const bin = dirname(python)
  const { status, stdout, stderr } = spawnSync(join(bin, 'gdlint'), [sample], {
    cwd: join(bin, '../..'),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`gdlint: ${stdout}${stderr}`)
}
