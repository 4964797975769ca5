import { describe, expect, it } from 'vitest'
import { victimPlayer, type VictimPlayer } from '../../fixtures/openCrashableServers.ts'
import type { AuthorizationRequest, Left } from '../../fixtures/runCrashScenarios.ts'
import { samplePassword } from '../../fixtures/samplePlayers.ts'
import type { CrashableServer } from '../../fixtures/crashableServer.ts'
import { victimsOfFile } from '../../fixtures/crashableServersOfFile.ts'

const victims = victimsOfFile()

interface Changing extends VictimPlayer {
  readonly newEmail: string
}

const newEmailOf = (email: string) => `new-${email}`

/** What is left of the changes of a player, in the words of `expected`. */
async function stateOf(victim: CrashableServer, userId: number): Promise<string> {
  const [row] = await victim.look<{ state: string }>(
    `select concat_ws(' ', case when p.email_key like 'new-%' then 'new' else 'old' end,
        count(c.id), count(c.confirmed_at), count(c.undone_at),
        (select count(*) from sessions s where s.player_id = p.id and s.revoked_at is null)) state
      from players p left join email_changes c on c.player_id = p.id where p.id = $1 group by p.deployment, p.id`,
    [userId],
  )
  return row?.state ?? 'no player'
}

/** Judges a state by what it is where nothing, and where all of it happened. */
const judged = (state: string, nothing: string, all: string): Left =>
  state === nothing ? 'nothing' : state === all ? 'all' : `half: ${state}`

const change = ({ userId, newEmail }: Changing) => ({
  path: { userId },
  body: { Email: newEmail, ConfirmEmail: newEmail },
})

const asking: AuthorizationRequest<Changing> = {
  points: {
    nothing: ['updateEmail asked', 'email change: noted', 'email change: mails posted'],
    all: ['updateEmail done', 'updateEmail answered'],
  },
  async begin(victim, name) {
    const player = await victimPlayer(victim, name)
    return { ...player, newEmail: newEmailOf(player.form.Email) }
  },
  act: (changing) => changing.visitor.call('updateEmail', change(changing)),
  left: async (victim, { userId }) =>
    judged(await stateOf(victim, userId), 'old 0 0 0 1', 'old 1 0 0 1'),
  async goOn(victim, changing, left) {
    const { visitor, form, newEmail } = changing
    if (left === 'nothing') await visitor.call('updateEmail', change(changing))
    // To both, and either link works.
    const [uid, undo] = [await victim.linkTo(newEmail), await victim.linkTo(form.Email, 2)]
    await victim.visitor().call('confirmEmailUpdate', { query: { uid } })
    await victim.visitor().call('recoverEmailUpdate', { query: { uid: undo } })
  },
}

interface Confirming extends Changing {
  readonly uid: string
  readonly undo: string
}

async function asked(victim: CrashableServer, name: string): Promise<Confirming> {
  const player = await victimPlayer(victim, name)
  const changing = { ...player, newEmail: newEmailOf(player.form.Email) }
  await player.visitor.call('updateEmail', change(changing))
  const uid = await victim.linkTo(changing.newEmail)
  return { ...changing, uid, undo: await victim.linkTo(player.form.Email, 2) }
}

const confirming: AuthorizationRequest<Confirming> = {
  points: {
    nothing: [
      'confirmEmailUpdate asked',
      'email change: marked confirmed',
      'email change: address set',
      'email change: notices posted',
    ],
    all: ['confirmEmailUpdate done', 'confirmEmailUpdate answered'],
  },
  begin: asked,
  act: ({ visitor, uid }) => visitor.call('confirmEmailUpdate', { query: { uid } }),
  left: async (victim, { userId }) =>
    judged(await stateOf(victim, userId), 'old 1 0 0 1', 'new 1 1 0 1'),
  async goOn(victim, { form, newEmail, uid }) {
    const visitor = victim.visitor()
    await visitor.call('confirmEmailUpdate', { query: { uid } })
    await visitor.logIn(newEmail, samplePassword)
    // Both addresses are told, once the server lives again.
    await victim.mails(newEmail, 2)
    await victim.mails(form.Email, 3)
  },
}

const undoing: AuthorizationRequest<Confirming> = {
  points: {
    nothing: [
      'recoverEmailUpdate asked',
      'email undo: marked undone',
      'email undo: notices posted',
      'email undo: address restored',
    ],
    all: ['recoverEmailUpdate done', 'recoverEmailUpdate answered'],
  },
  async begin(victim, name) {
    const confirmed = await asked(victim, name)
    await victim.visitor().call('confirmEmailUpdate', { query: { uid: confirmed.uid } })
    await victim.mails(confirmed.newEmail, 2)
    await victim.mails(confirmed.form.Email, 3)
    return confirmed
  },
  act: ({ visitor, undo }) => visitor.call('recoverEmailUpdate', { query: { uid: undo } }),
  left: async (victim, { userId }) =>
    judged(await stateOf(victim, userId), 'new 1 1 0 1', 'old 1 1 1 0'),
  async goOn(victim, { form, newEmail, undo }) {
    const visitor = victim.visitor()
    await visitor.call('recoverEmailUpdate', { query: { uid: undo } })
    await visitor.logIn(form.Email, samplePassword)
    await victim.mails(form.Email, 4)
    await victim.mails(newEmail, 3)
  },
}

describe('a server that is killed', () => {
  it('T15 at each point of a change of address leaves the old one or the new one, and tells both', async () => {
    expect(await victims.killAlong(asking)).toBeGreaterThanOrEqual(5)
    expect(await victims.killAlong(confirming)).toBeGreaterThanOrEqual(6)
    expect(await victims.killAlong(undoing)).toBeGreaterThanOrEqual(6)
  })
})
