import { spawnSync } from 'node:child_process'
import { aptInstall } from '../debian.mjs'

/** The name of a tool that Debian packages, installed where that is possible; throws elsewhere. */
export function debianTool(name) {
  const isHere = () => spawnSync('which', [name]).status === 0
  if (isHere() || (aptInstall(name) && isHere())) return name
  throw new Error(`${name} is not here: it is a package of Debian.`)
}
