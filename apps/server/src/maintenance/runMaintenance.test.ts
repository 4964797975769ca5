import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { after } from '../platform/clock.ts'
import type { Executor } from '../database/schema/executor.ts'
import { runMaintenance, scheduleMaintenance } from './runMaintenance.ts'
import { signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'

let app: TestApp
let kysely: Executor

beforeEach(async () => {
  app = await startApp()
  kysely = app.services.database.kysely
})
afterEach(() => app.close())

const resync = () => Promise.resolve()

const doDue = () => Promise.resolve()

describe('maintenance', () => {
  // More than one statement removes.
  const many = 4500

  it('removes any number of expired rows and no others', async () => {
    const now = app.clock.now()
    const counters = (kind: string, count: number, end: Date) =>
      sql`insert into attempts (deployment, kind, subject_hash, count, resets_at)
        select 'local', ${kind}, sha256(n::text::bytea), 1, ${end}
        from generate_series(1, ${count}::int) n`.execute(kysely)
    await counters('over', many, after(now, -1))
    await counters('counting', 7, after(now, 1))
    await runMaintenance(app.services)
    const { rows } = await sql`select kind, count(*)::int as count from attempts
      where kind in ('over', 'counting') group by kind`.execute(kysely)
    expect(rows).toEqual([{ kind: 'counting', count: 7 }])
  })

  it('ends any number of clients’ sessions with the player’s session', async () => {
    const visitor = await signedInPlayer(app)
    const { Id_User: playerId } = await visitor.readToken()
    const now = app.clock.now()
    // Two of three belong to the player's own session, and every third to a session that has ended.
    await sql`insert into client_sessions
      select s.deployment, 'sid' || n, 'site',
        case when n % 3 = 0 then gen_random_uuid() else s.family end, s.player_id, ${now}, null
      from sessions s, generate_series(1, ${many}::int) n where s.player_id = ${playerId}`.execute(
      kysely,
    )
    await runMaintenance(app.services)
    const { rows } = await sql`select ended_at is null as lives, count(*)::int as count
      from client_sessions group by 1 order by 1`.execute(kysely)
    expect(rows).toEqual([
      { lives: false, count: many / 3 },
      { lives: true, count: (many * 2) / 3 },
    ])
  })

  it('runs on one of two servers at a time, every hour', async () => {
    const beside = await startApp({ beside: app })
    const { jobs } = app.services
    await jobs.prepareQueue('maintenance', 'exclusive')
    // The schedule does this at the full hour, on each server.
    const sent = [
      await jobs.boss.send('maintenance'),
      await beside.services.jobs.boss.send('maintenance'),
    ]
    expect(sent).toEqual([expect.any(String), null])
    const { kysely: rows } = beside.services.database
    await sql`insert into attempts (deployment, kind, subject_hash, count, resets_at)
      values ('local', 'over', '\\x01', 1, ${after(app.clock.now(), -1)})`.execute(rows)
    const ends = [
      await scheduleMaintenance(app.services, { resync, doDue }),
      await scheduleMaintenance(beside.services, { resync, doDue }),
    ]
    const left = () =>
      rows.selectFrom('attempts').select('kind').where('kind', '=', 'over').execute()
    await expect.poll(left).toEqual([])
    const schedules = await jobs.boss.getSchedules()
    const planned = schedules.map(({ name, cron }) => `${name} ${cron}`).toSorted()
    expect(planned).toEqual([
      'due-acts * * * * *',
      'maintenance 0 * * * *',
      'resync-connections 0 * * * *',
      'sweep-look-ups 20 3 * * *',
    ])
    for (const end of ends) end()
    await beside.close()
  })

  it('continues after a failing task and reports the failure', async () => {
    await sql`insert into steam_nonces (deployment, nonce_hash, expires_at)
      values ('local', '\\x01', ${after(app.clock.now(), -1)})`.execute(kysely)
    await sql`alter table attempts rename to attempts_elsewhere`.execute(kysely)
    await expect(runMaintenance(app.services)).rejects.toMatchObject({
      errors: [expect.objectContaining({ message: expect.stringContaining('"attempts"') })],
    })
    expect(await kysely.selectFrom('steam_nonces').selectAll().execute()).toEqual([])
    expect(await app.services.metrics.read()).toContain('gatehouse_maintenance_failures_total 1')
  })
})
