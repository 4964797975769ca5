import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import type { ActRow } from '@gatehouse/contract/acts/act'
import { gatehouse, jsonOutputOf } from '../../test/fixtures/processes/runGatehouse.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../test/fixtures/testVisitor.ts'

/* Looks of support: the player reads of them, and the audit log has them. */

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { local: { EnableSecuritySection: true } } })
})
afterAll(() => app.close())

const at = '--deployment local'
const known = (Username: string) => signedInPlayer(app, registerForm({ Username }))
const entries = async () => (await jsonOutputOf(app, 'audit list')) as Record<string, unknown>[]

async function readBySupport(visitor: TestVisitor): Promise<readonly string[]> {
  const { Entries } = await visitor.call('listActivity', { query: { kind: 'support' } })
  return Entries.map(({ Act }) => Act)
}

const seenLooks = actNames
  .map((name) => [name, everyAct[name] as ActRow] as const)
  .filter(([, { isSeen }]) => isSeen)

describe('a look at a player', () => {
  it.each(seenLooks)('by %s is in the activity and in the audit log (C-3)', async (name, row) => {
    const username = name.split(' ')[1]?.replace('-', '') ?? ''
    const visitor = await known(username)
    const why = row.needsReason ? '--why "ticket 3"' : ''
    const line = `${name} ${username} ${at} ${why} --who eve`
    expect(await gatehouse(app, line)).toMatchObject({ exitCode: 0 })
    expect(await readBySupport(visitor)).toEqual(['support-looked'])
    const { Id_User: id } = await visitor.readToken()
    expect((await entries())[0]).toMatchObject({
      command: name,
      subject: `player ${id}`,
      who: 'eve',
      why: row.needsReason ? 'ticket 3' : 'none asked',
    })
  })

  it('adds a line to the activity once a person in ten minutes, and each time to the log (AT-CON2-27)', async () => {
    const visitor = await known('Often')
    const before = (await entries()).length
    for (const who of ['eve', 'eve', 'sam']) {
      await gatehouse(app, `players show Often ${at} --who ${who}`)
      await gatehouse(app, `players sessions Often ${at} --who ${who}`)
    }
    expect(await readBySupport(visitor)).toEqual(['support-looked', 'support-looked'])
    expect((await entries()).length).toBe(before + 6)
    app.clock.advance(601)
    await gatehouse(app, `players show Often ${at} --who eve`)
    expect(await readBySupport(visitor)).toHaveLength(3)
  })

  it.each(['account_ledger', 'audit_log'])(
    'answers nothing where %s takes no entry (AT-CON2-28)',
    async (table) => {
      const name = `No${table.replace('_', '')}`
      await known(name)
      const { kysely } = app.services.database
      await sql`create function refuse_${sql.raw(table)}() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`.execute(kysely)
      await sql`create trigger refuse before insert on ${sql.table(table)}
      for each row execute function refuse_${sql.raw(table)}()`.execute(kysely)
      await expect(gatehouse(app, `players show ${name} ${at}`)).rejects.toThrow('refused')
      await sql`drop trigger refuse on ${sql.table(table)}`.execute(kysely)
      expect(
        (await entries()).filter(({ details }) => JSON.stringify(details).includes(name)),
      ).toEqual([])
    },
  )
})

describe('the activity of a player', () => {
  it('shows each act of support under its filter', async () => {
    const visitor = await known('Acted')
    const why = '--why "ticket 4"'
    for (const line of [
      `badges give Acted pilot --title Pilot ${at} ${why}`,
      `badges take Acted pilot --title Pilot ${at} ${why}`,
      `players send-recovery Acted ${at} ${why}`,
      `players export Acted ${at} ${why}`,
    ]) {
      expect(await gatehouse(app, line)).toMatchObject({ exitCode: 0 })
    }
    expect(await readBySupport(visitor)).toEqual([
      'support-exported',
      'support-mailed',
      'support-badge',
      'support-badge',
    ])
  })
})
