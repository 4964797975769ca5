import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { omittedFields } from '../../database/accounts/playerRecord.ts'
import { everyRow } from '../../../test/fixtures/samples/everyRow.ts'
import { gatehouse, jsonOutputOf } from '../../../test/fixtures/processes/runGatehouse.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const at = '--deployment local'
const known = (Username: string) => signedInPlayer(app, registerForm({ Username }))
const lastEntry = async () => ((await jsonOutputOf(app, 'audit list --limit 1')) as object[])[0]

describe('players', () => {
  it('can be banned at once and unbanned', async () => {
    const ada = await known('Ada')
    const banned = await gatehouse(
      app,
      `players ban ADA@site.test ${at} --why "ticket 7" --who eve`,
    )
    expect(banned).toEqual({ exitCode: 0, output: 'Ada is banned.\n', errors: '' })
    expect((await ada.refused('listConnections', {})).status).toBe(401)
    const body = logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword })
    expect((await app.visitor().refused('logIn', { body })).items).toEqual(['ERROR_USER_BANNED@'])
    expect(await lastEntry()).toMatchObject({
      who: 'eve',
      why: 'ticket 7',
      command: 'players ban',
      deployment: 'local',
      subject: expect.stringMatching(/^player \d+$/) as string,
    })
    await gatehouse(app, `players unban Ada ${at} --why "ticket 8"`)
    await app.visitor().logIn('Ada', samplePassword)
    expect(await lastEntry()).toMatchObject({ command: 'players unban', who: 'operator' })
  })

  it('can be logged out everywhere', async () => {
    const ben = await known('Ben')
    const elsewhere = app.visitor()
    await elsewhere.logIn('Ben', samplePassword)
    expect(await jsonOutputOf(app, `players show Ben ${at}`)).toMatchObject({ openSessions: 2 })
    const { output } = await gatehouse(app, `players end-sessions Ben ${at} --why lost`)
    expect(output).toBe('Ben is logged out everywhere.\n')
    for (const visitor of [ben, elsewhere]) {
      expect((await visitor.refused('listConnections', {})).status).toBe(401)
    }
    expect(await jsonOutputOf(app, `players show Ben ${at}`)).toMatchObject({ openSessions: 0 })
  })

  it('can be shown by name, address or id', async () => {
    const cleo = await known('Cleo')
    await cleo.call('optInUser', { body: { ListId: 1, IsOptIn: true, IsG2GOptIn: true } })
    const { Id_User: id } = await cleo.readToken()
    const shown = {
      id,
      username: 'Cleo',
      email: 'cleo@site.test',
      banned: null,
      newsletters: [1],
      linked: [],
    }
    expect(await jsonOutputOf(app, `players show cleo ${at}`)).toMatchObject(shown)
    expect(await jsonOutputOf(app, `players show id=${id} ${at}`)).toMatchObject(shown)
    const { output } = await gatehouse(app, `players show cleo@site.test ${at}`)
    expect(output).toMatch(/^email +cleo@site\.test$/m)
    expect(output).toMatch(/^banned +–$/m)
  })

  it('can block and unblock each other, and clients get an event of each', async () => {
    const gwen = await known('Gwen')
    const hugo = await known('Hugo')
    const [{ Id_User: id }, { Id_User: other }] = [await gwen.readToken(), await hugo.readToken()]
    const done = await gatehouse(app, `players block Gwen hugo@site.test ${at} --why "ticket 9"`)
    expect(done).toEqual({ exitCode: 0, output: 'Gwen has blocked Hugo.\n', errors: '' })
    expect(await lastEntry()).toMatchObject({
      command: 'players block',
      subject: `player ${id}`,
      details: { blocked: other },
    })
    expect(await jsonOutputOf(app, `players blocks Gwen ${at}`)).toEqual([
      { id: other, username: 'Hugo' },
    ])
    await gatehouse(app, `players unblock id=${id} Hugo ${at} --why "ticket 10"`)
    expect(await jsonOutputOf(app, `players blocks Gwen ${at}`)).toEqual([])
    const events = await app.services.database.kysely
      .selectFrom('account_events')
      .select(['type', 'data'])
      .where('player_id', '=', id)
      .where('type', 'in', ['block.added', 'block.removed'])
      .orderBy('type')
      .execute()
    const data = { blocked: String(other) }
    expect(events).toEqual([
      { type: 'block.added', data },
      { type: 'block.removed', data },
    ])
    const again = await gatehouse(app, `players unblock Gwen Hugo ${at} --why "ticket 11"`)
    expect(again).toMatchObject({ exitCode: 1, errors: 'Gwen has not blocked Hugo.\n' })
    const self = await gatehouse(app, `players block Gwen Gwen ${at} --why "ticket 12"`)
    expect(self).toMatchObject({ exitCode: 1, errors: 'Gwen cannot block Gwen.\n' })
  })

  it('can be exported with all their data and no secret', async () => {
    const dan = await known('Dan')
    const { Id_User: id } = await dan.readToken()
    const { output } = await gatehouse(app, `players export Dan ${at} --why "request of 3 May"`)
    const exportedData = JSON.parse(output) as Record<string, unknown[]>
    expect(exportedData['player']).toMatchObject({
      id,
      email: 'dan@site.test',
      register_ip: '203.0.113.7',
    })
    expect(exportedData['consents']?.length).toBeGreaterThan(0)
    expect(exportedData['sessions']?.length).toBeGreaterThan(0)
    expect(output).not.toMatch(/hash|argon2|sealed/)
    expect(await lastEntry()).toMatchObject({ command: 'players export', subject: `player ${id}` })
  })

  it('can be exported from every table with their data', async () => {
    await known('Eli')
    const exportedData = (await jsonOutputOf(app, `players export Eli ${at} --why test`)) as object
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'player_id'`.execute(
      app.services.database.kysely,
    )
    const exported = Object.keys(exportedData).filter((name) => name !== 'player')
    expect([...exported, ...omittedFields].toSorted()).toEqual(
      rows.map(({ name }) => name).toSorted(),
    )
  })

  it('can be erased, and the audit log keeps only an id', async () => {
    const finn = await known('Bartholomew')
    const { Id_User: id } = await finn.readToken()
    const { output } = await gatehouse(
      app,
      `players erase Bartholomew ${at} --why "request of 4 May"`,
    )
    expect(output).toBe(`Player ${id} is erased.\n`)
    expect((await app.mails('bartholomew@site.test')).at(-1)?.subject).toContain('was deleted')
    // A name so long that it cannot occur by chance in sealed data.
    expect(await everyRow(app.services.database.kysely)).not.toMatch(/bartholomew/i)
    expect(await lastEntry()).toMatchObject({ command: 'players erase', subject: `player ${id}` })
    expect((await finn.refused('listConnections', {})).status).toBe(401)
  })

  it('without an account are refused by name, and so is an unknown deployment', async () => {
    for (const word of ['ban', 'unban', 'end-sessions', 'export', 'erase']) {
      const { exitCode, errors } = await gatehouse(app, `players ${word} Nobody ${at} --why test`)
      expect([exitCode, errors]).toEqual([1, 'local has no player Nobody.\n'])
    }
    const { errors } = await gatehouse(app, 'players show Ada --deployment x')
    expect(errors).toContain('There is no deployment x, but ')
    expect((await gatehouse(app, `players show id=99999 ${at}`)).exitCode).toBe(1)
  })
})
