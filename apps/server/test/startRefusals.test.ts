import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startRefusal } from '../src/database/errors/databaseRefusal.ts'
import { createIn } from '../src/database/pool/openDatabase.ts'
import { createOperatorApp } from '../src/http/operatorApp.ts'
import { checkAuditAnchors } from '../src/maintenance/auditAnchors.ts'
import { checkErasureLog } from '../src/maintenance/erasureLog.ts'
import { refusedOpening } from './fixtures/processes/refusedOpening.ts'
import { startApp } from './fixtures/startApp.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-refused-'))
})
afterEach(() => rm(folder, { recursive: true }))

const key = () => join(folder, 'server.key')
const wholeKey = Buffer.alloc(32, 7).toString('base64')

const at = (host: string) =>
  refusedOpening({ DATA_DIR: folder, DATABASE_URL: `postgres://nobody@${host}:1/none` })

describe('a start that is refused', () => {
  it('names the port of operators that another process has (N11)', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()))
    const { port } = other.address() as AddressInfo
    const app = await startApp({ settings: { OPERATOR_PORT: String(port) } })
    onTestFinished(async () => {
      other.close()
      await app.close()
    })
    const error = await createOperatorApp(app.services).catch(startRefusal)
    expect(error).toMatch(/^OPERATOR_PORT, OPERATOR_HOST: listen EADDRINUSE.* Choose others\.$/)
  })

  it('names an erasure log that cannot be written (T65)', async () => {
    const path = join(folder, 'nowhere/erasures')
    const app = await startApp({ settings: { ERASURE_LOG_FILE: path } })
    onTestFinished(() => app.close())
    expect(await checkErasureLog(app.services).catch(startRefusal)).toMatch(
      /^ERASURE_LOG_FILE cannot be written: ENOENT/,
    )
  })

  it('names a file of anchors that cannot be written', async () => {
    const AUDIT_ANCHORS = join(folder, 'nowhere/anchors')
    expect(await checkAuditAnchors({ AUDIT_ANCHORS }).catch(startRefusal)).toMatch(
      /^AUDIT_ANCHORS cannot be written: ENOENT/,
    )
  })

  it('names a folder for data that cannot be made (N11)', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(await refusedOpening({ DATA_DIR: file })).toBe(
      `${file}: a file has the place of a folder.`,
    )
    const below = join(file, 'data')
    expect(await refusedOpening({ DATA_DIR: below })).toBe(
      `${below}: a part of this path is not a folder.`,
    )
  })

  it('names a full disk of the database, and leaves no half of one behind (N11)', async () => {
    const full = Object.assign(new Error('FS error'), { name: 'ErrnoError', errno: 51 })
    expect(startRefusal(full)).toMatch(/^The disk of the database is full: make room there/)
    const path = join(folder, 'database')
    const create = async () => {
      await mkdir(path)
      await writeFile(join(path, 'PG_VERSION'), '17')
      throw full
    }
    const error = await createIn(path, create).catch(startRefusal)
    expect(error).toMatch(/^The disk of the database is full/)
    expect(existsSync(path)).toBe(false)
  })

  it('names a folder without deployments, and the file and field of an invalid one (N11)', async () => {
    const given = { DATA_DIR: folder, DEPLOYMENTS_DIR: folder }
    expect(await refusedOpening(given)).toBe(`DEPLOYMENTS_DIR: no *.json in ${folder}.`)
    const file = join(folder, 'prod.json')
    await writeFile(file, '{"Environment":')
    const refused = await refusedOpening(given)
    expect([refused.startsWith(`${file}: `), /JSON/.test(refused)]).toEqual([true, true])
    await writeFile(
      file,
      JSON.stringify({
        Environment: 'PROD',
        FrontUrl: 'https://www.site.test',
        AccountUrl: 'account.site.test',
        AccountApiKey: 'a-key-of-our-own',
        RegisterStudioName: 'Studio',
      }),
    )
    expect(await refusedOpening(given)).toMatch(/prod\.json: AccountUrl: /)
  })

  it('names a PostgreSQL that is not there, or has no such host (N11)', async () => {
    expect(await at('127.0.0.1')).toMatch(
      /^DATABASE_URL: .*ECONNREFUSED.*; check that PostgreSQL runs and accepts connections/,
    )
    expect(await at('none.invalid')).toMatch(
      /^DATABASE_URL: .*none\.invalid; check that PostgreSQL runs/,
    )
  })

  it('refuses a key that others can read or change, and says what to do (N12)', async () => {
    await writeFile(key(), wholeKey)
    for (const mode of [0o644, 0o640, 0o602]) {
      await chmod(key(), mode)
      expect(await refusedOpening({ DATA_DIR: folder })).toBe(
        `DATA_DIR: others can read or change ${key()} (mode ${mode.toString(8)}). Run chmod 600 ${key()}; if another account may have read it, remove it instead, which ends every session.`,
      )
    }
  })

  it('refuses a key that was cut off, by which anybody could log in (N12)', async () => {
    for (const cut of ['', wholeKey.slice(0, 20)]) {
      await writeFile(key(), cut, { mode: 0o600 })
      expect(await refusedOpening({ DATA_DIR: folder })).toMatch(
        /^DATA_DIR: .*server\.key is not a whole key\. Restore it/,
      )
    }
  })
})
