import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  linkSteam,
  newSteamId,
  steamAnswer,
  steamOf,
  unlinkSteam,
} from '../../../../test/fixtures/partners/linkSteam.ts'
import { registerForm, signedInPlayer } from '../../../../test/fixtures/samples/samplePlayers.ts'
import { type StandIns, startStandIns } from '../../../../test/fixtures/processes/standIns.ts'
import type { TestApp } from '../../../../test/fixtures/startApp.ts'
import { startLinkingApp } from '../../../../test/fixtures/partners/startLinkingApp.ts'
import type { TestVisitor } from '../../../../test/fixtures/testVisitor.ts'

let standIns: StandIns
let app: TestApp
let player: TestVisitor

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, { settings: { LIMITS: 'off' } })
  player = await signedInPlayer(app, registerForm({ Username: 'Patient' }))
})
afterEach(() => standIns.reset('steam'))
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

describe('what Steam says', () => {
  it('AT-CON-16 is no when the player says no there', async () => {
    const body = await steamAnswer(player, 'cancel')
    expect(body['openid.mode']).toBe('cancel')
    expect(await player.refused('steamCallback', { body })).toEqual({
      status: 400,
      items: ['This request is not authorized by OpenId.@'],
    })
  })

  it.each([{ badSig: true }, { rejectAll: true }, { nonceAgeMs: 6 * 60_000 }])(
    'is no with %o',
    async (switches) => {
      await standIns.turn('steam', switches)
      const body = await steamAnswer(player, newSteamId())
      expect((await player.refused('steamCallback', { body })).items).toEqual([
        'This request is not authorized by OpenId.@',
      ])
      expect((await steamOf(player)).IsLinked).toBe(false)
    },
  )

  const wrong = [
    'html',
    'htmlAsJson',
    'badGateway',
    'serverError',
    'redirect',
    'empty',
    'emptyObject',
    'list',
    'null',
    'truncated',
    'deep',
    'proto',
    'huge',
    'bomb',
    'cut',
  ]
  const places = ['/openid/login', '/GetPlayerSummaries']
  it.each(places.flatMap((onlyAt) => wrong.map((answer) => ({ onlyAt, answer }))))(
    'AT-CON-17 H11 T25 is nothing we can use, and nothing is linked, at %o',
    async (switches) => {
      const body = await steamAnswer(player, newSteamId())
      await standIns.turn('steam', switches)
      const began = performance.now()
      expect(await player.refused('steamCallback', { body })).toEqual({
        status: 503,
        items: ['ERROR_STEAM_NOT_REACHABLE@'],
      })
      expect(performance.now() - began).toBeLessThan(6000)
      await standIns.reset('steam')
      // The fault is over at once: one answer in between keeps the breaker closed.
      expect(await linkSteam(player, newSteamId())).toMatchObject({ RedirectUrl: null })
      await unlinkSteam(player)
    },
  )

  it.each([{ down: true }, { rateLimited: true, onlyAt: 'Summaries' }, { badKey: true }])(
    'R-8.4-45 T25 is out of reach with %o',
    async (switches) => {
      const body = await steamAnswer(player, newSteamId())
      await standIns.turn('steam', switches)
      expect((await player.refused('steamCallback', { body })).status).toBe(503)
      await standIns.reset('steam')
      await linkSteam(player, newSteamId())
      await unlinkSteam(player)
    },
  )

  const late = { timeout: 30_000 }
  it(
    'H11 T24 T26 is waited for five seconds, and what comes later links nothing',
    late,
    async () => {
      const body = await steamAnswer(player, newSteamId())
      await standIns.turn('steam', { slowMs: 5600 })
      const began = performance.now()
      expect((await player.refused('steamCallback', { body })).status).toBe(503)
      expect(performance.now() - began).toBeLessThan(6000)
      // Asked after it and as slow as what was left of it: when this is answered, Steam has answered.
      await standIns.turn('steam', { slowMs: 1000 })
      await fetch(`${standIns.origin}/steam/ISteamUser/GetPlayerSummaries/v2`)
      expect((await steamOf(player)).IsLinked).toBe(false)
      // That way is used up; the next one is a new one.
      await standIns.reset('steam')
      expect(await linkSteam(player, newSteamId())).toMatchObject({ RedirectUrl: null })
      await unlinkSteam(player)
    },
  )

  it.each([
    ['htmlName', '<img src=x onerror="document.title=1">'],
    ['longName', 'N'.repeat(64)],
    ['bidiName', 'evilgnp.exe'],
    ['emptyName', null],
    ['objectName', null],
  ])('H13 a name is text of at most 64 characters: %s', async (hostile, name) => {
    await standIns.turn('steam', { hostile })
    const id = newSteamId()
    await linkSteam(player, id)
    expect((await steamOf(player)).ConnectName).toBe(name ?? id)
    await unlinkSteam(player)
  })

  it.each(['scriptAvatar', 'dataAvatar', 'internalAvatar', 'foreignAvatar'])(
    'H11 an avatar of another place is left out: %s',
    async (hostile) => {
      await standIns.turn('steam', { hostile })
      await linkSteam(player, newSteamId())
      expect((await steamOf(player)).Avatar).toBeNull()
      await unlinkSteam(player)
    },
  )

  it.each(['objectId', 'listId', 'otherId'])(
    'H11 an id is a text of its form: %s',
    async (hostile) => {
      await standIns.turn('steam', { hostile })
      const body = await steamAnswer(player, newSteamId())
      expect((await player.refused('steamCallback', { body })).items).toEqual([
        'ERROR_STEAM_NOT_REACHABLE@',
      ])
    },
  )

  it('keeps codes, keys and queries out of the log', () => {
    expect(app.logged.join('')).not.toMatch(/openid\.|sample-steam-key|state=/)
  })
})
