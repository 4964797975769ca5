import { install } from './bootstrap.mjs'

/** Installs the packages of a folder outside the workspaces, which has a lock file of its own. */
export function installApart(folder) {
  install(folder, ['--omit=optional', '--workspaces=false', '--prefix', folder])
}
