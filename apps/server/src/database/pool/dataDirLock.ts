import { readFile, rm, writeFile } from 'node:fs/promises'
import { SettingsError } from '../../platform/config/settings.ts'

/**
 * Takes the lock of an embedded database: a file with our process id. Two processes on one folder
 * would lose each other's rows without a word. Throws a SettingsError that names the process that
 * holds the lock; takes over the lock of a process that is gone. Returns the release.
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const own = String(process.pid)
  const isTaken = await claim(path, own)
  if (!isTaken) {
    const holder = Number(await readFile(path, 'utf8').catch(() => ''))
    if (isAnotherLivingProcess(holder)) {
      throw new SettingsError(
        `DATA_DIR: process ${holder} uses this database. Stop it, or remove ${path} if it is none of ours.`,
      )
    }
    await rm(path, { force: true })
    if (!(await claim(path, own))) {
      throw new SettingsError(`DATA_DIR: another process took ${path} at the same moment.`)
    }
  }
  return () => rm(path, { force: true })
}

async function claim(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** In a container every start has the same process id: our own id is a leftover of ourselves. */
function isAnotherLivingProcess(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
