import { describe, expect, it } from 'vitest'
import {
  crashTestPlayer,
  type CrashTestPlayer,
} from '../../fixtures/crashes/openCrashableServers.ts'
import type { CrashScenario, Left } from '../../fixtures/crashes/runCrashScenarios.ts'
import { samplePassword } from '../../fixtures/samples/samplePlayers.ts'
import type { CrashableServer } from '../../fixtures/crashes/crashableServer.ts'
import { crashableServersOfFile } from '../../fixtures/crashes/crashableServersOfFile.ts'

const servers = crashableServersOfFile()

interface Changing extends CrashTestPlayer {
  readonly newEmail: string
}

const newEmailOf = (email: string) => `new-${email}`

/** The state of a player's address changes, in the words of `expected`. */
async function stateOf(server: CrashableServer, userId: number): Promise<string> {
  const [row] = await server.look<{ state: string }>(
    `select concat_ws(' ', case when p.email_key like 'new-%' then 'new' else 'old' end,
        count(c.id), count(c.confirmed_at), count(c.undone_at),
        (select count(*) from sessions s where s.player_id = p.id and s.revoked_at is null)) state
      from players p left join email_changes c on c.player_id = p.id where p.id = $1 group by p.deployment, p.id`,
    [userId],
  )
  return row?.state ?? 'no player'
}

/** Compares a state with the state before the act and the state after it. */
const judged = (state: string, nothing: string, all: string): Left =>
  state === nothing ? 'nothing' : state === all ? 'all' : `half: ${state}`

const change = ({ userId, newEmail }: Changing) => ({
  path: { userId },
  body: { Email: newEmail, ConfirmEmail: newEmail },
})

const asking: CrashScenario<Changing> = {
  async begin(server, name) {
    const player = await crashTestPlayer(server, name)
    return { ...player, newEmail: newEmailOf(player.form.Email) }
  },
  act: (changing) => changing.visitor.call('updateEmail', change(changing)),
  left: async (server, { userId }) =>
    judged(await stateOf(server, userId), 'old 0 0 0 1', 'old 1 0 0 1'),
  async goOn(server, changing, left) {
    const { visitor, form, newEmail } = changing
    if (left === 'nothing') await visitor.call('updateEmail', change(changing))
    // Both mails arrive, and either link works.
    const [uid, undo] = [await server.linkTo(newEmail), await server.linkTo(form.Email, 2)]
    await server.visitor().call('confirmEmailUpdate', { query: { uid } })
    await server.visitor().call('recoverEmailUpdate', { query: { uid: undo } })
  },
}

interface Confirming extends Changing {
  readonly uid: string
  readonly undo: string
}

async function asked(server: CrashableServer, name: string): Promise<Confirming> {
  const player = await crashTestPlayer(server, name)
  const changing = { ...player, newEmail: newEmailOf(player.form.Email) }
  await player.visitor.call('updateEmail', change(changing))
  const uid = await server.linkTo(changing.newEmail)
  return { ...changing, uid, undo: await server.linkTo(player.form.Email, 2) }
}

const confirming: CrashScenario<Confirming> = {
  begin: asked,
  act: ({ visitor, uid }) => visitor.call('confirmEmailUpdate', { query: { uid } }),
  left: async (server, { userId }) =>
    judged(await stateOf(server, userId), 'old 1 0 0 1', 'new 1 1 0 1'),
  async goOn(server, { form, newEmail, uid }) {
    const visitor = server.visitor()
    await visitor.call('confirmEmailUpdate', { query: { uid } })
    await visitor.logIn(newEmail, samplePassword)
    // Both addresses get their notice after the restart.
    await server.mails(newEmail, 2)
    await server.mails(form.Email, 3)
  },
}

const undoing: CrashScenario<Confirming> = {
  async begin(server, name) {
    const confirmed = await asked(server, name)
    await server.visitor().call('confirmEmailUpdate', { query: { uid: confirmed.uid } })
    await server.mails(confirmed.newEmail, 2)
    await server.mails(confirmed.form.Email, 3)
    return confirmed
  },
  act: ({ visitor, undo }) => visitor.call('recoverEmailUpdate', { query: { uid: undo } }),
  left: async (server, { userId }) =>
    judged(await stateOf(server, userId), 'new 1 1 0 1', 'old 1 1 1 0'),
  async goOn(server, { form, newEmail, undo }) {
    const visitor = server.visitor()
    await visitor.call('recoverEmailUpdate', { query: { uid: undo } })
    const Token = await server.linkTo(form.Email, 4)
    const body = { Token, Password: samplePassword, Confirm: samplePassword }
    await visitor.call('validatePasswordRecovery', { body })
    await visitor.logIn(form.Email, samplePassword)
    await server.mails(newEmail, 3)
  },
}

describe('a server that crashes', () => {
  it('leaves a change of address asked for or not, before every statement of the request (T15)', async () => {
    expect(await servers.crashAtEveryStep(asking)).toBeGreaterThanOrEqual(5)
  })

  it('leaves the old address or the new one before every statement of a change, and notifies both (T15)', async () => {
    expect(await servers.crashAtEveryStep(confirming)).toBeGreaterThanOrEqual(6)
  })

  it('leaves the new address or the old one before every statement of its undo, and notifies both (T15)', async () => {
    expect(await servers.crashAtEveryStep(undoing)).toBeGreaterThanOrEqual(6)
  })
})
