import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from '../../platform/crypto/random.ts'
import type { UploadStorage } from './storage.ts'
import { isUploadFile } from './uploadName.ts'

/** Keeps pictures as files in `<folder>/avatars/<deployment>`, readable by the server alone. */
export function createFileStorage(folder: string): UploadStorage {
  const placeOf = (deployment: string) => join(folder, 'avatars', encodeURIComponent(deployment))
  const pathOf = (deployment: string, file: string) => {
    if (!isUploadFile(file)) throw new Error('This is the name of no picture.')
    return join(placeOf(deployment), file)
  }
  return {
    async write(deployment, file, bytes) {
      const path = pathOf(deployment, file)
      await mkdir(placeOf(deployment), { recursive: true, mode: 0o700 })
      // Renamed when it is whole: a reader never sees half of it.
      const unfinished = `${path}.${randomUUID()}`
      try {
        await writeFile(unfinished, bytes, { mode: 0o600, flag: 'wx' })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    read: (deployment, file) => readFile(pathOf(deployment, file)).catch(nullIfMissing),
    remove: (deployment, file) => rm(pathOf(deployment, file), { force: true }),
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
