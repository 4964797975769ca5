import { describe, expect, it } from 'vitest'
import {
  crashTestPlayer,
  type CrashTestPlayer,
} from '../../fixtures/crashes/openCrashableServers.ts'
import { registerForm, samplePassword } from '../../fixtures/samples/samplePlayers.ts'
import type { TestVisitor } from '../../fixtures/testVisitor.ts'
import { textOfMail } from '../../fixtures/samples/textOfMail.ts'
import type { CrashableServer } from '../../fixtures/crashes/crashableServer.ts'
import { crashableServersOfFile } from '../../fixtures/crashes/crashableServersOfFile.ts'

/** Restarts of both servers together. */
const restarts = 50
const lanes = [0, 1, 2]

const servers = crashableServersOfFile()

/** The requests to a server and those that it acknowledged. */
interface Traffic {
  readonly registered: { readonly tried: string[]; readonly acknowledged: string[] }
  readonly recoveries: { tried: number; acknowledged: number }
  readonly sessions: TestVisitor[]
}

const succeeds = (act: Promise<unknown>) =>
  act.then(
    () => true,
    () => false,
  )

/** Registers, logs in, reads and asks for recovery in lanes until it kills the server meanwhile. */
async function drive(
  server: CrashableServer,
  player: CrashTestPlayer,
  life: number,
  traffic: Traffic,
) {
  const kills: Promise<void>[] = []
  let done = 0
  const go = async (lane: number) => {
    for (let round = 0; kills.length === 0 && round < 20; round += 1) {
      const Username = `T${life}L${lane}N${round}`
      const body = registerForm({ Username, AccessKeyValue: server.freshKey() })
      traffic.registered.tried.push(Username)
      if (await succeeds(server.visitor().call('registerNewUser', { body }))) {
        traffic.registered.acknowledged.push(Username)
        done += 1
      }
      const visitor = server.visitor()
      if (await succeeds(visitor.logIn(player.form.Username, samplePassword))) {
        traffic.sessions.push(visitor)
      }
      traffic.recoveries.tried += 1
      const recovery = visitor.call('recoverPassword', { body: { email: player.form.Email } })
      if (await succeeds(recovery)) traffic.recoveries.acknowledged += 1
      if (done >= 3 && kills.length === 0) kills.push(server.kill())
    }
  }
  await Promise.all(lanes.map(go))
  await Promise.all(kills)
}

/** Counts the mails with such a link, each of them once however often it was sent. */
function mailsWith(server: CrashableServer, link: RegExp): number {
  const own = server.received.map(textOfMail).filter((mail) => link.test(mail))
  return new Set(own.map((mail) => /^Message-ID: (\S+)/im.exec(mail)?.[1])).size
}

describe('a server that restarts repeatedly', () => {
  it('loses nothing acknowledged, repeats nothing and sends each mail under mixed traffic (T19)', async () => {
    await Promise.all(
      servers.both().map(async (server) => {
        const player = await crashTestPlayer(server, 'Steady')
        const traffic: Traffic = {
          registered: { tried: [], acknowledged: [] },
          recoveries: { tried: 0, acknowledged: 0 },
          sessions: [],
        }
        for (let life = 0; life < restarts / 2; life += 1) {
          if (life > 0) await server.revive()
          await drive(server, player, life, traffic)
          await server.freeJobs()
        }
        const { registered, recoveries, sessions } = traffic
        const made = await server.look<{ username: string }>(
          `select username from players where username <> 'Steady'`,
        )
        const names = made.map(({ username }) => username)
        expect(registered.acknowledged.filter((name) => !names.includes(name))).toEqual([])
        expect(names.filter((name) => !registered.tried.includes(name))).toEqual([])
        expect(new Set(names).size).toBe(names.length)
        const [found] = await server.look<Record<string, number>>(
          `select (select count(*)::int from access_keys where used_by is not null) keys,
            (select count(*)::int from sessions where revoked_at is null) sessions,
            (select count(*)::int from mail_links where kind = 'password-recovery') recoveries,
            (select count(*)::int from mail_links where kind <> 'password-recovery') confirmations`,
        )
        const players = made.length + 1
        expect(found).toMatchObject({ keys: players, confirmations: players })
        expect(found?.['sessions']).toBeGreaterThan(sessions.length)
        const asked = found?.['recoveries'] ?? 0
        expect(asked).toBeGreaterThanOrEqual(recoveries.acknowledged)
        expect(asked).toBeLessThanOrEqual(recoveries.tried)

        await server.revive()
        for (const session of sessions.slice(-3)) await session.readToken()
        const mails = () => [mailsWith(server, /\?uid=/), mailsWith(server, /\?token=/)]
        await server.untilReceived(
          () => mails().join() === [players, asked].join(),
          () => `${mails().join()} mails for ${players} registrations and ${asked} recoveries.`,
        )
      }),
    )
  })
})
