import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeLock } from './dataDirLock.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-lock-'))
  path = join(folder, 'database.lock')
})
afterEach(() => rm(folder, { recursive: true }))

describe('the lock of an embedded database', () => {
  it('holds our process id until its release', async () => {
    const release = await takeLock(path)
    expect(await readFile(path, 'utf8')).toBe(String(process.pid))
    await release()
    await expect(readFile(path)).rejects.toThrow('ENOENT')
  })

  it('refuses a second process and names the first one and the file (T10)', async () => {
    await writeFile(path, String(process.ppid))
    await expect(takeLock(path)).rejects.toThrow(
      `process ${process.ppid} uses this database. Stop it, or remove ${path}`,
    )
    expect(await readFile(path, 'utf8')).toBe(String(process.ppid))
  })

  it.each(['2147483646', '', 'nonsense', String(process.pid)])(
    'takes over the lock of a process that ended: %j',
    async (left) => {
      await writeFile(path, left)
      await takeLock(path)
      expect(await readFile(path, 'utf8')).toBe(String(process.pid))
    },
  )
})
