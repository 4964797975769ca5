import { describe, expect, it } from 'vitest'
import {
  crashTestPlayer,
  type CrashTestPlayer,
} from '../../fixtures/crashes/openCrashableServers.ts'
import type { CrashScenario } from '../../fixtures/crashes/runCrashScenarios.ts'
import { samplePassword } from '../../fixtures/samples/samplePlayers.ts'
import { logInForm } from '../../fixtures/testVisitor.ts'
import { crashableServersOfFile } from '../../fixtures/crashes/crashableServersOfFile.ts'

const servers = crashableServersOfFile()

const deletion = ({ userId, form }: CrashTestPlayer) => ({
  path: { userId },
  body: {
    Email: form.Email,
    Password: samplePassword,
    Id_DeletionType: null,
    DeletionReason: '',
  },
})

const deleting: CrashScenario<CrashTestPlayer> = {
  begin: crashTestPlayer,
  act: (player) => player.visitor.call('deleteUser', deletion(player)),
  async left(server, { userId }) {
    const [row] = await server.look(
      `select p.deleted_at is not null gone, p.email_key is null nameless,
        (select count(*) from sessions s where s.player_id = p.id)::int sessions,
        (select count(*) from mail_links l where l.player_id = p.id)::int links,
        (select count(*) from consents c where c.player_id = p.id and c.ip <> '')::int traces
      from players p where p.id = $1`,
      [userId],
    )
    const found = JSON.stringify(row)
    if (found === '{"gone":true,"nameless":true,"sessions":0,"links":0,"traces":0}') return 'all'
    return /^\{"gone":false,"nameless":false,"sessions":1,"links":1,"traces":[23]\}$/.test(found)
      ? 'nothing'
      : `half: ${found}`
  },
  async goOn(server, player, left) {
    const { form, visitor } = player
    if (left === 'nothing') await visitor.call('deleteUser', deletion(player))
    const body = logInForm({ UsernameOrEmail: form.Username, Password: samplePassword })
    await server.visitor().refused('logIn', { body })
    const mails = await server.mails(form.Email, 2)
    expect(mails.at(-1)).toContain('deleted')
    // Name and address are free again.
    const again = { ...form, AccessKeyValue: server.freshKey() }
    await server.visitor().call('registerNewUser', { body: again })
  },
}

describe('a server that crashes', () => {
  it('leaves the account whole or gone before every statement of a deletion, and sends the farewell (T16)', async () => {
    expect(await servers.crashAtEveryStep(deleting)).toBeGreaterThanOrEqual(7)
  })
})
