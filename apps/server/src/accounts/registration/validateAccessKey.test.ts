import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../../samples/seed.ts'
import { registerForm } from '../../../test/fixtures/samples/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { prod: { RegisterWithAccessKeys: true } } })
  await seed(app.services)
})
afterAll(() => app.close())

const key = (Value: string) => ({ body: { Value } })
const refused = async (value: string, deployment: DeploymentName = 'prod') =>
  (await app.visitor(deployment).refused('validateAccessKey', key(value))).items
const form = (index: number, AccessKeyValue: string) => ({
  body: registerForm({ Username: `Keyholder${index}`, AccessKeyValue }),
})

describe('an access key', () => {
  it('is valid, unknown or used, and a question does not use it up (AT-API-13, R-8.4-46)', async () => {
    const visitor = app.visitor('prod')
    await visitor.call('validateAccessKey', key('FREE-KEY-0001'))
    await visitor.call('validateAccessKey', key('FREE-KEY-0001'))
    expect(await refused('')).toEqual(['ERROR_ACCESS_KEY_NON_EXISTANT@Value'])
    expect(await refused('FREE-KEY-9999')).toEqual(['ERROR_ACCESS_KEY_NON_EXISTANT@Value'])
    expect(await refused('USED-KEY-0001')).toEqual(['ERROR_ACCESS_KEY_ALREADY_USED@Value'])
    expect((await visitor.refused('registerNewUser', form(0, ''))).items).toEqual([
      'ERROR_ACCESS_KEY_NON_EXISTANT@',
    ])
  })

  it('registers one of twenty players (AT-KEY-05, R-8.4-47)', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        app.visitor('prod').call('registerNewUser', form(index, 'FREE-KEY-0002')),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const other = app.visitor('prod', '198.51.100.77')
    const { items } = await other.refused('validateAccessKey', key('FREE-KEY-0002'))
    expect(items).toEqual(['ERROR_ACCESS_KEY_ALREADY_USED@Value'])
    const { kysely } = app.services.database
    const players = await kysely
      .selectFrom('players')
      .select('username')
      .where('username', 'like', 'Keyholder%')
      .execute()
    expect(players).toHaveLength(1)
  })

  it('is refused where the partner registers players', async () => {
    expect(await refused('FREE-KEY-0003', 'relic')).toEqual(['ERROR_NOT_ALLOWED@'])
  })

  it('cannot be guessed (A10)', async () => {
    const guesser = app.visitor('prod', '198.51.100.5')
    await guesser.call('validateAccessKey', key('FREE-KEY-0004'))
    for (let count = 0; count < 10; count += 1) {
      expect((await guesser.refused('validateAccessKey', key(`GUESS-${count}`))).items).toEqual([
        'ERROR_ACCESS_KEY_NON_EXISTANT@Value',
      ])
    }
    expect((await guesser.refused('validateAccessKey', key('FREE-KEY-0004'))).items).toEqual([
      'ERROR_TOO_MANY_ATTEMPTS@',
    ])
  })
})
