import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCatalogueRow } from '../../../database/preferences/catalogueRows.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'

/* The choices of players, as operators change them. */

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const at = '--deployment local'
const why = '--why "as decided"'
const done = async (line: string) => expect((await gatehouse(app, line)).errors).toBe('')
const refusal = async (line: string) => (await gatehouse(app, line)).errors
const known = (Username: string) => signedInPlayer(app, registerForm({ Username }))

describe('newsletter lists', () => {
  it('can be added, changed and counted', async () => {
    const ada = await known('Ada')
    await done(`newsletters add "Beta tests" ${at} ${why}`)
    await ada.call('optInUser', { body: { ListId: 3, IsOptIn: true, IsG2GOptIn: true } })
    expect(await jsonOutputOf(app, `newsletters list ${at}`)).toMatchObject([
      { id: 1, isOwn: true },
      { id: 2 },
      { id: 3, name: 'Beta tests', isOwn: false, isActive: true, optIns: 1 },
    ])
    await done(`newsletters change 3 --name Tests --active no ${at} ${why}`)
    const offered = (await ada.call('listNewsletters', {})).OptInList
    expect(offered.map(({ ListId }) => ListId)).toEqual([1, 2])
    const line = `newsletters mailing 3 --subject x --text - ${at} ${why}`
    const { errors } = await gatehouse(app, line, { input: 'News.' })
    expect(errors).toBe('local has no active newsletter list 3.\n')
  })

  it('refuse a change without a value or of an unknown list', async () => {
    expect(await refusal(`newsletters change 1 ${at} ${why}`)).toBe('No change is given.\n')
    expect(await refusal(`newsletters change 9 --name x ${at} ${why}`)).toBe(
      'local has no newsletter list 9.\n',
    )
    expect(await refusal(`newsletters change 1 --active perhaps ${at} ${why}`)).toContain(
      '→ at active',
    )
  })
})

describe('cookie categories', () => {
  it('can be added and changed, and visitors see the change', async () => {
    await done(`cookies add Video --description "Films of others." ${at} ${why}`)
    await done(`cookies change 3 --active no ${at} ${why}`)
    const categories = await app.visitor().call('listCookies', {})
    expect(categories.find(({ Id }) => Id === 3)?.IsActive).toBe(false)
    expect(await jsonOutputOf(app, `cookies list ${at}`)).toMatchObject([
      { id: 1, isOptional: false },
      { id: 2 },
      { id: 3, isActive: false },
      { id: 4, name: 'Video', isOptional: true, isActive: true },
    ])
    expect(await refusal(`cookies change 9 --name x ${at} ${why}`)).toContain(
      'no cookie category 9',
    )
  })
})

describe('deletion types', () => {
  it('can be added, changed and removed, and earlier reasons stay', async () => {
    await done(`deletion-types add "I play elsewhere" ${at} ${why}`)
    await done(`deletion-types change 5 --position 1 --other yes ${at} ${why}`)
    const ben = await known('Ben')
    const { Id_User: userId } = await ben.readToken()
    await ben.call('deleteUser', {
      path: { userId },
      body: {
        Password: samplePassword,
        Email: 'ben@site.test',
        Id_DeletionType: 5,
        DeletionReason: 'Better maps.',
      },
    })
    expect(await jsonOutputOf(app, `deletion-types list ${at}`)).toHaveLength(5)
    await done(`deletion-types remove 5 ${at} ${why}`)
    expect(await jsonOutputOf(app, `deletion-types list ${at}`)).toHaveLength(4)
    const said = await app.services.database.kysely.selectFrom('deletions').selectAll().execute()
    expect(said).toMatchObject([{ deletion_type_id: null, reason: 'Better maps.' }])
    expect(await refusal(`deletion-types remove 5 ${at} ${why}`)).toContain('no deletion type 5')
  })
})

describe('badges', () => {
  it('can be given once, with their title, and taken back', async () => {
    const cleo = await known('Cleo')
    const badge = `Cleo tester --title "Test pilot" ${at} ${why}`
    await done(`badges give ${badge}`)
    expect(await refusal(`badges give ${badge}`)).toBe('Cleo has the badge tester already.\n')
    expect(await jsonOutputOf(app, `badges list ${at}`)).toEqual([{ badge: 'tester', players: 1 }])
    expect(await jsonOutputOf(app, `players show Cleo ${at}`)).toMatchObject({
      titles: ['Test pilot'],
      badges: ['tester'],
    })
    await done(`badges take ${badge}`)
    expect(await refusal(`badges take ${badge}`)).toBe('Cleo has no badge tester.\n')
    expect(await jsonOutputOf(app, `players show Cleo ${at}`)).toMatchObject({
      titles: [],
      badges: [],
    })
    await cleo.call('listConnections', {})
  })
})

it('of ten who add at once, each adds a row of its own', async () => {
  const { kysely } = app.services.database
  const add = (at: number) =>
    inTransaction(kysely, (transaction) =>
      addCatalogueRow(transaction, 'cookies', 'local', {
        name: `category ${at}`,
        description: 'x',
        is_optional: true,
        is_active: true,
      }),
    )
  const ids = await Promise.all(Array.from({ length: 10 }, (_, at) => add(at)))
  expect(new Set(ids).size).toBe(10)
})
