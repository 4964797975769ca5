import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../../../../test/fixtures/crashes/statementsOf.ts'
import { tablesWhere } from '../../../database/schema/tables.ts'
import { runMaintenance } from '../../../maintenance/runMaintenance.ts'
import { everyRow } from '../../../../test/fixtures/samples/everyRow.ts'
import { enrol, firstStep, logInTwice, strong } from '../../../../test/fixtures/enrolled.ts'
import { addPasskey, softPasskey } from '../../../../test/fixtures/passkeys/passkeySteps.ts'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../../test/fixtures/testVisitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { avalanche: strong } })
})
afterAll(() => app.close())

const at = '--deployment local'
const known = (Username: string) => signedInPlayer(app, registerForm({ Username }))
const lastEntry = async () => ((await jsonOutputOf(app, 'audit list --limit 1')) as object[])[0]

async function errorsOf(url: string, payload: object): Promise<unknown> {
  const response = await app.visitor().send({ method: 'POST', url, payload })
  return response.json<{ ErrorMessages: unknown }>().ErrorMessages
}

it('the page of a player asks the database twelve statements at most', async () => {
  await known('Shown')
  const statements = await statementsOf(() => gatehouse(app, `players show Shown ${at}`))
  expect(statements.length).toBeLessThanOrEqual(12)
})

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

  it('are shown with the acts that their state forbids, in the words by which the act refuses (AT-CON2-31)', async () => {
    await known('Zeno')
    const refusals = async () => {
      const shown = (await jsonOutputOf(app, `players show Zeno ${at}`)) as {
        readonly refusals: readonly { readonly act: string; readonly why: string }[]
      }
      return shown.refusals
    }
    const before = await refusals()
    expect(before.map(({ act }) => act)).toContain('players unban')
    for (const { act, why } of before) {
      const operand = act === 'players unlink' ? ' steam' : ''
      const { errors } = await gatehouse(app, `${act} Zeno${operand} ${at} --why "ticket 1"`)
      expect(errors).toBe(`${why}\n`)
    }
    await gatehouse(app, `players ban Zeno ${at} --why "ticket 2"`)
    expect((await refusals()).map(({ act }) => act)).not.toContain('players unban')
  })

  it('can be banned until a moment, with a reason that they read (AT-LOG-11)', async () => {
    const gus = await known('Gus')
    const until = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const banned = await gatehouse(
      app,
      `players ban Gus ${at} --until ${until} --public-reason "You <b>sold</b> keys." --why "ticket 9"`,
    )
    expect(banned.output).toBe(`Gus is banned until ${until}.\n`)
    expect(await lastEntry()).toMatchObject({ details: { until, hasPublicReason: true } })
    expect(JSON.stringify(await lastEntry())).not.toContain('sold')
    expect(await jsonOutputOf(app, `players show Gus ${at}`)).toMatchObject({
      bannedUntil: until,
      banReason: 'You <b>sold</b> keys.',
    })
    const item = {
      Property: '',
      ErrorMessage: 'ERROR_USER_BANNED',
      Ban: { Reason: 'You <b>sold</b> keys.', Until: until },
    }
    const name = { UsernameOrEmail: 'Gus', ClientId: '', RedirectUrl: '', Token: '' }
    const body = logInForm({ UsernameOrEmail: 'Gus', Password: samplePassword })
    expect(await errorsOf('/api/log/identify', name)).toEqual([item])
    expect(await errorsOf('/api/log/log-in', body)).toEqual([item])
    const wrong = { ...body, Password: 'wrong-1' }
    expect(await errorsOf('/api/log/log-in', wrong)).toEqual([
      { Property: '', ErrorMessage: 'ERROR_USERNAME_PASSWORD_INCORRECT' },
    ])
    app.clock.advance(3599)
    expect(await errorsOf('/api/log/log-in', body)).toEqual([item])
    expect((await gus.refused('listConnections', {})).status).toBe(401)
    app.clock.advance(1)
    await app.visitor().logIn('Gus', samplePassword)
    expect(await jsonOutputOf(app, `players show Gus ${at}`)).toMatchObject({
      banned: null,
      bannedUntil: null,
      banReason: null,
    })
  })

  it('are free again by the next maintenance after the end of a ban', async () => {
    await known('Hal')
    const until = new Date(app.clock.now().getTime() + 60_000).toISOString()
    await gatehouse(app, `players ban Hal ${at} --until ${until} --why test`)
    await runMaintenance(app.services)
    expect(await jsonOutputOf(app, `players show Hal ${at}`)).toMatchObject({ bannedUntil: until })
    app.clock.advance(60)
    await runMaintenance(app.services)
    expect(await jsonOutputOf(app, `players show Hal ${at}`)).toMatchObject({ banned: null })
  })

  it('are not banned until a moment that is over, or with a reason that is no plain text', async () => {
    await known('Ivy')
    for (const [option, words] of [
      ['--until 2020-01-01T00:00:00Z', 'is not in the future'],
      ['--until tomorrow', 'is no moment'],
      ['--public-reason ""', 'publicReason'],
      [`--public-reason ${'x'.repeat(301)}`, 'publicReason'],
      ['--public-reason \u202Egnp', 'invisible characters'],
    ] as const) {
      const { exitCode, errors } = await gatehouse(
        app,
        `players ban Ivy ${at} ${option} --why test`,
      )
      expect(exitCode).not.toBe(0)
      expect(errors).toContain(words)
    }
    await app.visitor().logIn('Ivy', samplePassword)
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
    const secret = tablesWhere((row) => row.exported === null)
    expect([...exported, ...secret].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('can be exported with activity, names of passkeys and devices but no secret of theirs, and are erased with all of it (AT-SEC-42)', async () => {
    const guarded = '--deployment avalanche --why test'
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Wilhelmina' }), 'avalanche')
    const { Id_User: id, Value, Refresh } = await visitor.readToken()
    const enrolled = await enrol(app, 'Wilhelmina', visitor)
    const passkey = softPasskey(app, {}, 'avalanche')
    await addPasskey(visitor, passkey, 'Reading glasses')
    const other = app.visitor('avalanche')
    await logInTwice(app, other, enrolled, true)
    await firstStep(app.visitor('avalanche'), 'Wilhelmina')

    const { output } = await gatehouse(app, `players export Wilhelmina ${guarded}`)
    const exported = JSON.parse(output) as Record<string, Record<string, unknown>[]>
    expect(exported['account_ledger']?.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['signed-in', 'app-added', 'passkey-added']),
    )
    expect(exported['passkeys']).toMatchObject([{ name: 'Reading glasses' }])
    expect(exported['authenticator_apps']).toMatchObject([{ name: 'Phone' }])
    expect(exported['sessions']?.length).toBeGreaterThan(1)
    expect(exported['trusted_browsers']).toHaveLength(1)
    const hex = passkey.credentialId.toString('hex')
    const secrets = [Value, Refresh, enrolled.secret, passkey.id, hex, passkey.userHandle]
    for (const secret of [
      ...secrets,
      ...enrolled.codes,
      ...visitor.jar.values(),
      ...other.jar.values(),
    ]) {
      expect(secret).not.toBe('')
      expect(output).not.toContain(secret)
    }
    expect(output).not.toMatch(/hash|argon2|sealed|salt|public_key/)

    const ofPlayer = [
      'account_ledger',
      'authenticator_apps',
      'former_addresses',
      'passkey_users',
      'passkeys',
      'recovery_code_sets',
      'recovery_codes',
      'safety_links',
      'second_steps',
      'sessions',
      'trusted_browsers',
    ]
    const kept = async () => {
      const counts = await Promise.all(
        ofPlayer.map((table) =>
          sql`select from ${sql.table(table)}
            where deployment = 'avalanche' and player_id = ${id}`.execute(
            app.services.database.kysely,
          ),
        ),
      )
      return ofPlayer.filter((_, index) => (counts[index]?.rows.length ?? 0) > 0)
    }
    expect(await kept()).toEqual(ofPlayer.filter((table) => table !== 'former_addresses'))
    await gatehouse(app, `players erase Wilhelmina ${guarded}`)
    expect(await kept()).toEqual([])
    expect(await everyRow(app.services.database.kysely)).not.toMatch(/wilhelmina|reading glasses/i)
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
