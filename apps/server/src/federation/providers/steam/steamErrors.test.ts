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

describe('the linking of Steam', () => {
  it('is refused when the player cancels at Steam (AT-CON-16)', async () => {
    const body = await steamAnswer(player, 'cancel')
    expect(body['openid.mode']).toBe('cancel')
    expect(await player.refused('steamCallback', { body })).toEqual({
      status: 400,
      items: ['This request is not authorized by OpenId.@'],
    })
  })

  it.each([{ badSig: true }, { rejectAll: true }, { nonceAgeMs: 6 * 60_000 }])(
    'is refused for an assertion that Steam denies or that is too old: %o',
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
    'is refused as unreachable for an unusable answer, and recovers at once: %o (AT-CON-17, H11, T25)',
    async (switches) => {
      const body = await steamAnswer(player, newSteamId())
      await standIns.turn('steam', switches)
      expect(await player.refused('steamCallback', { body })).toEqual({
        status: 503,
        items: ['ERROR_STEAM_NOT_REACHABLE@'],
      })
      await standIns.reset('steam')
      // A good answer in between keeps the breaker closed for the next case.
      expect(await linkSteam(player, newSteamId())).toMatchObject({ RedirectUrl: null })
      await unlinkSteam(player)
    },
  )

  it.each([
    { down: true },
    { rateLimited: true, retryAfter: 0, onlyAt: 'Summaries' },
    { badKey: true },
  ])('is refused as unreachable while Steam fails: %o (R-8.4-45, T25)', async (switches) => {
    const body = await steamAnswer(player, newSteamId())
    await standIns.turn('steam', switches)
    expect((await player.refused('steamCallback', { body })).status).toBe(503)
    await standIns.reset('steam')
    await linkSteam(player, newSteamId())
    await unlinkSteam(player)
  })

  it.each([
    ['htmlName', '<img src=x onerror="document.title=1">'],
    ['longName', 'N'.repeat(64)],
    ['bidiName', 'evilgnp.exe'],
    ['emptyName', null],
    ['objectName', null],
  ])('shows a name as text of at most 64 characters: %s (H13)', async (hostile, name) => {
    await standIns.turn('steam', { hostile })
    const id = newSteamId()
    await linkSteam(player, id)
    expect((await steamOf(player)).ConnectName).toBe(name ?? id)
    await unlinkSteam(player)
  })

  it.each(['scriptAvatar', 'dataAvatar', 'internalAvatar', 'foreignAvatar'])(
    'leaves out an avatar of another host: %s (H11)',
    async (hostile) => {
      await standIns.turn('steam', { hostile })
      await linkSteam(player, newSteamId())
      expect((await steamOf(player)).Avatar).toBeNull()
      await unlinkSteam(player)
    },
  )

  it.each(['objectId', 'listId', 'otherId'])(
    'is refused for an id that is another one or no text: %s (H11)',
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
