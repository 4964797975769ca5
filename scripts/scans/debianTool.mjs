import { spawnSync } from 'node:child_process'
import { aptInstall } from '../debian.mjs'

/**
 * Returns the name of a tool from Debian's packages, and installs it where possible; throws
 * elsewhere.
 */
export function debianTool(name) {
  const isHere = () => spawnSync('which', [name]).status === 0
  if (isHere() || (aptInstall(name) && isHere())) return name
  throw new Error(`${name} is not here: it is a package of Debian.`)
}
