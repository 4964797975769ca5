import { isLinkable } from '@gatehouse/contract/identityProviderRow'
import { supportNoteHeader } from '@gatehouse/contract/headers'
import { CallError } from '@gatehouse/client/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runMaintenance } from '../../maintenance/runMaintenance.ts'
import { limits } from '../../platform/config/settings.ts'
import { partnerPlayer } from '../../../test/fixtures/partners/partnerPlayer.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { signInAt } from '../../../test/fixtures/signInAt.ts'
import { jsonOutputOf } from '../../../test/fixtures/processes/runGatehouse.ts'
import { type StandIns, startStandIns } from '../../../test/fixtures/processes/standIns.ts'
import type { DeploymentName, TestApp } from '../../../test/fixtures/startApp.ts'
import { startLinkingApp } from '../../../test/fixtures/partners/startLinkingApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const query = { callbackPath: '/steam/callback', redirectUrl: '' }
const notAuthorized = 'This request is not authorized.@'
const notAllowed = 'ERROR_NOT_ALLOWED@'

let standIns: StandIns
let app: TestApp
let people = 0

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, { deployments: { local: { EnableSupportCode: true } } })
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

async function linkablePlayer(deployment: DeploymentName = 'local'): Promise<TestVisitor> {
  people += 1
  return signedInPlayer(app, registerForm({ Username: `Linker${people}` }), deployment)
}

async function answerOf(visitor: TestVisitor, user: string) {
  return signInAt(await visitor.call('steamAuth', { query }), user)
}

async function refusedWith(visitor: TestVisitor, body: Readonly<Record<string, string>>) {
  return (await visitor.refused('steamCallback', { body: { ...body } })).items
}

async function isLinked(visitor: TestVisitor): Promise<boolean> {
  return (await visitor.call('listConnections', {}))[0]?.IsLinked ?? false
}

describe('the state of a linking', () => {
  it('is refused when it is missing or not one of ours (H02)', async () => {
    const player = await linkablePlayer()
    const { state: _, ...answer } = await answerOf(player, '76561198000010001')
    const noState = ['This request should contain a state parameter.@']
    expect(await refusedWith(player, answer)).toEqual(noState)
    expect(await refusedWith(player, { ...answer, state: '' })).toEqual(noState)
    expect(await refusedWith(player, { ...answer, state: 'self-made' })).toEqual([notAuthorized])
    expect(await isLinked(player)).toBe(false)
  })

  it('is refused when a request has it twice (H02)', async () => {
    const player = await linkablePlayer()
    const answer = await answerOf(player, '76561198000010002')
    const twice = { ...answer, state: [answer['state'], answer['state']] }
    const url = '/api/steam/callback'
    expect((await player.send({ method: 'POST', url, payload: twice })).statusCode).toBe(400)
    expect(await isLinked(player)).toBe(false)
  })

  it('is used up by the first callback, even by a refused one (H02)', async () => {
    const player = await linkablePlayer()
    const answer = await answerOf(player, '76561198000010003')
    const forged = { ...answer, 'openid.sig': 'AAAA' }
    expect(await refusedWith(player, forged)).toEqual([
      'This request is not authorized by OpenId.@',
    ])
    expect(await refusedWith(player, answer)).toEqual([notAuthorized])
    const other = await answerOf(player, '76561198000010003')
    await player.call('steamCallback', { body: other })
    expect(await refusedWith(player, other)).toEqual([notAuthorized])
  })

  it('expires after ten minutes (H02)', async () => {
    const player = await linkablePlayer()
    const answer = await answerOf(player, '76561198000010004')
    app.clock.advance(601)
    expect(await refusedWith(player, answer)).toEqual([notAuthorized])
    app.clock.advance(-601)
  })

  it('belongs to the player and the session that started the linking (H02)', async () => {
    const [player, other] = [await linkablePlayer(), await linkablePlayer()]
    const answer = await answerOf(player, '76561198000010005')
    expect(await refusedWith(other, answer)).toEqual([notAuthorized])
    const { Id_User } = await player.readToken()
    const again = app.visitor()
    await again.logIn(`Linker${people - 1}`, samplePassword)
    expect((await again.readToken()).Id_User).toBe(Id_User)
    expect(await refusedWith(again, answer)).toEqual([notAuthorized])
    expect(await player.call('steamCallback', { body: { ...answer } })).toMatchObject({
      AccountId: '76561198000010005',
    })
  })

  it('belongs to one service and one deployment (H02)', async () => {
    const player = await linkablePlayer()
    const steam = await answerOf(player, '76561198000010006')
    const body = { Code: 'C', State: steam['state'] ?? '', CallbackPath: '/twitch/callback' }
    expect((await player.refused('twitchCallback', { body })).items).toEqual([notAuthorized])
    const elsewhere = await linkablePlayer('sandbox')
    expect(await refusedWith(elsewhere, steam)).toEqual([notAuthorized])
    const url = await player.call('twitchAuth', { query: { callbackPath: '/twitch/callback' } })
    const { state = '' } = await signInAt(url, '7100002')
    expect(await refusedWith(player, { ...steam, state })).toEqual([notAuthorized])
    await player.call('steamCallback', { body: { ...steam } })
  })

  it('is stored as a hash (H02)', async () => {
    const player = await linkablePlayer()
    const { state = '' } = await answerOf(player, '76561198000010007')
    const rows = await app.services.database.kysely
      .selectFrom('authorization_flows')
      .selectAll()
      .execute()
    expect(state.length).toBeGreaterThanOrEqual(43)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(state)
  })
})

describe('maintenance', () => {
  it('deletes expired authorization flows and nonces', async () => {
    const later = await startLinkingApp(standIns)
    const player = await signedInPlayer(later, registerForm({ Username: 'Swept' }))
    await player.call('steamCallback', {
      body: { ...(await answerOf(player, '76561198000070001')) },
    })
    await answerOf(player, '76561198000070001')
    const count = async () => {
      const { kysely } = later.services.database
      const flows = await kysely.selectFrom('authorization_flows').select('provider').execute()
      const nonces = await kysely.selectFrom('steam_nonces').select('expires_at').execute()
      return [flows.length, nonces.length]
    }
    await runMaintenance(later.services)
    expect(await count()).toEqual([2, 1])
    later.clock.advance(3600)
    await runMaintenance(later.services)
    expect(await count()).toEqual([0, 0])
    await later.close()
  })
})

describe('an account of a service', () => {
  it('is linked by one player, and refused to another with a message (H06, R-8.4-7)', async () => {
    const [owner, other] = [await linkablePlayer(), await linkablePlayer()]
    const id = '76561198000020001'
    await owner.call('steamCallback', { body: await answerOf(owner, id) })
    expect(await refusedWith(other, await answerOf(other, id))).toEqual(['ERROR_USER_STEAM_EXIST@'])
    expect([await isLinked(owner), await isLinked(other)]).toEqual([true, false])
    expect(app.logged.join('')).toContain('"event":"connection.refused"')
  })

  it('of another player is beside the support code, with the act that unlinks it there', async () => {
    const [owner, other] = [await linkablePlayer(), await linkablePlayer()]
    const id = '76561198000020009'
    await owner.call('steamCallback', { body: await answerOf(owner, id) })
    await refusedWith(other, await answerOf(other, id))
    const Incident = String(other.last?.headers[supportNoteHeader])
    const body = { Incident, Screen: '/steam/callback', Language: 'en', Read: '' }
    const { Code } = await other.call('makeSupportCode', { body })
    const [{ Id_User: ownerId }, { Id_User: otherId }] = [
      await owner.readToken(),
      await other.readToken(),
    ]
    const line = `support-codes open ${Code} --deployment local`
    expect(await jsonOutputOf(app, line)).toMatchObject({
      player: { id: otherId },
      account: { id: otherId, linked: [] },
      other: { id: ownerId, linked: ['steam'] },
      act: { name: 'players unlink', player: { id: ownerId }, service: 'steam', hindrance: null },
    })
  })

  it('is linked by one player when two link it at the same moment on two servers (H06)', async () => {
    const beside = await startLinkingApp(standIns, { beside: app })
    for (const id of ['76561198000020002', '76561198000020003', '76561198000020004']) {
      const [one, two] = [await linkablePlayer(), await linkablePlayer()]
      const answers = [await answerOf(one, id), await answerOf(two, id)] as const
      const there = beside.visitor()
      there.bearer = two.bearer
      const outcomes = await Promise.all([
        outcomeOf(one.call('steamCallback', { body: { ...answers[0] } })),
        outcomeOf(there.call('steamCallback', { body: { ...answers[1] } })),
      ])
      expect(outcomes.toSorted()).toEqual(['done', 'refused'])
      const linked = [await isLinked(one), await isLinked(two)]
      expect(linked.filter(Boolean)).toHaveLength(1)
    }
    await beside.close()
  })

  it('is linked once when its player finishes two linkings at the same moment (H06)', async () => {
    const player = await linkablePlayer()
    const id = '76561198000020005'
    const [one, two] = [await answerOf(player, id), await answerOf(player, id)]
    const outcomes = await Promise.all(
      [one, two].map((body) => outcomeOf(player.call('steamCallback', { body: { ...body } }))),
    )
    expect(outcomes).toEqual(['done', 'done'])
    const rows = await app.services.database.kysely
      .selectFrom('connections')
      .select('account_id')
      .where('account_id', '=', id)
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('is linked independently in each deployment (H06)', async () => {
    const id = '76561198000020006'
    for (const name of ['local', 'sandbox'] as const) {
      const player = await linkablePlayer(name)
      await player.call('steamCallback', { body: await answerOf(player, id) })
      expect(await isLinked(player)).toBe(true)
    }
  })
})

describe('a page of another site', () => {
  it('neither links nor unlinks, as the session cookie alone authorizes no call (H08)', async () => {
    const player = await linkablePlayer()
    const id = '76561198000030001'
    await player.call('steamCallback', { body: await answerOf(player, id) })
    const headers = { authorization: '', origin: 'https://evil.test' }
    const tries = [
      { method: 'GET', url: '/api/steam/auth?callbackPath=/steam/callback', headers },
      { method: 'POST', url: '/api/steam/unlink', payload: { SteamId: id }, headers },
      { method: 'GET', url: '/api/steam/unlink', headers },
      { method: 'POST', url: '/api/twitch/unlink', payload: {}, headers },
    ] as const
    for (const options of tries) {
      const { statusCode } = await player.send(options)
      expect([options.url, statusCode >= 400]).toEqual([options.url, true])
    }
    expect(await isLinked(player)).toBe(true)
  })
})

describe('the linking of an account', () => {
  it('is refused to a player whose address is not confirmed (H12, R-8.4-30)', async () => {
    const player = await linkablePlayer()
    const body = await answerOf(player, '76561198000040001')
    await setPlayer(player, { confirmed_at: null })
    expect((await player.refused('steamAuth', { query })).items).toEqual(['ERROR_USER_CONFIRMED@'])
    expect(await refusedWith(player, body)).toEqual(['ERROR_USER_CONFIRMED@'])
  })

  it('is refused to a banned player (H12)', async () => {
    const player = await linkablePlayer()
    const body = await answerOf(player, '76561198000040002')
    await setPlayer(player, { banned_at: app.clock.now() })
    expect((await player.refused('steamAuth', { query })).status).toBe(401)
    expect((await player.refused('steamCallback', { body: { ...body } })).status).toBe(401)
  })

  const steam = 'ERROR_USER_IP_BANNED_Steam_LINK@'
  const twitch = 'ERROR_USER_IP_BANNED_Twitch_LINK@'
  const epic = 'ERROR_USER_IP_BANNED_EpicGames_LINK@'
  const general = 'ERROR_USER_IP_BANNED@'
  it.each([
    ['steam', '192.0.2.1', [steam, steam, 'open', 'open']],
    ['twitch', '192.0.2.2', ['open', 'open', twitch, 'open']],
    ['epic-games', '192.0.2.3', ['open', 'open', 'open', epic]],
    ['general', '192.0.2.4', [general, general, general, general]],
  ] as const)('is refused to a banned address: %s (H12, R-8.4-43)', async (scope, ip, expected) => {
    const player = await linkablePlayer()
    const there = app.visitor('local', ip)
    there.bearer = player.bearer
    const body = await answerOf(player, `7656119800005${ip.replaceAll('.', '').slice(-4)}`)
    await app.services.database.kysely
      .insertInto('ip_bans')
      .values({ deployment: 'local', network: `${ip}/32`, scope, until: null })
      .execute()
    const path = { callbackPath: '/twitch/callback' }
    const calls = [
      there.call('steamAuth', { query }),
      there.call('steamCallback', { body: { ...body } }),
      there.call('twitchAuth', { query: path }),
      there.call('epicGamesAuth', { query: {} }),
    ]
    expect(await Promise.all(calls.map(itemOf))).toEqual(expected)
    expect(await player.call('steamAuth', { query })).toContain(standIns.origin)
  })

  it('is refused after thirty starts in an hour (H12)', async () => {
    const player = await linkablePlayer()
    for (let count = 0; count < limits.linkings.max; count += 1) {
      await player.call('steamAuth', { query })
    }
    const { items } = await player.refused('steamAuth', { query })
    expect(items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    expect(await isLinked(await linkablePlayer())).toBe(false)
  })
})

describe('a service that the portal hides', () => {
  it('can be linked by its calls, as only the list hides it (R-2.17-12, R-6.2-4)', async () => {
    const player = await partnerPlayer(app, 'relic', 'Hidden')
    const linkable = (await player.call('listConnections', {})).filter(isLinkable)
    const names = linkable.map(({ CanonicalName }) => CanonicalName)
    expect(names).toEqual(['steam', 'twitch', 'epic-games'])
    // Steam is linked by the partner's service alone here.
    expect((await player.refused('steamAuth', { query })).items).toEqual([notAllowed])
    expect(await refusedWith(player, { state: 's' })).toEqual([notAllowed])
    const CallbackPath = '/twitch/callback'
    const twitch = await player.call('twitchAuth', { query: { callbackPath: CallbackPath } })
    const { code: Code = '' } = await signInAt(twitch, '7100077')
    await player.call('twitchCallback', { body: { Code, CallbackPath } })
    const epic = await player.call('epicGamesAuth', { query: {} })
    const back = await signInAt(epic, 'EpicEvelyn')
    await player.call('epicGamesCallback', {
      body: { Code: back['code'] ?? '', CallbackPath: '/epic-games/callback' },
    })
    const linked = (await player.call('listConnections', {})).filter(({ IsLinked }) => IsLinked)
    expect(linked.map(({ CanonicalName }) => CanonicalName)).toEqual(['twitch', 'epic-games'])
    await player.call('twitchUnlink', { body: {} })
    await player.call('epicGamesUnlink', { body: {} })
    expect((await player.refused('gamePassUnlink', { body: {} })).items).toEqual([notAllowed])
  })

  it('is refused where the section is off, or the service is not set up (R-6.2-7)', async () => {
    const off = await startLinkingApp(standIns, {
      beside: app,
      deployments: { local: { EnableConnectionsSection: false }, sandbox: { connections: {} } },
    })
    for (const name of ['local', 'sandbox'] as const) {
      const player = await linkablePlayer(name)
      const there = off.visitor(name)
      there.bearer = player.bearer
      expect((await there.refused('steamAuth', { query })).items).toEqual([notAllowed])
      const body = { SteamId: '76561198000000001' }
      expect((await there.refused('steamUnlink', { body })).items).toEqual([notAllowed])
      const rows = await there.call('listConnections', {})
      expect(rows.filter(isLinkable)).toEqual([])
    }
    await off.close()
  })
})

async function setPlayer(
  visitor: TestVisitor,
  change: { readonly confirmed_at?: Date | null; readonly banned_at?: Date },
): Promise<void> {
  const { Id_User } = await visitor.readToken()
  await app.services.database.kysely
    .updateTable('players')
    .set(change)
    .where('id', '=', Id_User)
    .execute()
}

/** The outcome of a call that may be refused. */
function outcomeOf(call: Promise<unknown>): Promise<'done' | 'refused'> {
  return call.then(
    () => 'done',
    () => 'refused',
  )
}

/** The error item of a refused call; `open` for a call that succeeds. */
function itemOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'open',
    (error: unknown) => {
      if (!(error instanceof CallError)) throw error
      const [item] = error.body?.ErrorMessages ?? []
      return `${item?.ErrorMessage}@${item?.Property}`
    },
  )
}
