import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallName } from '@gatehouse/contract/calls'
import { answerTo } from '../../fixtures/answerTo.ts'
import {
  linkSteam,
  newSteamId,
  steamAnswer,
  steamOf,
  unlinkSteam,
} from '../../fixtures/partners/linkSteam.ts'
import { registerForm, signedInPlayer } from '../../fixtures/samples/samplePlayers.ts'
import type { Values } from '../../fixtures/samples/sampleRequest.ts'
import { signInAt } from '../../fixtures/signInAt.ts'
import { type StandIns, startStandIns } from '../../fixtures/processes/standIns.ts'
import type { TestApp } from '../../fixtures/startApp.ts'
import { startLinkingApp } from '../../fixtures/partners/startLinkingApp.ts'
import type { TestVisitor } from '../../fixtures/testVisitor.ts'
import { whatIsLeft } from '../../fixtures/whatIsLeft.ts'

let standIns: StandIns
let app: TestApp
let player: TestVisitor
/** Of the deployment that links through the game publisher's redeemer. */
let redeemed: TestVisitor
let other: TestVisitor

beforeAll(async () => {
  standIns = await startStandIns()
  const redeemer = {
    url: `${standIns.origin}/epic/redeemer`,
    clientId: 'sample-redeemer',
    clientSecret: 'sample-redeemer-secret',
  }
  app = await startLinkingApp(standIns, {
    settings: { LIMITS: 'off' },
    deployments: { sandbox: { UseGamePublisherRedeemer: true, connections: { redeemer } } },
  })
  player = await signedInPlayer(app, registerForm({ Username: 'Linker' }))
  other = await signedInPlayer(app, registerForm({ Username: 'Other' }))
  redeemed = await signedInPlayer(app, registerForm({ Username: 'Redeemed' }), 'sandbox')
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

const notAllowed = '400 ERROR_NOT_ALLOWED@'
const notAuthorized = '400 This request is not authorized.@'
const noState = '400 This request should contain a state parameter.@'
const notByOpenId = '400 This request is not authorized by OpenId.@'

const foreignPaths = ['//evil', '/evil', 'https://evil.io/steam/callback', '/steam/callback/', '']
const foreignUrls = [
  'javascript:alert(1)',
  '//evil.io',
  'https://site.test@evil.io/',
  'https://site.test.evil.io/',
  'https://evil.io/?u=https://site.test',
  '/\\evil.io',
]

/**
 * An authorization request starts on the provider's own screen and returns to no foreign address;
 * returns whether no row changed.
 */
async function refusesOthers(call: CallName, callbackPath: string, others: readonly string[]) {
  const before = await whatIsLeft(app)
  for (const path of others) {
    const said = await answerTo(player, call, { query: { callbackPath: path, redirectUrl: '' } })
    expect([path, said]).toEqual([path, notAllowed])
  }
  // The call for Twitch takes no redirect address.
  for (const redirectUrl of call === 'twitchAuth' ? [] : foreignUrls) {
    const said = await answerTo(player, call, { query: { callbackPath, redirectUrl } })
    expect([redirectUrl, said]).toEqual([redirectUrl, '400 INVALID_REQUEST@'])
  }
  return (await whatIsLeft(app)) === before
}

/**
 * A callback needs a code, its own state and its own path, and works once; returns the answer to a
 * used code.
 */
async function answerToUsedCode(
  service: { readonly auth: CallName; readonly callback: CallName },
  CallbackPath: string,
  user: string,
) {
  const begin = async (visitor: TestVisitor) => {
    const query = { callbackPath: CallbackPath }
    expect(await answerTo(visitor, service.auth, { query })).toBe('200')
    const url = visitor.last?.json<string>() ?? ''
    const { code = '', state = '' } = await signInAt(url, user)
    return { Code: code, State: state, CallbackPath }
  }
  const back = (body: Values, by = player) => answerTo(by, service.callback, { body })
  const right = await begin(player)
  const before = await whatIsLeft(app)
  for (const path of foreignPaths) {
    expect(await back({ ...right, CallbackPath: path })).toBe(notAllowed)
  }
  const { Code: _, ...codeless } = right
  expect(await back(codeless)).toBe(notAuthorized)
  const { State: __, ...stateless } = right
  expect(await back(stateless, other)).toBe(notAuthorized)
  const cookie = player.jar.get('sso_flow') ?? ''
  player.jar.delete('sso_flow')
  expect(await back(stateless)).toBe(notAuthorized)
  player.jar.set('sso_flow', cookie)
  expect(await back({ ...right, State: 'unknown' })).toBe(notAuthorized)
  expect(await back({ ...right, Code: ['a'] })).toBe('400 INVALID_REQUEST@Code')
  expect(await back(right, other)).toBe(notAuthorized)
  expect(await whatIsLeft(app)).toBe(before)
  const foreignCode = await back({ ...right, Code: 'of-another-client' })
  expect(foreignCode).toBe('400 PARTNER_RESPONSE_ERROR@')
  expect(await back(right)).toBe(notAuthorized)
  const again = await begin(player)
  expect(await back(again)).toBe('200')
  expect(await back(again)).toBe(notAuthorized)
  const later = await begin(player)
  return back({ ...later, Code: again.Code })
}

/** True when an account is linked after unlinking twice. */
async function isLinkedAfter(call: CallName) {
  for (const body of [{ AccountId: 'other' }, {}]) {
    expect(await answerTo(player, call, { body })).toBe('200')
  }
  return (await player.call('listConnections', {})).some(({ IsLinked }) => IsLinked)
}

const twitch = { auth: 'twitchAuth', callback: 'twitchCallback', unlink: 'twitchUnlink' } as const
const epic = {
  auth: 'epicGamesAuth',
  callback: 'epicGamesCallback',
  unlink: 'epicGamesUnlink',
} as const

describe('bad input: linking', () => {
  it('the authorization request to Steam starts on its own screen only (P48)', async () => {
    expect(
      await refusesOthers('steamAuth', '/steam/callback', ['/twitch/callback', ...foreignPaths]),
    ).toBe(true)
  })

  it('an assertion is accepted only from Steam and for this player’s own request (P49)', async () => {
    const back = (body: Values) => answerTo(player, 'steamCallback', { body })
    const before = await whatIsLeft(app)
    expect(await back({})).toBe(noState)
    expect(await back({ state: 'unknown' })).toBe(notAuthorized)
    expect(await back({ state: ['a', 'b'] })).toBe('400 INVALID_REQUEST@state')
    const deep = { 'openid.claimed_id': { a: 1 } }
    expect(await back(deep)).toBe('400 INVALID_REQUEST@openid.claimed_id')
    expect(await whatIsLeft(app)).toBe(before)
    for (const change of [
      { 'openid.claimed_id': 'https://evil.io/openid/id/76561198000000001' },
      { 'openid.op_endpoint': 'https://evil.io/openid/login' },
      { 'openid.return_to': 'https://evil.io/steam/callback' },
      { 'openid.sig': 'AAAA' },
      { 'openid.mode': 'cancel' },
      { 'openid.signed': 'mode' },
    ]) {
      const answer = await steamAnswer(player, newSteamId())
      expect([change, await back({ ...answer, ...change })]).toEqual([change, notByOpenId])
    }
    for (const field of ['openid.sig', 'openid.claimed_id', 'openid.response_nonce']) {
      const { [field]: _, ...answer } = { ...(await steamAnswer(player, newSteamId())) }
      expect([field, await back(answer)]).toEqual([field, notByOpenId])
    }
    expect((await steamOf(player)).IsLinked).toBe(false)
  })

  it('the redeemer’s state is accepted once and only for this player’s own request (P50)', async () => {
    const back = (State?: unknown) =>
      answerTo(redeemed, 'steamPartnerCallback', { body: State === undefined ? {} : { State } })
    for (const State of [undefined, '', 'forged']) expect(await back(State)).toBe(noState)
    expect(await back([1])).toBe('400 INVALID_REQUEST@State')
    const query = { callbackPath: '/steam/callback', redirectUrl: '' }
    const url = await redeemed.call('steamAuth', { query })
    const { state = '' } = await signInAt(url, newSteamId())
    expect(await back(`${state}x`)).toBe(noState)
    expect(await back(state)).toBe('200')
    expect(await back(state)).toBe(noState)
    expect(await answerTo(player, 'steamPartnerCallback', { body: { State: state } })).toBe(
      notAllowed,
    )
  })

  it('Steam is unlinked only by the linked id (P52)', async () => {
    const id = newSteamId()
    const foreign = newSteamId()
    await linkSteam(player, id)
    await linkSteam(other, foreign)
    const unlink = (body: Values) => answerTo(player, 'steamUnlink', { body })
    const before = await whatIsLeft(app)
    for (const body of [{}, { SteamId: '' }, { SteamId: foreign }, { SteamId: `${id}0` }]) {
      expect(await unlink(body)).toBe(notAllowed)
    }
    expect(await unlink({ SteamId: Number(id) })).toMatch(/^400 ERROR_NOT_ALLOWED@/)
    expect(await whatIsLeft(app)).toBe(before)
    expect(await unlink({ SteamId: id })).toBe('200')
    // A second unlinking changes nothing.
    expect(await unlink({ SteamId: id })).toBe('200')
    await unlinkSteam(other)
  })

  it('the authorization request to Epic Games starts on its own screen only (P53)', async () => {
    expect(
      await refusesOthers('epicGamesAuth', '/epic-games/callback', [
        '/twitch/callback',
        '//evil',
        '/x',
      ]),
    ).toBe(true)
  })

  it('a code of Epic Games is accepted only for this player’s own request (P54)', async () => {
    const used = await answerToUsedCode(epic, '/epic-games/callback', 'EpicEvelyn')
    expect(used).toBe('400 PARTNER_RESPONSE_ERROR@')
    const body = { Code: 'c', State: 's', CallbackPath: '/epic-games/callback' }
    for (const RedirectUrl of foreignUrls) {
      expect(await answerTo(player, epic.callback, { body: { ...body, RedirectUrl } })).toBe(
        '400 INVALID_REQUEST@',
      )
    }
    // A code is not accepted where the redeemer links.
    const { State: _, ...code } = body
    expect(await answerTo(redeemed, epic.callback, { body: code })).toBe(noState)
    expect(await answerTo(redeemed, epic.callback, { body })).toBe(notAuthorized)
  })

  it('a second unlinking of Epic Games changes nothing (P55)', async () => {
    expect(await isLinkedAfter(epic.unlink)).toBe(false)
  })

  it('the authorization request to Twitch starts on its own screen only (P56)', async () => {
    expect(
      await refusesOthers('twitchAuth', '/twitch/callback', [
        '/epic-games/callback',
        ...foreignPaths,
      ]),
    ).toBe(true)
  })

  it('a code of Twitch is accepted only for this player’s own request (P57)', async () => {
    expect(await answerToUsedCode(twitch, '/twitch/callback', '100000001')).toBe(
      '400 PARTNER_RESPONSE_ERROR@',
    )
  })

  it('a second unlinking of Twitch changes nothing (P58)', async () => {
    expect(await isLinkedAfter(twitch.unlink)).toBe(false)
  })
})
