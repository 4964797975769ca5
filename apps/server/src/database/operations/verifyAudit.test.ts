import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gatehouse, jsonOutputOf } from '../../../test/fixtures/processes/runGatehouse.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { runMaintenance } from '../../maintenance/runMaintenance.ts'
import { watchAuditLog } from '../../maintenance/auditAnchors.ts'
import { appendAudit } from './auditLog.ts'

let app: TestApp
let folder: string
let anchors: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-audit-'))
  anchors = join(folder, 'anchors.ndjson')
  app = await startApp({
    settings: { AUDIT_ANCHORS: anchors, STAFF_ALERT_MAIL: 'alerts@studio.test' },
  })
})
beforeEach(async () => {
  await tamper('delete from audit_log', 'delete from audit_heads')
  await rm(anchors, { force: true })
  app.clock.advance(60)
  await act(10)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const look = () => watchAuditLog(app.services)()

async function act(count: number, deployment: string | null = 'local'): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    await appendAudit(app.services.database.kysely, {
      at: app.clock.now(),
      who: 'ada',
      why: `reason ${nth}`,
      command: 'test',
      deployment,
      subject: `player ${nth}`,
      details: { nth, name: 'Ünï' },
    })
  }
}

/** As the owner of the schema. */
async function tamper(...statements: string[]): Promise<void> {
  const { kysely } = app.services.database
  await kysely.transaction().execute(async (transaction) => {
    const run = (text: string) => sql.raw(text).execute(transaction)
    await run('alter table audit_log disable trigger user')
    for (const statement of statements) await run(statement)
    await run('alter table audit_log enable trigger user')
  })
}

const verify = (options = '') => gatehouse(app, `audit verify ${options}`)

describe('audit verify', () => {
  it('counts the entries of each chain (AT-CON2-19)', async () => {
    await act(2, null)
    await sql`insert into audit_log (at, who, why, command, deployment, subject, details, via,
      staff_key, session_id, approved_by, alone)
      values (now(), 'postgres', 'by hand', 'none', null, '', '{}', 'console', '\\x0a', 7, 'ben', true)`.execute(
      app.services.database.kysely,
    )
    expect(await jsonOutputOf(app, 'audit verify')).toEqual([
      { deployment: '*', entries: 3, anchors: 0, explained: [], head: 3 },
      { deployment: 'local', entries: 10, anchors: 0, explained: [], head: 10 },
    ])
    expect(await jsonOutputOf(app, 'audit verify --deployment *')).toHaveLength(1)
    expect((await verify('--deployment none')).errors).toBe('The audit log has no chain none.\n')
  })

  it.each([
    ['changed', ["update audit_log set why = 'x' where seq = 4"], 'broken at entry 4.'],
    ['deleted', ['delete from audit_log where seq = 4'], 'broken at entry 4.'],
    [
      'swapped',
      [
        'update audit_log set seq = 99 where seq = 4',
        'update audit_log set seq = 4 where seq = 7',
        'update audit_log set seq = 7 where seq = 99',
      ],
      'broken at entry 4.',
    ],
    [
      'put between others',
      [
        'update audit_log set seq = -seq where seq > 3',
        'update audit_log set seq = 1 - seq where seq < 0',
        `insert into audit_log (at, who, why, command, deployment, subject, details, seq)
          values (now(), 'eve', 'x', 'test', 'local', '', '{}', 4)`,
      ],
      'broken at entry 4.',
    ],
    [
      'added past the trigger',
      [
        `insert into audit_log (at, who, why, command, deployment, subject, details)
          values (now(), 'eve', 'x', 'test', 'local', '', '{}')`,
      ],
      'broken at entry 0.',
    ],
    ['cut off without the head', ['delete from audit_log where seq > 8'], 'broken at entry 9.'],
    ['left without its head', ['delete from audit_heads'], 'broken at its head, after entry 10.'],
    [
      'left with an older head',
      ['update audit_heads set seq = 9'],
      'broken at its head, after entry 10.',
    ],
    [
      'left with another head',
      ["update audit_heads set chain = ''"],
      'broken at its head, after entry 10.',
    ],
  ])(
    'ends with 1 and the number where an entry was %s (AT-CON2-19)',
    async (_, statements, misfit) => {
      await tamper(...statements)
      const { exitCode, errors } = await verify()
      expect([exitCode, errors]).toEqual([1, `local: ${misfit}\n`])
    },
  )

  it('finds by an anchor that the tail was cut with its head, and that entries were rewritten (AT-CON2-20)', async () => {
    await runMaintenance(app.services)
    expect((await verify(`--anchors ${anchors}`)).exitCode).toBe(0)
    const cut = [
      'delete from audit_log where seq > 7',
      `update audit_heads set seq = 7, chain = (select chain from audit_log where seq = 7)`,
    ]
    await tamper(...cut)
    expect((await verify()).exitCode).toBe(0)
    const at = app.clock.now().toISOString()
    expect((await verify(`--anchors ${anchors}`)).errors).toBe(
      `local: broken at entry 8, by the anchor of ${at}.\n`,
    )
    await act(3)
    expect((await verify()).exitCode).toBe(0)
    expect((await verify(`--anchors ${anchors}`)).errors).toBe(
      `local: broken at entry 10, by the anchor of ${at}.\n`,
    )
  })

  it('finds by an anchor that a whole chain is gone', async () => {
    await look()
    await tamper('delete from audit_log', 'delete from audit_heads')
    expect((await verify()).exitCode).toBe(0)
    expect((await verify(`--anchors ${anchors}`)).errors).toContain('broken at entry 1, by')
  })

  it('explains an anchor by a restore from a backup that lacks its entries, and no other one', async () => {
    await look()
    // As if the backup had been made after eight entries.
    await tamper(
      'delete from audit_log where seq > 8',
      `update audit_heads set seq = 8, chain = (select chain from audit_log where seq = 8)`,
    )
    app.clock.advance(60)
    const journal = join(folder, 'journal.ndjson')
    await writeFile(journal, '')
    await gatehouse(app, `restored --journal ${journal} --why "the disk"`)
    await act(5)
    expect(await jsonOutputOf(app, `audit verify --anchors ${anchors}`)).toMatchObject([
      { deployment: '*', entries: 1 },
      {
        deployment: 'local',
        entries: 13,
        explained: [expect.stringContaining('is explained by the restore of ')],
      },
    ])
    await tamper(
      'delete from audit_log where seq > 6',
      `update audit_heads set seq = 6, chain = (select chain from audit_log where seq = 6) where deployment = 'local'`,
    )
    await act(5)
    const { seq, ...line } = JSON.parse(await readFile(anchors, 'utf8')) as { seq: number }
    await writeFile(anchors, JSON.stringify({ ...line, seq: seq - 2 }))
    expect((await verify(`--anchors ${anchors}`)).errors).toContain('broken at entry 8, by')
  })

  it('looks at entries since a moment', async () => {
    app.clock.advance(60)
    const since = app.clock.now().toISOString()
    await act(3)
    await tamper("update audit_log set why = 'x' where seq = 4")
    expect(await jsonOutputOf(app, `audit verify --since ${since}`)).toMatchObject([{ entries: 3 }])
    await tamper("update audit_log set why = 'x' where seq = 12")
    expect((await verify(`--since ${since}`)).errors).toBe('local: broken at entry 12.\n')
  })

  it('refuses a file that holds no anchors, and one that is missing', async () => {
    await writeFile(anchors, '{"seq": 1}\n')
    expect((await verify(`--anchors ${anchors}`)).errors).toBe(
      'File 1 of the anchors: line 1 is no anchor.\n',
    )
    await rm(anchors)
    expect((await verify(`--anchors ${anchors}`)).errors).toContain('ENOENT')
  })
})

describe('the hourly look', () => {
  it('writes down each head that moved, once, and reports a chain that was changed', async () => {
    const lookAgain = watchAuditLog(app.services)
    await lookAgain()
    await lookAgain()
    await act(1)
    await act(1, null)
    await lookAgain()
    const lines = (await readFile(anchors, 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { deployment: 'local', seq: 10 },
      { deployment: '*', seq: 1 },
      { deployment: 'local', seq: 11 },
    ])
    expect(await app.services.metrics.read()).toContain('gatehouse_audit_chain_broken 0')
    await tamper("update audit_log set why = 'x' where seq = 4")
    await lookAgain()
    // An entry that was right before is not read again.
    expect(await app.services.metrics.read()).toContain('gatehouse_audit_chain_broken 0')
    await tamper(
      "delete from audit_log where seq = 11 and deployment = 'local'",
      "update audit_heads set seq = 10, chain = (select chain from audit_log where seq = 10) where deployment = 'local'",
    )
    await lookAgain()
    expect(await app.services.metrics.read()).toContain('gatehouse_audit_chain_broken 1')
    expect((await readFile(anchors, 'utf8')).trim().split('\n')).toHaveLength(3)
    await lookAgain()
    const alerts = await app.mails('alerts@studio.test')
    expect(alerts.map(({ subject }) => subject)).toEqual([
      'Gatehouse: the audit log of local was changed',
    ])
  })
})
