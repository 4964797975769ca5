// Programs that are no packages of npm. Root on a Debian gets missing ones by apt.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const isWindows = process.platform === 'win32'

/** Finds a program by its names, on PATH or in a folder; installs its packages where it is missing. */
export function findProgram(names, packages, foldersOf = () => []) {
  const find = () => {
    const folders = [...(process.env.PATH ?? '').split(delimiter), ...foldersOf()]
    const files = names.flatMap((name) =>
      folders.map((folder) => join(folder, isWindows ? `${name}.exe` : name)),
    )
    return files.find((file) => existsSync(file)) ?? null
  }
  return find() ?? (packages.some(aptInstall) ? find() : null)
}

/** Installs a Debian package as root on a Debian; false where that is impossible. */
export function aptInstall(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`${name} is not here: installing it by apt.`)
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update'], options)
  const install = ['install', '-y', '--no-install-recommends', name]
  return spawnSync('apt-get', install, options).status === 0
}
