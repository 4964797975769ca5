import { lifetimes } from '@gatehouse/contract/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { type SignedIn, TestSite } from '../../../test/fixtures/testClient.ts'
import { serverKeyOf } from '../../platform/crypto/serverKey.ts'

let app: TestApp
let pass: (seconds: number) => void
let site: TestSite
let first: SignedIn
let count = 0

beforeAll(async () => {
  app = await startApp()
  site = new TestSite(app)
  pass = shareClock(app.clock)
})
beforeEach(async () => {
  pass(3600)
  count += 1
  const ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
  first = await site.signIn(ada)
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

const over = { error: 'invalid_grant' }

async function refreshed(token: string): Promise<string> {
  return (await site.refresh(token)).refreshToken
}

describe('a refresh token that is used twice', () => {
  it('has the same successor for two minutes while that is unused, and tokens that work (O02)', async () => {
    const [one, other] = [
      await site.refresh(first.refreshToken),
      await site.refresh(first.refreshToken),
    ]
    expect(other.refreshToken).toBe(one.refreshToken)
    for (const { accessToken } of [one, other]) {
      expect((await site.userInfo(accessToken)).sub).toBe(first.claims.sub)
    }
    for (const seconds of [16, 44, lifetimes.refreshGrace - 61]) {
      pass(seconds)
      expect(await refreshed(first.refreshToken)).toBe(one.refreshToken)
    }
    expect(await refreshed(one.refreshToken)).not.toBe(one.refreshToken)
  })

  it('is theft once its successor was used, but for ten seconds', async () => {
    const second = await refreshed(first.refreshToken)
    const third = await refreshed(second)
    pass(lifetimes.refreshAtOnce)
    expect(await refreshed(first.refreshToken)).toBe(third)
    pass(1)
    await expect(site.refresh(first.refreshToken)).rejects.toMatchObject(over)
    await expect(site.refresh(third)).rejects.toMatchObject(over)
  })

  it('is theft after that, and everything of the sign-in ends (O02)', async () => {
    const second = await site.refresh(first.refreshToken)
    pass(lifetimes.refreshGrace + 1)
    await expect(site.refresh(first.refreshToken)).rejects.toMatchObject(over)
    await expect(site.refresh(second.refreshToken)).rejects.toMatchObject(over)
    await expect(site.userInfo(second.accessToken)).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    })
  })

  it('has one successor when it is used many times at the same moment (O03)', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => refreshed(first.refreshToken)))
    expect(new Set(all).size).toBe(1)
    const [next = ''] = all
    const again = await Promise.all([refreshed(next), refreshed(next), refreshed(next)])
    expect(new Set(again).size).toBe(1)
  })

  it('answers a late tab with what the quicker one has by then (O03)', async () => {
    const second = await refreshed(first.refreshToken)
    pass(2)
    const third = await refreshed(second)
    expect(await refreshed(first.refreshToken)).toBe(third)
    pass(lifetimes.refreshGrace + 1)
    expect(await refreshed(third)).not.toBe(third)
  })

  it('does not live longer by being used again and again (O04)', async () => {
    const second = await refreshed(first.refreshToken)
    pass(lifetimes.refreshGrace - 5)
    expect(await refreshed(first.refreshToken)).toBe(second)
    pass(6)
    await expect(site.refresh(first.refreshToken)).rejects.toMatchObject(over)
  })

  it('shows a thief at the latest one refresh later (O04)', async () => {
    // The thief is as quick as the client, and has the same successor.
    const stolen = await refreshed(first.refreshToken)
    expect(await refreshed(first.refreshToken)).toBe(stolen)
    pass(1800)
    const current = await refreshed(stolen)
    pass(lifetimes.refreshGrace + 1)
    await expect(site.refresh(stolen)).rejects.toMatchObject(over)
    await expect(site.refresh(current)).rejects.toMatchObject(over)
  })

  it('is another client’s to use at no time (O04)', async () => {
    const forum = new TestSite(app, 'forum')
    await refreshed(first.refreshToken)
    await expect(forum.refresh(first.refreshToken)).rejects.toMatchObject(over)
    expect(await refreshed(first.refreshToken)).toBeTruthy()
  })

  it('finds its successor at a server with the next key, and none is in the database (O03)', async () => {
    const old = Buffer.alloc(32, 'test')
    const beside = await startApp({
      beside: app,
      key: serverKeyOf(Buffer.alloc(32, 'next'), old),
      nodes: 1,
    })
    const second = await refreshed(first.refreshToken)
    const there = await new TestSite(beside).refresh(first.refreshToken)
    expect(there.refreshToken).toBe(second)
    const rows = await app.services.database.kysely
      .selectFrom('oidc_artifacts')
      .selectAll()
      .where('model', '=', 'RefreshToken')
      .execute()
    expect(JSON.stringify(rows)).not.toContain(second)
    await beside.close()
  })
})
