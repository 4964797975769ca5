import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPlayerRecord } from '../../database/accounts/playerRecord.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { whatEnds } from './revokeEverything.ts'
import { lastingFactors, secretTables, tablesWithoutSecrets } from './playerSecrets.ts'

/* A new table or column that may open an account must be classified before this passes again. */

let app: TestApp

beforeAll(async () => {
  app = await startApp({ nodes: 1 })
})
afterAll(() => app.close())

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
}

async function columns(): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as column, data_type as type
    from information_schema.columns where table_schema = 'public'`.execute(
    app.services.database.kysely,
  )
  return rows
}

const classified = [
  ...Object.values(secretTables).flat(),
  ...lastingFactors,
  ...Object.keys(tablesWithoutSecrets),
]

it('every table that names a player or holds a hash is a secret with a column of its own, or none for a reason (F25)', async () => {
  const found = (await columns()).filter(
    ({ column, type }) => /player|_by$|blocked_id|session/.test(column) || /bytea/.test(type),
  )
  const tables = [...new Set(found.map(({ table }) => table))].filter((name) => name !== 'players')
  expect(tables.filter((name) => !classified.some((one) => one === name))).toEqual([])
  for (const [reason, row] of Object.entries(whatEnds)) {
    expect(Object.keys(row).toSorted()).toEqual(
      [...Object.keys(secretTables), 'wrongGuesses'].toSorted(),
    )
    // By this mark a log-in that is under way notices that its proof is worth nothing any more.
    expect(row.knownBrowsers).toBe(reason !== 'frozen')
  }
})

it('a table without a secret holds no hash but that of something that opens no account (F25)', async () => {
  const hashed = (await columns())
    .filter(({ type, column }) => type === 'bytea' || column === 'sealed')
    .map(({ table }) => table)
    .filter((name) => name in tablesWithoutSecrets)
  expect([...new Set(hashed)].toSorted()).toEqual([
    'access_keys',
    'attempts',
    'captcha_passes',
    'device_codes',
    'registration_tickets',
    'signing_keys',
    'solved_challenges',
    'steam_nonces',
    'used_challenges',
  ])
})

it('every column of a player is shown to the player, is a secret with a column of its own, or none for a reason (F25)', async () => {
  const visitor = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  const { Id_User: id } = await visitor.readToken()
  const { player: shown } = await readPlayerRecord(app.services.database.kysely, 'local', id)
  const withoutSecret = {
    deployment: 'part of every key',
    username_key: 'the name in lower case',
    email_key: 'the address in lower case',
    deleted_at: 'of erased accounts alone',
    registered_with: 'finds a repeated registration for a day, and opens nothing',
  }
  const secrets = [...Object.values(secretTables).flat(), ...lastingFactors]
  const unknown = (await columns())
    .filter(({ table }) => table === 'players')
    .map(({ column }) => column)
    .filter((name) => !(name in shown) && !(name in withoutSecret))
    .filter((name) => !secrets.some((one) => one === `players.${name}`))
  expect(unknown).toEqual([])
})
