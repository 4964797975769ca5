import { describe, expect, it } from 'vitest'
import { victimPlayer, type VictimPlayer } from '../../fixtures/openCrashableServers.ts'
import type { AuthorizationRequest } from '../../fixtures/runCrashScenarios.ts'
import { samplePassword } from '../../fixtures/samplePlayers.ts'
import { logInForm } from '../../fixtures/testVisitor.ts'
import { victimsOfFile } from '../../fixtures/crashableServersOfFile.ts'

const victims = victimsOfFile()

const deletion = ({ userId, form }: VictimPlayer) => ({
  path: { userId },
  body: {
    Email: form.Email,
    Password: samplePassword,
    Id_DeletionType: null,
    DeletionReason: '',
  },
})

const deleting: AuthorizationRequest<VictimPlayer> = {
  points: {
    nothing: [
      'deleteUser asked',
      'deletion: sites told',
      'deletion: player erased',
      'deletion: mails forgotten',
      'deletion: farewell posted',
    ],
    all: ['deleteUser done', 'deleteUser answered'],
  },
  begin: victimPlayer,
  act: (player) => player.visitor.call('deleteUser', deletion(player)),
  async left(victim, { userId }) {
    const [row] = await victim.look(
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
  async goOn(victim, player, left) {
    const { form, visitor } = player
    if (left === 'nothing') await visitor.call('deleteUser', deletion(player))
    const body = logInForm({ UsernameOrEmail: form.Username, Password: samplePassword })
    await victim.visitor().refused('logIn', { body })
    const mails = await victim.mails(form.Email, 2)
    expect(mails.at(-1)).toContain('deleted')
    // Name and address are free again.
    const again = { ...form, AccessKeyValue: victim.freshKey() }
    await victim.visitor().call('registerNewUser', { body: again })
  },
}

describe('a server that is killed', () => {
  it('T16 at each point of a deletion leaves the account whole or gone, and says farewell', async () => {
    expect(await victims.killAlong(deleting)).toBeGreaterThanOrEqual(7)
  })
})
