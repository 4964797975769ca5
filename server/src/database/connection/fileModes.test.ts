import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readServerKey } from '../../platform/crypto/serverKey.ts'
import { readSettings } from '../../platform/config/readSettings.ts'
import { prepareDataFolder } from '../../../test/fixtures/embeddedTemplate.ts'
import { openEmbedded } from './openDatabase.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-modes-'))
})
afterEach(() => rm(folder, { recursive: true }))

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

it('gives files to their owner alone and writes logs to no file (N05)', async () => {
  // An operator may have made the folder before, with an open mode.
  await chmod(folder, 0o755)
  const fresh = join(folder, 'fresh')
  for (const data of [folder, fresh]) {
    await readServerKey(readSettings({ DATA_DIR: data }))
    await prepareDataFolder(data)
    await chmod(join(data, 'database'), 0o755)
    const database = await openEmbedded(data)
    expect(await modeOf(join(data, 'server.key'))).toBe('600')
    expect(await modeOf(join(data, 'database.lock'))).toBe('600')
    expect(await modeOf(join(data, 'database'))).toBe('700')
    await database.close()
  }
  expect(await modeOf(fresh)).toBe('700')
  const names = await readdir(fresh)
  expect(names.toSorted()).toEqual(['database', 'server.key'])
})
