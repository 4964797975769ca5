import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../platform/config/settings.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const notExists = { status: 400, items: ['ERROR_USER_NOT_EXISTS@'] }

/** Lets a player block new players; returns their ids. */
async function block(playerId: number, prefix: string, count: number): Promise<number[]> {
  const now = app.clock.now()
  const { rows } = await sql<{ blocked_id: number }>`
    with blocked as (
      insert into players (deployment, username, username_key, email, email_key, created_at)
      select 'local', ${prefix}::text || n, lower(${prefix}::text || n), '', ${prefix}::text || n, ${now}::timestamptz
      from generate_series(1, ${count}::integer) n
      returning id
    )
    insert into blocks (deployment, player_id, blocked_id, created_at)
    select 'local', ${playerId}::bigint, id, ${now}::timestamptz from blocked
    returning blocked_id`.execute(app.services.database.kysely)
  return rows.map((row) => row.blocked_id)
}

async function newPlayer(Username: string) {
  const visitor = await signedInPlayer(app, registerForm({ Username }))
  const { Id_User: userId } = await visitor.readToken()
  return { visitor, userId }
}

const blocksOf = async (visitor: TestVisitor, userId: number) =>
  (await visitor.call('readProfile', { path: { userId }, query: { include: 'Block' } })).Blocks ??
  []

describe('unblocking', () => {
  it('removes a block permanently (AT-BLK-04, R-7.15-3)', async () => {
    const { visitor, userId } = await newPlayer('Ada')
    const [first = 0, second = 0] = await block(userId, 'Ned', 2)
    expect(await visitor.call('unblock', { body: { userBlockedId: first } })).toEqual({})
    expect((await blocksOf(visitor, userId)).map(({ Id }) => Id)).toEqual([second])
  })

  it('is taken back by a block, which the rules of a client’s block hold for', async () => {
    const { visitor, userId } = await newPlayer('Una')
    const { userId: other } = await newPlayer('Otto')
    await visitor.call('block', { body: { BlockedUserId: other } })
    await visitor.call('unblock', { body: { userBlockedId: other } })
    for (const BlockedUserId of [other, other]) {
      expect(await visitor.call('block', { body: { BlockedUserId } })).toEqual({})
    }
    expect((await blocksOf(visitor, userId)).map(({ Id }) => Id)).toEqual([other])
    for (const BlockedUserId of [userId, 9_007_199_254_740_991, '7' as never]) {
      expect(await visitor.refused('block', { body: { BlockedUserId } })).toEqual({
        status: 400,
        items: ['ERROR_USER_NOT_EXISTS@BlockedUserId'],
      })
    }
    for (let sent = 0; sent < limits.blockChanges.max; sent += 1) {
      await app.services.rateLimiter.consume(app.deployment('local'), 'blockChanges', `${userId}`)
    }
    expect(await visitor.refused('block', { body: { BlockedUserId: other } })).toMatchObject({
      items: ['ERROR_TOO_MANY_ATTEMPTS@'],
    })
  })

  it('answers alike for oneself, an unblocked player, a missing one and another’s block (J06)', async () => {
    const { visitor, userId } = await newPlayer('Bob')
    const other = await newPlayer('Cid')
    const [blockedByOther = 0] = await block(other.userId, 'Pat', 1)
    for (const userBlockedId of [userId, other.userId, blockedByOther, 9_007_199_254_740_991]) {
      expect(await visitor.refused('unblock', { body: { userBlockedId } })).toEqual(notExists)
    }
    for (const userBlockedId of ['7', null, 1.5, -1] as never[]) {
      expect(await visitor.refused('unblock', { body: { userBlockedId } })).toMatchObject({
        status: 400,
        items: [expect.stringMatching(/^ERROR_USER_NOT_EXISTS@/)],
      })
    }
    expect(await blocksOf(other.visitor, other.userId)).toHaveLength(1)
  })

  it('succeeds once for two clicks at the same moment', async () => {
    const { visitor, userId } = await newPlayer('Dot')
    const [userBlockedId = 0] = await block(userId, 'Sam', 1)
    const clicks = await Promise.allSettled([
      visitor.call('unblock', { body: { userBlockedId } }),
      visitor.call('unblock', { body: { userBlockedId } }),
    ])
    expect(clicks.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('leaves room for five thousand blocks in one profile', async () => {
    const { visitor, userId } = await newPlayer('Zed')
    await block(userId, 'Many', 5000)
    expect(await blocksOf(visitor, userId)).toHaveLength(5000)
  })
})
