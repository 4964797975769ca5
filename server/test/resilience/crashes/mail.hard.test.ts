import { describe, expect, it } from 'vitest'
import { registerForm } from '../../fixtures/samplePlayers.ts'
import { victimsOfFile } from '../../fixtures/crashableServersOfFile.ts'

const victims = victimsOfFile()

const idOf = (mail: string) => /^Message-ID: (\S+)/im.exec(mail)?.[1]
const linkOf = (mail: string) => /\?uid=([\w-]+)/.exec(mail)?.[1]

describe('a server that is killed', () => {
  it('T21 between the mail server’s yes and its own note sends the very same mail again', async () => {
    await Promise.all(
      victims.both().map(async (victim) => {
        const body = registerForm({ Username: 'Ada', AccessKeyValue: victim.freshKey() })
        await victim.dieAt('mail: handed over', () =>
          victim.visitor().call('registerNewUser', { body }),
        )
        await victim.freeJobs()
        await victim.revive()
        const [first = '', second = ''] = await victim.copies(body.Email, 2)
        expect(idOf(first)).toMatch(/^<.+@.+>$/)
        expect([idOf(second), linkOf(second)]).toEqual([idOf(first), linkOf(first)])
        await victim.visitor().call('confirmEmail', { body: { Uid: linkOf(second) ?? '' } })
      }),
    )
  })
})
