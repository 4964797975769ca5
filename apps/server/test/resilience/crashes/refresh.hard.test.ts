import { lifetimes } from '@gatehouse/contract/limits'
import type { InputOf } from '@gatehouse/contract/calls'
import { describe, expect, it } from 'vitest'
import {
  crashTestPlayer,
  type CrashTestPlayer,
} from '../../fixtures/crashes/openCrashableServers.ts'
import type { CrashScenario } from '../../fixtures/crashes/runCrashScenarios.ts'
import { crashableServersOfFile } from '../../fixtures/crashes/crashableServersOfFile.ts'

const servers = crashableServersOfFile()

interface Refreshing extends CrashTestPlayer {
  readonly refresh: InputOf<'refreshToken'>
}

/** Crashes with such a late restart that an old value counts as stolen. */
let late = 0

/** When the sessions of crashed servers were refreshed, in milliseconds, by player. */
const refreshedAt = new Map<number, number>()

const refreshing: CrashScenario<Refreshing> = {
  async begin(server, name) {
    const player = await crashTestPlayer(server, name)
    const { Value, Refresh } = await player.visitor.readToken()
    const query = { access_token: Value, refresh_token: Refresh, client_id: '' }
    return { ...player, refresh: { query } }
  },
  act: ({ visitor, refresh }) => visitor.call('refreshToken', refresh),
  async left(server, { userId }) {
    const [row] = await server.look<{ state: string; at: number | null }>(
      `select concat_ws(' ', count(*), count(refreshed_at), count(revoked_at)) state,
        (max(extract(epoch from refreshed_at)) * 1000)::float at
        from sessions where player_id = $1`,
      [userId],
    )
    const { state = 'none', at = null } = row ?? {}
    if (at !== null) refreshedAt.set(userId, at)
    return state === '1 0 0' ? 'nothing' : state === '2 1 0' ? 'all' : `half: ${state}`
  },
  async goOn(_, { visitor, refresh, userId }) {
    const age = Date.now() - (refreshedAt.get(userId) ?? Date.now())
    if (age > (lifetimes.refreshGrace - 3) * 1000) {
      late += 1
      return
    }
    // The browser asks once more with its old values: the answer may never have reached it.
    const { AccessToken } = await visitor.call('refreshToken', refresh)
    visitor.identity = AccessToken
    expect(await visitor.readToken()).toMatchObject({ Validated: true, Refreshed: false })
    await visitor.call('readProfile', { path: { userId }, query: {} })
  },
}

describe('a server that crashes', () => {
  it('logs no player out before every statement of a refresh (T18)', async () => {
    const steps = await servers.crashAtEveryStep(refreshing)
    expect(steps).toBeGreaterThanOrEqual(5)
    expect(late).toBeLessThan(steps / 3)
  })
})
