import { afterAll, beforeAll, expect, it } from 'vitest'
import { everyRow } from '../../../../test/fixtures/samples/everyRow.ts'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import { spendAccessKey } from '../../../database/accounts/accessKeys.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const at = '--deployment prod'
const opens = (Value: string) => app.visitor('prod').call('validateAccessKey', { body: { Value } })
const refusalOf = async (Value: string) =>
  (await app.visitor('prod').refused('validateAccessKey', { body: { Value } })).items

interface Made {
  readonly id: string
  readonly key: string
}

it('access keys are shown once, open the registration, and can be revoked while they are free', async () => {
  const made = (await jsonOutputOf(
    app,
    `access-keys create --count 3 ${at} --why "wave 1"`,
  )) as Made[]
  expect(made).toHaveLength(3)
  const [first, second, third] = made as [Made, Made, Made]
  expect(first.key).toMatch(/^[0-9a-f]{32}$/)
  expect(await everyRow(app.services.database.kysely)).not.toContain(first.key)
  await opens(first.key)

  const byId = await gatehouse(app, `access-keys revoke ${first.id} ${at} --why leaked`)
  expect(byId.output).toBe(`Access key ${first.id} is taken back.\n`)
  expect(await refusalOf(first.key)).toEqual(['ERROR_ACCESS_KEY_NON_EXISTANT@Value'])
  await gatehouse(app, `access-keys revoke ${second.key} ${at} --why leaked`)
  expect(await refusalOf(second.key)).toEqual(['ERROR_ACCESS_KEY_NON_EXISTANT@Value'])

  const again = await gatehouse(app, `access-keys revoke ${first.id} ${at} --why leaked`)
  expect(again).toMatchObject({
    exitCode: 1,
    errors: 'prod has no free access key of that name.\n',
  })
  expect(await jsonOutputOf(app, `access-keys list --state free ${at}`)).toMatchObject([
    { id: third.id },
  ])
  expect(await jsonOutputOf(app, `access-keys list --state used ${at}`)).toEqual([])
  const log = JSON.stringify(await jsonOutputOf(app, 'audit list'))
  expect(log).toContain('"count":3')
  for (const { key } of made) expect(log).not.toContain(key)
})

it('a used access key can be neither listed as free nor revoked', async () => {
  const [made] = (await jsonOutputOf(app, `access-keys create ${at} --why "wave 2"`)) as [Made]
  await app.services.database.kysely
    .updateTable('access_keys')
    .set({ used_at: app.clock.now(), used_by: 7 })
    .where('used_at', 'is', null)
    .execute()
  expect(await jsonOutputOf(app, `access-keys list ${at} --state used --limit 1`)).toHaveLength(1)
  const { exitCode } = await gatehouse(app, `access-keys revoke ${made.id} ${at} --why leaked`)
  expect(exitCode).toBe(1)
})

it('a batch counts free and used keys, and its revocation refuses the free ones (AT-CON2-39)', async () => {
  const line = `access-keys create --count 3 --label "wave 3" ${at} --why "wave 3"`
  const [one, two] = (await jsonOutputOf(app, line)) as [Made, Made]
  const newest = async () => {
    const [batch] = (await jsonOutputOf(app, `access-keys batches ${at}`)) as [{ id: number }]
    return batch
  }
  const batch = await newest()
  expect(batch).toMatchObject({ label: 'wave 3', count: 3, free: 3, used: 0, revokedAt: null })
  const { kysely } = app.services.database
  expect(await spendAccessKey(kysely, 'prod', one.key, 7, app.clock.now())).toBe(true)
  expect(await newest()).toMatchObject({ count: 3, free: 2, used: 1 })

  const revoke = `access-keys revoke-batch ${batch.id} ${at} --why "it is over"`
  expect((await gatehouse(app, revoke)).output).toBe('Access keys that are taken back: 2.\n')
  expect(await refusalOf(two.key)).toEqual(['ERROR_ACCESS_KEY_NON_EXISTANT@Value'])
  expect(await newest()).toMatchObject({ free: 0, used: 1, revokedAt: expect.any(String) })
  expect((await gatehouse(app, revoke)).errors).toBe(`prod has no batch ${batch.id} to revoke.\n`)
})

it('the keys of a batch open the registration until its end alone', async () => {
  const expires = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  const line = `access-keys create --expires ${expires} ${at} --why "an hour"`
  const [made] = (await jsonOutputOf(app, line)) as [Made]
  await opens(made.key)
  app.clock.advance(3600)
  expect(await refusalOf(made.key)).toEqual(['ERROR_ACCESS_KEY_NON_EXISTANT@Value'])
  const { kysely } = app.services.database
  expect(await spendAccessKey(kysely, 'prod', made.key, 7, app.clock.now())).toBe(false)
  const late = await gatehouse(app, line)
  expect(late.errors).toBe('The keys would end before they begin.\n')
})

it('a batch has pages of its keys, and a used one stands in its batch and day (AT-CON2-39)', async () => {
  const { kysely } = app.services.database
  const line = `access-keys create --count 3 --label "wave 4" ${at} --why "wave 4"`
  const made = (await jsonOutputOf(app, line)) as Made[]
  const [batch] = (await jsonOutputOf(app, `access-keys batches ${at}`)) as [{ id: number }]
  const list = `access-keys list --batch ${batch.id} --limit 2 ${at}`
  const ids = made.map(({ id }) => id).toSorted()
  const first = (await jsonOutputOf(app, list)) as { id: string }[]
  expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const next = (await jsonOutputOf(app, `${list} --after ${ids[1]}`)) as { id: string }[]
  expect(next.map(({ id }) => id)).toEqual(ids.slice(2))
  const [key] = made as [Made]
  expect(await spendAccessKey(kysely, 'prod', key.key, 7, app.clock.now())).toBe(true)

  const period = app.clock.now().toISOString().slice(0, 10)
  const [usage] = (await jsonOutputOf(app, `access-keys usage ${at}`)) as [{ cells: object[] }]
  expect(usage.cells).toContainEqual({ period, part: String(batch.id), count: 1 })
  const elsewhere = `access-keys list --batch ${batch.id} --deployment local`
  expect(await jsonOutputOf(app, elsewhere)).toEqual([])
  const other = 'access-keys usage --deployment local'
  expect(await jsonOutputOf(app, other)).toMatchObject([{ cells: [] }])
})
