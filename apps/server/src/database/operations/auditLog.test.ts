import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatehouse, jsonOutputOf } from '../../../test/fixtures/processes/runGatehouse.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const ban = (network: string, who: string, deployment = 'local') =>
  gatehouse(app, `ip-bans add ${network} --deployment ${deployment} --why flood --who ${who}`)
const entries = async (filter: string) =>
  (await jsonOutputOf(app, `audit list ${filter}`)) as object[]

describe('the audit log', () => {
  it('keeps the author and reason of each command and filters by author, deployment, subject and time', async () => {
    await ban('203.0.113.1', 'ada')
    const since = app.clock.now().toISOString()
    app.clock.advance(60)
    await ban('203.0.113.2', 'ben')
    await ban('203.0.113.3', 'ben', 'sandbox')
    expect(await entries('--who ada')).toMatchObject([
      {
        who: 'ada',
        why: 'flood',
        command: 'ip-bans add',
        deployment: 'local',
        details: { network: '203.0.113.1', scope: 'general', until: null },
      },
    ])
    expect(await entries('--deployment local')).toHaveLength(2)
    expect(await entries('--subject "ip ban 2"')).toMatchObject([{ who: 'ben' }])
    expect(await entries(`--since ${since} --limit 1`)).toMatchObject([{ deployment: 'sandbox' }])
  })

  it('keeps no entry of a command that failed, and no change without its entry', async () => {
    const { kysely } = app.services.database
    const count = (await entries('')).length
    await gatehouse(app, 'ip-bans remove 99 --deployment local --why typo')
    expect(await entries('')).toHaveLength(count)
    await sql`alter table audit_log add constraint full_up check (why <> 'too much')`.execute(
      kysely,
    )
    const act = gatehouse(app, 'ip-bans add 203.0.113.9 --deployment local --why "too much"')
    await expect(act).rejects.toThrow('full_up')
    await sql`alter table audit_log drop constraint full_up`.execute(kysely)
    const bans = (await jsonOutputOf(app, 'ip-bans list --deployment local')) as {
      network: string
    }[]
    expect(bans.map(({ network }) => network)).toEqual(['203.0.113.1/32', '203.0.113.2/32'])
  })

  it.each([`update audit_log set who = 'eve'`, `delete from audit_log`, `truncate audit_log`])(
    'refuses to change or remove an entry: "%s"',
    async (statement) => {
      const before = await entries('')
      const tried = sql.raw(statement).execute(app.services.database.kysely)
      await expect(tried).rejects.toThrow('The audit log only grows.')
      expect(await entries('')).toEqual(before)
    },
  )
})
