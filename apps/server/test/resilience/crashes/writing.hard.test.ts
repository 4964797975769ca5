import { describe, expect, it } from 'vitest'
import { registerForm } from '../../fixtures/samples/samplePlayers.ts'
import type { CrashableServer } from '../../fixtures/crashes/crashableServer.ts'
import { crashableServersOfFile } from '../../fixtures/crashes/crashableServersOfFile.ts'

const servers = crashableServersOfFile()

/** Registers in three lanes, kills the server meanwhile and returns the acknowledged names. */
async function registerUntilKilled(server: CrashableServer, prefix: string): Promise<string[]> {
  const acknowledged: string[] = []
  const kills: Promise<void>[] = []
  const register = async (lane: number) => {
    for (let count = 0; kills.length === 0 && count < 20; count += 1) {
      const Username = `${prefix}L${lane}N${count}`
      const body = registerForm({ Username, AccessKeyValue: server.freshKey() })
      const isMade = await server
        .visitor()
        .call('registerNewUser', { body })
        .then(
          () => true,
          () => false,
        )
      if (isMade) acknowledged.push(Username)
      if (acknowledged.length >= 2 && kills.length === 0) kills.push(server.kill())
    }
  }
  await Promise.all([0, 1, 2].map(register))
  await Promise.all(kills)
  return acknowledged
}

describe('a server that crashes while it writes', () => {
  it('loses no acknowledged row in a hundred crashes and leaves none incomplete (T09)', async () => {
    await Promise.all(
      servers.both().map(async (server) => {
        const acknowledged: string[] = []
        for (let death = 0; death < 50; death += 1) {
          acknowledged.push(...(await registerUntilKilled(server, `W${death}`)))
          if (death < 49) await server.revive()
        }
        const complete = await server.look<{ id: string; username: string }>(
          `select id, username from players p
            where exists (select from consents c where c.player_id = p.id)
              and exists (select from mail_links l where l.player_id = p.id)`,
        )
        const keys = await server.look<{ by: string }>('select used_by as by from access_keys')
        const used = new Set(keys.map(({ by }) => by))
        const whole = complete.filter(({ id }) => used.has(id))
        const [all] = await server.look<{ count: number }>(
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
