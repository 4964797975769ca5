import { install } from './bootstrap.mjs'

/** Installs the packages of a folder outside the workspaces, which has its own lock file. */
export function installApart(folder) {
  install(folder, ['--omit=optional', '--workspaces=false', '--prefix', folder])
}
