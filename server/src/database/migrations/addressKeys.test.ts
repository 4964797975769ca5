import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatehouse, jsonOutputOf } from '../../../test/fixtures/processes/runGatehouse.ts'
import { sweepLookUps } from '../accounts/sweepLookUps.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

/** Players as the version before wrote them: their keys are the address in small letters. */
const players = [
  ['Latecomer', 'ada@BÜCHER.example', 'ada@bücher.example', false],
  ['Ada', 'ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example', true],
  ['Bea', 'bea@bücher.example', 'bea@bücher.example', true],
  ['Cleo', 'ｃleo@site.test', 'ｃleo@site.test', false],
  ['Proven', 'c\uFF4Ceo@site.test', 'c\uFF4Ceo@site.test', true],
  ['Zoe', 'zoë@site.test', 'zoë@site.test', true],
] as const

let app: TestApp
/** The steps that the migration has done. */
let done: readonly string[]
const at = '--deployment local'

beforeAll(async () => {
  app = await startApp()
  const { kysely } = app.services.database
  await sql`delete from kysely_migration where name = '0025-address-keys'`.execute(kysely)
  for (const [username, email, key, isConfirmed] of players) {
    await kysely
      .insertInto('players')
      .values({
        deployment: 'local',
        username,
        username_key: username.toLowerCase(),
        email,
        email_key: key,
        created_at: app.clock.now(),
        confirmed_at: isConfirmed ? app.clock.now() : null,
      })
      .execute()
  }
  const { id } = await kysely
    .selectFrom('players')
    .select('id')
    .where('username', '=', 'Bea')
    .executeTakeFirstOrThrow()
  await sql`
    insert into mail_links (deployment, token_hash, kind, player_id, email, created_at, expires_at)
    values ('local', 'hash', 'confirm-email', ${id}, 'bea@bücher.example', now(), now())`.execute(
    kysely,
  )
  done = await app.services.database.migrate()
  // Rows of the version before have no look-ups yet.
  await sweepLookUps(kysely, 'local', app.clock.now())
})
afterAll(() => app.close())

describe('the migration to the keys of addresses', () => {
  it('gives each mailbox one key, keeps every player and merges none (C30)', async () => {
    expect(done).toEqual(['0025-address-keys'])
    const rows = await app.services.database.kysely
      .selectFrom('players')
      .select(['username', 'email', 'email_key'])
      .where('deployment', '=', 'local')
      .execute()
    const keys = Object.fromEntries(rows.map(({ username, email_key }) => [username, email_key]))
    expect(keys).toMatchObject({
      Latecomer: 'ada@bücher.example',
      Ada: 'ada@xn--bcher-kva.example',
      Bea: 'bea@xn--bcher-kva.example',
      Cleo: 'ｃleo@site.test',
      Proven: 'cleo@site.test',
      Zoe: 'zoë@site.test',
    })
    for (const [username, email] of players) {
      expect(rows.find((row) => row.username === username)?.email).toBe(email)
    }
    const { rows: links } = await sql<{ email: string }>`select email from mail_links`.execute(
      app.services.database.kysely,
    )
    expect(links).toContainEqual({ email: 'bea@xn--bcher-kva.example' })
  })

  it('lists who shares a mailbox, and lets the operator decide (C30)', async () => {
    const shared = (await jsonOutputOf(app, `players shared-addresses ${at}`)) as object[]
    expect(shared).toMatchObject([
      { username: 'Latecomer', email: 'ada@BÜCHER.example', holder: { username: 'Ada' } },
      { username: 'Cleo', email: 'ｃleo@site.test', holder: { username: 'Proven' } },
    ])
    const take = () => gatehouse(app, `players take-address Latecomer ${at} --why "ticket 4"`)
    expect(await take()).toMatchObject({
      exitCode: 1,
      errors: expect.stringMatching(/player id=\d+ has the address still/) as string,
    })
    await gatehouse(app, `players erase Ada ${at} --why "ticket 4"`)
    expect(await take()).toEqual({
      exitCode: 0,
      output: 'Latecomer has the address alone.\n',
      errors: '',
    })
    expect(await jsonOutputOf(app, `players shared-addresses ${at}`)).toMatchObject([
      { username: 'Cleo' },
    ])
    expect((await take()).exitCode).toBe(0)
    expect(await jsonOutputOf(app, `players show ada@xn--bcher-kva.example ${at}`)).toMatchObject({
      username: 'Latecomer',
    })
  })
})
