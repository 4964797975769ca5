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
  const fresh = join(folder, 'fresh')
  await readServerKey(readSettings({ DATA_DIR: fresh }))
  expect(await modeOf(fresh)).toBe('700')
  // An operator may have made the folder before, with an open mode.
  await chmod(fresh, 0o755)
  await prepareDataFolder(fresh)
  await chmod(join(fresh, 'database'), 0o755)
  const database = await openEmbedded(fresh)
  expect(await modeOf(join(fresh, 'server.key'))).toBe('600')
  expect(await modeOf(join(fresh, 'database.lock'))).toBe('600')
  expect(await modeOf(join(fresh, 'database'))).toBe('700')
  await database.close()
  const names = await readdir(fresh)
  expect(names.toSorted()).toEqual(['database', 'server.key'])
})
