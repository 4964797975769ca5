import { describe, expect, it } from 'vitest'
import { registerForm } from '../../fixtures/samples/samplePlayers.ts'
import { crashableServersOfFile } from '../../fixtures/crashes/crashableServersOfFile.ts'

const servers = crashableServersOfFile()

const claim = 'update "mails" set "claimed_by"'
const removal = 'delete from "mails"'

describe('a server that crashes', () => {
  it.each([
    ['between a commit and the claim of a mail', { before: claim }, 1],
    // It cannot know whether the mail server has it: in doubt it comes twice, as the same mail.
    ['between sending a mail and noting it', { before: removal }, 2],
    ['before what it noted is committed', { after: removal }, 2],
  ])('%s sends the mail afterwards, never as another one (T85)', async (_, point, most) => {
    await Promise.all(
      servers.both().map(async (server) => {
        const key = server.freshKey()
        const body = registerForm({ Username: `Ada${key.slice(4)}`, AccessKeyValue: key })
        // On the embedded database the sender is faster than the answer.
        const { hasCrashed } = await server.crashAt(point, () =>
          server.visitor().call('registerNewUser', { body }),
        )
        expect(hasCrashed).toBe(true)
        await server.revive()
        await server.copies(body.Email, most)
        expect(await server.mails(body.Email, 1)).toHaveLength(1)
        await server.kill('SIGTERM')
        // Nothing is left that could be sent again.
        expect(await server.look('select id from mails')).toEqual([])
        expect(await server.copies(body.Email, most)).toHaveLength(most)
        await server.revive()
        await server
          .visitor()
          .call('confirmEmail', { body: { Uid: await server.linkTo(body.Email) } })
      }),
    )
  })
})
