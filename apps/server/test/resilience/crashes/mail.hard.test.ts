import { describe, expect, it } from 'vitest'
import { registerForm } from '../../fixtures/samples/samplePlayers.ts'
import { crashableServersOfFile } from '../../fixtures/crashes/crashableServersOfFile.ts'

const servers = crashableServersOfFile()

const idOf = (mail: string) => /^Message-ID: (\S+)/im.exec(mail)?.[1]
const linkOf = (mail: string) => /\?uid=([\w-]+)/.exec(mail)?.[1]

describe('a server that crashes', () => {
  it('sends the same mail again after a crash between the mail server’s yes and its own note (T21)', async () => {
    await Promise.all(
      servers.both().map(async (server) => {
        const body = registerForm({ Username: 'Ada', AccessKeyValue: server.freshKey() })
        const { hasCrashed } = await server.crashAt('mail sent', () =>
          server.visitor().call('registerNewUser', { body }),
        )
        expect(hasCrashed).toBe(true)
        await server.freeJobs()
        await server.revive()
        const [first = '', second = ''] = await server.copies(body.Email, 2)
        expect(idOf(first)).toMatch(/^<.+@.+>$/)
        expect([idOf(second), linkOf(second)]).toEqual([idOf(first), linkOf(first)])
        await server.visitor().call('confirmEmail', { body: { Uid: linkOf(second) ?? '' } })
      }),
    )
  })
})
