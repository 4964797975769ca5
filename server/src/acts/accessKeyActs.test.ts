import { afterAll, beforeAll, expect, it } from 'vitest'
import { everyRow } from '../../test/fixtures/samples/everyRow.ts'
import { gatehouse, jsonOutputOf } from '../../test/fixtures/processes/runGatehouse.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'

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
