import { lifetimes } from '@gatehouse/contract/limits'
import type { InputOf } from '@gatehouse/contract/schemas'
import { describe, expect, it } from 'vitest'
import { victimPlayer, type VictimPlayer } from '../testing/openVictims.ts'
import type { Journey } from '../testing/runKills.ts'
import type { Victim } from '../testing/victim.ts'
import { victimsOfFile } from '../testing/victimsOfFile.ts'

const victims = victimsOfFile()

interface Refreshing extends VictimPlayer {
  readonly refresh: InputOf<'refreshToken'>
}

/** Deaths from which the server came back so late that an old value must count as stolen. */
let late = 0

/** Seconds since the session of a player was refreshed; null before that. */
async function sinceRefresh(victim: Victim, userId: number): Promise<number | null> {
  const [row] = await victim.look<{ seconds: number | null }>(
    `select max(extract(epoch from now() - refreshed_at))::int seconds
      from sessions where player_id = $1`,
    [userId],
  )
  return row?.seconds ?? null
}

const refreshing: Journey<Refreshing> = {
  points: {
    nothing: ['refreshToken asked', 'refresh: session replaced', 'refresh: successor written'],
    all: ['refreshToken done', 'refreshToken answered'],
  },
  async begin(victim, name) {
    const player = await victimPlayer(victim, name)
    const { Value, Refresh } = await player.visitor.readToken()
    const query = { access_token: Value, refresh_token: Refresh, client_id: '' }
    return { ...player, refresh: { query } }
  },
  act: ({ visitor, refresh }) => visitor.call('refreshToken', refresh),
  async left(victim, { userId }) {
    const [row] = await victim.look<{ state: string }>(
      `select concat_ws(' ', count(*), count(refreshed_at), count(revoked_at)) state
        from sessions where player_id = $1`,
      [userId],
    )
    const { state = 'none' } = row ?? {}
    return state === '1 0 0' ? 'nothing' : state === '2 1 0' ? 'all' : `half: ${state}`
  },
  async goOn(victim, { visitor, refresh, userId }) {
    if (((await sinceRefresh(victim, userId)) ?? 0) > lifetimes.refreshGrace - 3) {
      late += 1
      return
    }
    // The browser asks once more with what it has: the answer may never have reached it.
    const { AccessToken } = await visitor.call('refreshToken', refresh)
    visitor.identity = AccessToken
    expect(await visitor.readToken()).toMatchObject({ Validated: true, Refreshed: false })
    await visitor.call('readProfile', { path: { userId }, query: {} })
  },
}

describe('a server that is killed', () => {
  it('T18 at each point of a refresh logs nobody out', async () => {
    const deaths = await victims.killAlong(refreshing)
    expect(deaths).toBeGreaterThanOrEqual(15)
    expect(late).toBeLessThan(deaths / 3)
  })
})
