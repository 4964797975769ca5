import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Enrolled,
  enrol,
  enrolledPlayer,
  firstStep,
  logInTwice,
  stepBody,
  strong,
} from '../../../../test/fixtures/enrolled.ts'
import { addPasskey, softPasskey } from '../../../../test/fixtures/passkeys/passkeySteps.ts'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { registerForm, signedInPlayer } from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../../test/fixtures/testVisitor.ts'

/* Support looks at a player's security: it reads no secret, and the player reads that it looked. */

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { local: strong } })
})
afterAll(() => app.close())

const at = '--deployment local'
const why = '--why "ticket 12" --who eve'
const activityOf = async (visitor: TestVisitor, query: { kind?: 'support' } = {}) =>
  (await visitor.call('listActivity', { query })).Entries
const looksOf = async (visitor: TestVisitor) =>
  (await activityOf(visitor, { kind: 'support' })).map(({ Act, Actor }) => [Act, Actor])
const looked = ['support-looked', 'operator']

interface Guarded extends Enrolled {
  readonly id: number
  /** They must be in no output. */
  readonly secrets: readonly string[]
}

/** A player with a passkey, an app and nine codes, who trusts a browser. */
async function guardedPlayer(name: string): Promise<Guarded> {
  const visitor = await signedInPlayer(app, registerForm({ Username: name }))
  const passkey = softPasskey(app)
  await addPasskey(visitor, passkey, 'Passkey of my desk')
  const player = await enrol(app, name, visitor)
  await logInTwice(app, app.visitor(), player, true)
  const elsewhere = app.visitor()
  const code = { Way: 'recovery-code', Code: player.codes[0] ?? '' } as const
  await elsewhere.call('secondStep', stepBody(await firstStep(elsewhere, name), code))
  const { Id_User: id } = await visitor.readToken()
  const secrets = [...(await keptSecrets(id)), passkey.id, player.secret, ...player.codes]
  return { ...player, id, secrets }
}

/** Each value of the player's rows that is of bytes, in every spelling, and what else is a secret. */
async function keptSecrets(id: number): Promise<string[]> {
  const { kysely } = app.services.database
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.columns p
      on p.table_schema = c.table_schema and p.table_name = c.table_name
    where c.table_schema = 'public' and c.data_type = 'bytea' and p.column_name = 'player_id'
    `.execute(kysely)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql<{ hex: string }>`select encode(${sql.ref(column)}, 'hex') as hex
      from ${sql.table(table)} where player_id = ${id} and ${sql.ref(column)} is not null`.execute(
      kysely,
    )
    found.push(...rows.map(({ hex }) => hex))
  }
  expect(found.length).toBeGreaterThan(12)
  const { rows: texts } = await sql<{ text: string }>`
    select password_hash as text from players where id = ${id}
    union all select secret_sealed from authenticator_apps where player_id = ${id}
    union all select family::text from sessions where player_id = ${id}`.execute(kysely)
  const spelled = (['hex', 'base64', 'base64url'] as const).flatMap((spelling) =>
    found.map((hex) => Buffer.from(hex, 'hex').toString(spelling)),
  )
  return [...spelled, ...texts.map(({ text }) => text)]
}

/** The output of a line for people and for programs. */
async function everyOutputOf(line: string): Promise<string> {
  const outputs = [await gatehouse(app, line), await gatehouse(app, `${line} --json`)]
  expect(outputs.map(({ exitCode, errors }) => [exitCode, errors])).toEqual([
    [0, ''],
    [0, ''],
  ])
  return outputs.map(({ output }) => output).join('')
}

const leaked = (output: string, secrets: readonly string[]) =>
  secrets.filter((secret) => output.includes(secret))

describe('players factors', () => {
  it('shows kinds, dates and counts and no secret, and the player reads that support looked (AT-SEC-40, G85)', async () => {
    const start = app.clock.now().getTime()
    const after = (seconds: number) => new Date(start + seconds * 1000).toISOString()
    const { visitor, id, secrets } = await guardedPlayer('Ada')
    const line = `players factors ada@site.test ${at} ${why}`
    expect(await jsonOutputOf(app, line)).toEqual({
      id,
      username: 'Ada',
      password: true,
      passwordSet: null,
      twoStep: true,
      passkeys: [{ added: after(0), lastUsed: null }],
      apps: [{ added: after(0), lastUsed: after(30) }],
      codesMade: after(0),
      codesLeft: 9,
      trustedBrowsers: 1,
    })
    const output = await everyOutputOf(line)
    expect(leaked(output, secrets)).toEqual([])
    expect(output).not.toMatch(/Phone|desk/)
    // Three looks within ten minutes.
    expect(await looksOf(visitor)).toEqual([looked])
    expect(await jsonOutputOf(app, `audit list ${at} --limit 1`)).toMatchObject([
      { who: 'eve', why: 'ticket 12', command: 'players factors', subject: `player ${id}` },
    ])
    expect(leaked(JSON.stringify(await jsonOutputOf(app, 'audit list')), secrets)).toEqual([])
  })

  it('shows what is left to a player without any, and nothing that was removed', async () => {
    const { visitor, appId } = await enrolledPlayer(app, 'Bea')
    await visitor.call('removeAuthenticator', { body: { Id: appId } })
    const { Passkey } = await addPasskey(visitor, softPasskey(app))
    await visitor.call('removePasskey', { body: { Id: Passkey.Id } })
    expect(await jsonOutputOf(app, `players factors Bea ${at} ${why}`)).toMatchObject({
      password: true,
      twoStep: false,
      passkeys: [],
      apps: [],
      codesMade: null,
      codesLeft: null,
      trustedBrowsers: 0,
    })
  })
})

describe('players ledger', () => {
  it('shows the activity as its player reads it, without a secret or a place (AT-SEC-40, G85)', async () => {
    const { visitor, secrets } = await guardedPlayer('Cleo')
    const line = `players ledger Cleo ${at} ${why}`
    const rows = await jsonOutputOf(app, line)
    const read = await activityOf(visitor)
    expect(rows).toEqual(
      read.map((entry) => ({
        at: entry.At,
        act: entry.Act,
        actor: entry.Actor,
        browser: entry.Browser,
        system: entry.System,
        shown: entry.Shown,
      })),
    )
    expect(read.map(({ Act }) => Act)).toEqual(
      expect.arrayContaining(['support-looked', 'codes-used', 'app-added', 'passkey-added']),
    )
    const output = await everyOutputOf(line)
    expect(leaked(output, [...secrets, '203.0.113.7'])).toEqual([])
    expect(await looksOf(visitor)).toEqual([looked])
  })

  it('shows entries from a moment on, and no more than asked', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Dora' }))
    app.clock.advance(60)
    const since = app.clock.now().toISOString()
    const actsOf = async (options: string) =>
      ((await jsonOutputOf(app, `players ledger Dora ${options} ${at} ${why}`)) as object[]).map(
        (entry) => (entry as { act: string }).act,
      )
    expect(await actsOf('')).toEqual(['support-looked', 'signed-in'])
    app.clock.advance(601)
    expect(await actsOf(`--since ${since}`)).toEqual(['support-looked', 'support-looked'])
    expect(await actsOf('--limit 1')).toEqual(['support-looked'])
    expect(await looksOf(visitor)).toHaveLength(2)
  })
})

describe.each(['factors', 'ledger'])('players %s', (word) => {
  it('needs a reason and a player, and what is refused leaves no entry (S03)', async () => {
    const name = `Refused${word}`
    const visitor = await signedInPlayer(app, registerForm({ Username: name }))
    const audited = async () => ((await jsonOutputOf(app, 'audit list')) as object[]).length
    const before = await audited()
    const without = await gatehouse(app, `players ${word} ${name} ${at}`)
    expect([without.exitCode, without.output]).toEqual([2, ''])
    const elsewhere = await gatehouse(app, `players ${word} ${name} --deployment sandbox ${why}`)
    expect([elsewhere.exitCode, elsewhere.output]).toEqual([1, ''])
    expect(elsewhere.errors).toBe(`sandbox has no player ${name}.\n`)
    expect(await looksOf(visitor)).toEqual([])
    expect(await audited()).toBe(before)
  })
})
