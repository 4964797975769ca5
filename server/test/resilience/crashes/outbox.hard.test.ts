import { describe, expect, it } from 'vitest'
import { registerForm } from '../../fixtures/samples/samplePlayers.ts'
import { crashableServersOfFile } from '../../fixtures/crashes/crashableServersOfFile.ts'

const servers = crashableServersOfFile()

const handedOver = "'mail' as name"

describe('a server that crashes', () => {
  it.each([
    ['between a commit and the relay', { before: 'delete from "outbox"' }],
    ['between taking a mail out of the outbox and handing it over', { before: handedOver }],
    ['between handing a mail over and marking it', { after: handedOver }],
  ])('%s sends the mail afterwards, once (T85)', async (_, point) => {
    await Promise.all(
      servers.both().map(async (server) => {
        const key = server.freshKey()
        const body = registerForm({ Username: `Ada${key.slice(4)}`, AccessKeyValue: key })
        // On the embedded database the relay is faster than the answer.
        const { hasCrashed } = await server.crashAt(point, () =>
          server.visitor().call('registerNewUser', { body }),
        )
        expect(hasCrashed).toBe(true)
        await server.revive()
        await server.copies(body.Email, 1)
        await server.kill('SIGTERM')
        // Nothing is left that could be sent again.
        const [left] = await server.look(
          `select (select count(*)::int from outbox) posted,
            (select count(*)::int from pgboss.job where name = 'mail' and state < 'completed') waiting`,
        )
        expect(left).toEqual({ posted: 0, waiting: 0 })
        expect(await server.copies(body.Email, 1)).toHaveLength(1)
        await server.revive()
        await server
          .visitor()
          .call('confirmEmail', { body: { Uid: await server.linkTo(body.Email) } })
      }),
    )
  })
})
