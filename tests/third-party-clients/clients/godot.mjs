import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gameRegistration, playGame } from '../stage/game.mjs'

const sources = join(import.meta.dirname, '../games')

export const name = 'signIn.gd (Godot), as a port to Godot 3'
export const title = 'signIn.gd signs a player in by browser and by device, and refreshes (O93)'
export const packages = ['godot3-server']
export const isHere = () => spawnSync('godot3-server', ['--version']).error === undefined
export const registrationAt = gameRegistration

export function play(stage) {
  const folder = join(stage.folder, 'godot')
  mkdirSync(folder)
  for (const file of ['sign_in_3.gd', 'player.gd']) {
    copyFileSync(join(sources, file), join(folder, file))
  }
  copyFileSync(stage.certificateFile, join(folder, 'authorities.crt'))
  writeFileSync(
    join(folder, 'project.godot'),
    'config_version=4\n\n[network]\n\nssl/certificates="res://authorities.crt"\n',
  )
  return playGame(stage, ['godot3-server', '--path', folder, '-s', 'player.gd', '--play'])
}
