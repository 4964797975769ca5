import { expect, it, onTestFinished } from 'vitest'
import {
  linkSteam,
  newSteamId,
  steamAnswer,
  steamOf,
} from '../../../../test/fixtures/partners/linkSteam.ts'
import { startLinkingApp } from '../../../../test/fixtures/partners/startLinkingApp.ts'
import { startStandIns } from '../../../../test/fixtures/processes/standIns.ts'
import { registerForm, signedInPlayer } from '../../../../test/fixtures/samples/samplePlayers.ts'

it('the linking of Steam gives up before an answer after more than five seconds, which then links nothing (H11, T24, T26)', async () => {
  const standIns = await startStandIns()
  const app = await startLinkingApp(standIns, { settings: { LIMITS: 'off' } })
  onTestFinished(async () => {
    await app.close()
    await standIns.stop()
  })
  const player = await signedInPlayer(app, registerForm({ Username: 'Patient' }))
  const body = await steamAnswer(player, newSteamId())
  await standIns.turn('steam', { slowMs: 5600 })
  expect((await player.refused('steamCallback', { body })).status).toBe(503)
  // This request is later and as slow as the rest of that one: its answer comes after Steam's.
  await standIns.turn('steam', { slowMs: 1000 })
  await fetch(`${standIns.origin}/steam/ISteamUser/GetPlayerSummaries/v2`)
  expect((await steamOf(player)).IsLinked).toBe(false)
  // That flow is used up; the next linking starts another.
  await standIns.reset('steam')
  expect(await linkSteam(player, newSteamId())).toMatchObject({ RedirectUrl: null })
})
