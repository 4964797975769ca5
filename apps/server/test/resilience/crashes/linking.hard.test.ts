import type { PartnerSsoInfo } from '@gatehouse/contract/entities'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { describe, expect, it } from 'vitest'
import {
  linkSteam,
  newSteamId,
  steamAnswer,
  steamOf,
  unlinkSteam,
} from '../../fixtures/partners/linkSteam.ts'
import {
  crashTestPlayer,
  type CrashTestPlayer,
} from '../../fixtures/crashes/openCrashableServers.ts'
import { partnerForm } from '../../fixtures/partners/partnerForm.ts'
import type { CrashScenario } from '../../fixtures/crashes/runCrashScenarios.ts'
import { goThroughPartner, logInThroughPartner } from '../../fixtures/partners/throughPartner.ts'
import type { TestVisitor } from '../../fixtures/testVisitor.ts'
import type { CrashableServer } from '../../fixtures/crashes/crashableServer.ts'
import { crashableServersOfFile } from '../../fixtures/crashes/crashableServersOfFile.ts'

const servers = crashableServersOfFile()

interface Linking extends CrashTestPlayer {
  readonly steamId: string
  readonly answer: Readonly<Record<string, string>>
}

async function steamLeft(server: CrashableServer, userId: number): Promise<string> {
  const [row] = await server.look<{ state: string }>(
    `select concat_ws(' ', p.steam_check, count(c.account_id)) state
      from players p left join connections c on c.player_id = p.id where p.id = $1 group by p.deployment, p.id`,
    [userId],
  )
  return row?.state ?? 'no player'
}

const linking: CrashScenario<Linking> = {
  async begin(server, name) {
    const player = await crashTestPlayer(server, name)
    const steamId = newSteamId()
    return { ...player, steamId, answer: await steamAnswer(player.visitor, steamId) }
  },
  act: ({ visitor, answer }) => visitor.call('steamCallback', { body: { ...answer } }),
  async left(server, { userId }) {
    const state = await steamLeft(server, userId)
    return state === 'f 0' ? 'nothing' : state === 't 1' ? 'all' : `half: ${state}`
  },
  async goOn(_, { visitor, steamId }, left) {
    if (left === 'nothing') await linkSteam(visitor, steamId)
    expect((await steamOf(visitor)).Id_Account).toBe(steamId)
  },
}

const unlinking: CrashScenario<Linking> = {
  async begin(server, name) {
    const player = await crashTestPlayer(server, name)
    const steamId = newSteamId()
    await linkSteam(player.visitor, steamId)
    return { ...player, steamId, answer: {} }
  },
  act: ({ visitor, steamId }) => visitor.call('steamUnlink', { body: { SteamId: steamId } }),
  async left(server, { userId }) {
    const state = await steamLeft(server, userId)
    return state === 't 1' ? 'nothing' : state === 'f 0' ? 'all' : `half: ${state}`
  },
  async goOn(_, { visitor, steamId }) {
    await unlinkSteam(visitor)
    expect((await steamOf(visitor)).Id_Account).toBeNull()
    // No row is left that would hold the account.
    await linkSteam(visitor, steamId)
  },
}

interface Arriving {
  readonly visitor: TestVisitor
  readonly name: string
  readonly info: PartnerSsoInfo
}

const registering: CrashScenario<Arriving> = {
  async begin(server, name) {
    const visitor = server.visitor('relic')
    return { visitor, name, info: await goThroughPartner(visitor, `${name}@relic.example`) }
  },
  act: ({ visitor, info, name }) =>
    visitor.call('registerPartnerUser', partnerForm(info, { Username: name })),
  async left(server, { name }) {
    const [row] = await server.look<{ state: string }>(
      `select concat_ws(' ', count(p.id), count(i.subject), count(a.code_hash)) state
        from players p left join partner_players i on i.player_id = p.id
        left join partner_login_codes a on a.player_id = p.id where p.username = $1`,
      [name],
    )
    const orphans = await server.look(
      'select from partner_players o where not exists (select from players q where q.id = o.player_id)',
    )
    const state = [row?.state, orphans.length].join(' ')
    return state === '0 0 0 0' ? 'nothing' : state === '1 1 1 0' ? 'all' : `half: ${state}`
  },
  async goOn(server, { visitor, info, name }, left) {
    if (left === 'nothing') {
      // The registration ticket is still valid.
      const form = partnerForm(info, { Username: name })
      const made: AnswerOf<'registerPartnerUser'> = await visitor.call('registerPartnerUser', form)
      const path = { created: made.Created }
      await visitor.call('exchangePartnerCreated', { path })
    }
    const again = server.visitor('relic')
    await logInThroughPartner(again, `${name}@relic.example`)
  },
}

describe('a server that crashes', () => {
  // A state is used up before its service is asked, so that no callback is tried twice. A player
  // whose server crashed in between starts again with a new state.
  it('leaves no half connection before every statement of linking, unlinking and a partner registration (T17)', async () => {
    expect(await servers.crashAtEveryStep(linking)).toBeGreaterThanOrEqual(6)
  })

  it('leaves no half connection before every statement of unlinking (T17)', async () => {
    expect(await servers.crashAtEveryStep(unlinking)).toBeGreaterThanOrEqual(5)
  })

  it('leaves no half account before every statement of a partner registration (T17)', async () => {
    expect(await servers.crashAtEveryStep(registering)).toBeGreaterThanOrEqual(6)
  })
})
