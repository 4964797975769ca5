import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

it('each service has its own id', () => {
  const ids = identityProviderNames.map((name) => identityProviderOf(name).id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('the list of connections shows a linked account of every service', async () => {
  const player = await signedInPlayer(app)
  const { Id_User } = await player.readToken()
  const now = app.clock.now()
  for (const name of identityProviderNames) {
    const account = { account_id: '1', account_name: 'One', avatar: '' }
    const owner = { deployment: 'local', player_id: Id_User, canonical_name: name }
    await app.services.database.kysely
      .insertInto('connections')
      .values({ ...owner, ...account, last_check: now, linked_at: now })
      .execute()
  }
  const rows = await player.call('listConnections', {})
  expect(rows.map(({ CanonicalName }) => CanonicalName)).toEqual(identityProviderNames)
  expect(rows.filter(({ IsLinked }) => !IsLinked)).toEqual([])
})
