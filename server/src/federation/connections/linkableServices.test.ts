import { canonicalName } from '@gatehouse/contract/calls/entities'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInPlayer } from '../../../test/fixtures/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { linkableServices } from '@gatehouse/contract/linkableServices'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

describe('a service that the contract names', () => {
  it('can be linked, once', () => {
    const listed = linkableServices.map(({ CanonicalName }) => CanonicalName)
    expect(listed.toSorted()).toEqual(canonicalName.options.toSorted())
    expect(new Set(linkableServices.map(({ Id }) => Id)).size).toBe(listed.length)
  })

  it('is one whose accounts the database keeps', async () => {
    const player = await signedInPlayer(app)
    const { Id_User } = await player.readToken()
    const now = app.clock.now()
    for (const name of canonicalName.options) {
      const account = { account_id: '1', account_name: 'One', avatar: '' }
      const owner = { deployment: 'local', player_id: Id_User, canonical_name: name }
      await app.services.database.kysely
        .insertInto('connections')
        .values({ ...owner, ...account, last_check: now, linked_at: now })
        .execute()
    }
    const rows = await player.call('listConnections', {})
    expect(rows.filter(({ IsLinked }) => !IsLinked)).toEqual([])
  })
})
