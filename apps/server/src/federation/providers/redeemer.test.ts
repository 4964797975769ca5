import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { signInAt } from '../../../test/fixtures/signInAt.ts'
import { type StandIns, startStandIns } from '../../../test/fixtures/processes/standIns.ts'
import type { TestApp } from '../../../test/fixtures/startApp.ts'
import { startLinkingApp } from '../../../test/fixtures/partners/startLinkingApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const steamPath = '/steam/callback'
const epicPath = '/epic-games/callback'
const noState = 'This request should contain a state parameter.@'
const steamId = '76561198000000002'

let standIns: StandIns
let app: TestApp
let player: TestVisitor
let thief: TestVisitor

beforeAll(async () => {
  standIns = await startStandIns()
  const redeemer = {
    url: `${standIns.origin}/epic/redeemer`,
    clientId: 'sample-redeemer',
    clientSecret: 'sample-redeemer-secret',
  }
  app = await startLinkingApp(standIns, {
    settings: { LIMITS: 'off' },
    deployments: { local: { UseGamePublisherRedeemer: true, connections: { redeemer } } },
  })
  player = await signedInPlayer(app, registerForm({ Username: 'Redeemed' }))
  thief = await signedInPlayer(app, registerForm({ Username: 'Thief' }))
})
afterEach(async () => {
  await standIns.reset('epic')
  for (const visitor of [player, thief]) {
    await visitor.call('epicGamesUnlink', { body: {} })
    await visitor.call('steamUnlink', { body: { SteamId: steamId } })
  }
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

/** The state that the redeemer gives to the browser of a visitor. */
async function steamState(visitor: TestVisitor, redirectUrl = ''): Promise<string> {
  const query = { callbackPath: steamPath, redirectUrl }
  return (await signInAt(await visitor.call('steamAuth', { query }), steamId))['state'] ?? ''
}

async function epicState(visitor: TestVisitor, redirectUrl?: string): Promise<string> {
  const query = redirectUrl === undefined ? {} : { redirectUrl }
  const url = await visitor.call('epicGamesAuth', { query })
  return (await signInAt(url, 'EpicEvelyn'))['state'] ?? ''
}

async function refusedWith(visitor: TestVisitor, State: string) {
  return (await visitor.refused('steamPartnerCallback', { body: { State } })).items
}

describe('the game publisher’s redeemer', () => {
  it('links Steam by its state (R-7.12-3)', async () => {
    const State = await steamState(player, '/account')
    expect(await player.call('steamPartnerCallback', { body: { State } })).toEqual({
      AccountId: steamId,
      RedirectUrl: '/account',
    })
    const [steam] = await player.call('listConnections', {})
    expect(steam).toMatchObject({ IsLinked: true, ConnectName: 'Valkyrie', Avatar: null })
  })

  it('links Epic Games by its state (R-7.13-3, R-1.4-20)', async () => {
    const State = await epicState(player)
    const linked = await player.call('epicGamesCallback', {
      body: { State, RedirectUrl: 'http://site.test/r', CallbackPath: epicPath },
    })
    expect(linked).toEqual({
      AccountId: `e91c${'1'.padStart(28, '0')}`,
      RedirectUrl: 'http://site.test/r',
    })
    const epic = (await player.call('listConnections', {}))[2]
    expect(epic).toMatchObject({ IsLinked: true, ConnectName: 'EpicEvelyn' })
  })

  it('prefers the return address of the start to that of the callback (R-7.13-3)', async () => {
    const State = await epicState(player, 'http://site.test/first')
    const body = { State, RedirectUrl: 'http://site.test/second', CallbackPath: epicPath }
    const { RedirectUrl } = await player.call('epicGamesCallback', { body })
    expect(RedirectUrl).toBe('http://site.test/first')
    const evil = { ...body, RedirectUrl: 'https://evil.test' }
    expect((await player.refused('epicGamesCallback', { body: evil })).items).toEqual([
      'INVALID_REQUEST@',
    ])
  })

  it('accepts its own state once, from the player who started the linking (H05, R-8.2-5)', async () => {
    expect(await refusedWith(player, '')).toEqual([noState])
    const State = await steamState(player)
    expect(await refusedWith(player, 'forged')).toEqual([noState])
    await steamState(thief)
    expect(await refusedWith(thief, State)).toEqual([noState])
    // The thief's attempt used the state up: the redeemer knows it once.
    expect(await refusedWith(player, State)).toEqual([noState])
    const own = await steamState(player)
    await player.call('steamPartnerCallback', { body: { State: own } })
    expect(await refusedWith(player, own)).toEqual([noState])
  })

  it('is not asked about the states of a player without an open flow (H05)', async () => {
    const fresh = await signedInPlayer(app, registerForm({ Username: 'Newcomer' }))
    await standIns.reset('epic')
    const { items } = await fresh.refused('steamPartnerCallback', { body: { State: 'guess' } })
    expect(items).toEqual([noState])
    expect(await standIns.requests('epic')).toEqual([])
  })

  it('refuses a state after ten minutes, and for another service (H02)', async () => {
    const late = await epicState(player)
    app.clock.advance(601)
    await epicState(player)
    const refused = async (State: string) =>
      (await player.refused('epicGamesCallback', { body: { State, CallbackPath: epicPath } })).items
    expect(await refused(late)).toEqual(['This request is not authorized.@'])
    expect(await refused(await steamState(player))).toEqual(['PARTNER_RESPONSE_ERROR@'])
    expect(await refused('')).toEqual([noState])
  })

  it.each([
    [{ 'redeemer.expired': true }, 'This request is not authorized.@'],
    [{ 'redeemer.reused': true }, 'This request is not authorized.@'],
    [{ 'redeemer.userRef': 'another-player' }, 'This request is not authorized.@'],
    [{ 'redeemer.conflict': true }, 'ERROR_USER_STEAM_EXIST@'],
    [{ answer: 'html' }, 'PARTNER_RESPONSE_ERROR@'],
    [{ answer: 'huge' }, 'PARTNER_RESPONSE_ERROR@'],
    [{ down: true }, 'PARTNER_RESPONSE_ERROR@'],
  ])('links nothing when it refuses or fails: %o', async (switches, item) => {
    const State = await epicState(player)
    await standIns.turn('epic', switches)
    const body = { State, CallbackPath: epicPath }
    expect((await player.refused('epicGamesCallback', { body })).items).toEqual([item])
    expect((await player.call('listConnections', {}))[2]?.IsLinked).toBe(false)
  })

  it('is unreachable with the error of Steam itself (R-8.4-45)', async () => {
    const State = await steamState(player)
    await standIns.turn('epic', { down: true })
    expect(await player.refused('steamPartnerCallback', { body: { State } })).toEqual({
      status: 503,
      items: ['ERROR_STEAM_NOT_REACHABLE@'],
    })
  })

  it('is the only way to link in its deployment, and is refused in another', async () => {
    const body = { Code: 'C', State: await epicState(player), CallbackPath: epicPath }
    expect((await player.refused('steamCallback', { body: { state: 's' } })).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
    expect(await player.call('epicGamesCallback', { body })).toMatchObject({ RedirectUrl: null })
    const elsewhere = await signedInPlayer(app, registerForm({ Username: 'Direct' }), 'prod')
    expect(
      (await elsewhere.refused('steamPartnerCallback', { body: { State: 's' } })).items,
    ).toEqual(['ERROR_NOT_ALLOWED@'])
  })
})
