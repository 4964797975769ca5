import { describe, expect, it } from 'vitest'
import { registerForm } from '../../fixtures/samplePlayers.ts'
import type { CrashableServer } from '../../fixtures/crashableServer.ts'
import { victimsOfFile } from '../../fixtures/crashableServersOfFile.ts'

const victims = victimsOfFile()

/** Registers in three lanes and kills the server under them; answers who was acknowledged. */
async function registerUntilKilled(victim: CrashableServer, prefix: string): Promise<string[]> {
  const acknowledged: string[] = []
  const kills: Promise<void>[] = []
  const register = async (lane: number) => {
    for (let count = 0; kills.length === 0 && count < 20; count += 1) {
      const Username = `${prefix}L${lane}N${count}`
      const body = registerForm({ Username, AccessKeyValue: victim.freshKey() })
      const isMade = await victim
        .visitor()
        .call('registerNewUser', { body })
        .then(
          () => true,
          () => false,
        )
      if (isMade) acknowledged.push(Username)
      if (acknowledged.length >= 2 && kills.length === 0) kills.push(victim.kill())
    }
  }
  await Promise.all([0, 1, 2].map(register))
  await Promise.all(kills)
  return acknowledged
}

describe('a server that is killed while it writes', () => {
  it('T09 a hundred times loses no row that it has acknowledged, and leaves none half', async () => {
    await Promise.all(
      victims.both().map(async (victim) => {
        const acknowledged: string[] = []
        for (let death = 0; death < 50; death += 1) {
          acknowledged.push(...(await registerUntilKilled(victim, `W${death}`)))
          if (death < 49) await victim.revive()
        }
        const whole = await victim.look<{ username: string }>(
          `select username from players p where exists (select from consents c where c.player_id = p.id)
            and exists (select from mail_links l where l.player_id = p.id)
            and exists (select from access_keys k where k.used_by = p.id)`,
        )
        const [all] = await victim.look<{ count: number }>(
          'select count(*)::int from players where username_key is not null',
        )
        expect(all?.count).toBe(whole.length)
        const names = new Set(whole.map(({ username }) => username))
        expect(acknowledged.length).toBeGreaterThanOrEqual(100)
        expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
      }),
    )
  })
})
