import type { InputOf } from '@gatehouse/contract/calls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  linkSteam,
  newSteamId,
  steamAnswer,
  steamOf,
  unlinkSteam,
} from '../../../../test/fixtures/partners/linkSteam.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../../test/fixtures/samples/samplePlayers.ts'
import { type StandIns, startStandIns } from '../../../../test/fixtures/processes/standIns.ts'
import type { TestApp } from '../../../../test/fixtures/startApp.ts'
import { startLinkingApp } from '../../../../test/fixtures/partners/startLinkingApp.ts'
import type { TestVisitor } from '../../../../test/fixtures/testVisitor.ts'

const callbackPath = '/steam/callback'

let standIns: StandIns
let app: TestApp
let player: TestVisitor

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, { settings: { LIMITS: 'off' } })
  player = await signedInPlayer(app, registerForm({ Username: 'Steamer' }))
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

async function isChecked(visitor: TestVisitor): Promise<boolean> {
  const { Id_User: userId } = await visitor.readToken()
  return (await visitor.call('readProfile', { path: { userId }, query: {} })).SteamCheck
}

describe('linking Steam', () => {
  afterEach(() => unlinkSteam(player))

  it('shows the account with its name and avatar (AT-CON-20, R-7.12-1, R-7.12-2)', async () => {
    const answer = await steamAnswer(player, '76561198000000001')
    const linked = await player.call('steamCallback', { body: answer })
    expect(linked).toEqual({ AccountId: '76561198000000001', RedirectUrl: null })
    expect(await steamOf(player)).toMatchObject({
      IsLinked: true,
      ConnectName: 'SteamGuy',
      Avatar: `${standIns.origin}/steam/avatars/76561198000000001.svg`,
      LastCheck: app.clock.now().toISOString(),
      Id_Account: '76561198000000001',
    })
    expect(app.logged.join('')).toContain('"event":"connection.linked"')
  })

  it('sets the Steam check of the profile until the account is unlinked (R-3.1-9)', async () => {
    expect(await isChecked(player)).toBe(false)
    await linkSteam(player, newSteamId())
    expect(await isChecked(player)).toBe(true)
    await unlinkSteam(player)
    expect(await isChecked(player)).toBe(false)
    expect(app.logged.join('')).toContain('"event":"connection.unlinked"')
  })

  it('refreshes an account that is linked already, and refuses a second one', async () => {
    const id = newSteamId()
    await linkSteam(player, id)
    app.clock.advance(60)
    expect(await linkSteam(player, id)).toMatchObject({ AccountId: id })
    expect((await steamOf(player)).LastCheck).toBe(app.clock.now().toISOString())
    const body = await steamAnswer(player, newSteamId())
    expect((await player.refused('steamCallback', { body })).items).toEqual(['ERROR_NOT_ALLOWED@'])
    expect((await steamOf(player)).Id_Account).toBe(id)
  })

  it('answers the address that the portal goes on to (R-4.10-5)', async () => {
    for (const url of ['http://site.test/rewards?x=1', '/survey/qualification/confirm']) {
      expect((await linkSteam(player, newSteamId(), url)).RedirectUrl).toBe(url)
      await unlinkSteam(player)
    }
  })

  it('refuses an address whose host is not allowed (G01)', async () => {
    const bad = [
      'javascript:alert(1)',
      '//evil.test',
      '/\\evil.test',
      'https:evil.test',
      'https://evil.test',
      'https://site.test.evil.test',
      'https://site.test@evil.test',
      'https://evil.test#site.test',
      'https://sité.test',
      'site.test',
    ]
    for (const redirectUrl of bad) {
      const refused = await player.refused('steamAuth', { query: { callbackPath, redirectUrl } })
      expect([redirectUrl, refused]).toEqual([
        redirectUrl,
        { status: 400, items: ['INVALID_REQUEST@'] },
      ])
    }
  })

  it('answers no address whose host has left the list meanwhile (G04)', async () => {
    const answer = await steamAnswer(player, newSteamId(), 'http://site.test/rewards')
    const local = { allowedRedirectDomains: ['localhost'] }
    const later = await startLinkingApp(standIns, { beside: app, deployments: { local } })
    const same = later.visitor()
    same.bearer = player.bearer
    const linked = await same.call('steamCallback', { body: answer })
    await later.close()
    expect(linked.RedirectUrl).toBeNull()
  })

  it('refuses a callback path that is not its own', async () => {
    for (const path of ['', '//evil.test', 'http://evil.test/steam/callback', '/twitch/callback']) {
      const query = { callbackPath: path, redirectUrl: '' }
      expect((await player.refused('steamAuth', { query })).items).toEqual(['ERROR_NOT_ALLOWED@'])
    }
  })
})

describe('unlinking Steam', () => {
  it('requires the id of the linked account, and may be repeated (R-7.12-5)', async () => {
    const id = newSteamId()
    await linkSteam(player, id)
    for (const SteamId of ['', newSteamId(), `${id}0`]) {
      const refused = await player.refused('steamUnlink', { body: { SteamId } })
      expect(refused.items).toEqual(['ERROR_NOT_ALLOWED@'])
    }
    expect((await steamOf(player)).IsLinked).toBe(true)
    for (const SteamId of [id, id]) {
      expect(await player.call('steamUnlink', { body: { SteamId } })).toEqual({})
    }
    expect((await steamOf(player)).IsLinked).toBe(false)
  })

  it('frees the account for the next player', async () => {
    const id = newSteamId()
    await linkSteam(player, id)
    await unlinkSteam(player)
    const heir = await signedInPlayer(app, registerForm({ Username: 'Heir' }))
    expect(await linkSteam(heir, id)).toMatchObject({ AccountId: id })
    await player.call('steamUnlink', { body: { SteamId: id } })
    expect((await steamOf(heir)).IsLinked).toBe(true)
  })

  it('closes the survey that needs a linked account (AT-SUR-10)', async () => {
    const id = newSteamId()
    await linkSteam(player, id)
    await unlinkSteam(player)
    const refused = await player.refused('sendQualificationSurvey', { body: survey(id) })
    expect(refused.items).toEqual(['ERROR_NOT_ALLOWED@'])
    await linkSteam(player, id)
    expect(await player.call('sendQualificationSurvey', { body: survey(id) })).toEqual({})
    await unlinkSteam(player)
  })

  it('is part of the deletion of the player’s account', async () => {
    const leaver = await signedInPlayer(app, registerForm({ Username: 'Leaver' }))
    const id = newSteamId()
    await linkSteam(leaver, id)
    await steamAnswer(leaver, id)
    const { Id_User: userId } = await leaver.readToken()
    const { DeletionTypes } = await leaver.call('listDeletionTypes', {})
    await leaver.call('validatePassword', {
      path: { userId },
      body: { Password: samplePassword },
    })
    await leaver.call('deleteUser', {
      path: { userId },
      body: {
        Password: samplePassword,
        Email: 'leaver@site.test',
        Id_DeletionType: DeletionTypes[0]?.Id ?? 0,
        DeletionReason: '',
      },
    })
    const { kysely } = app.services.database
    for (const table of ['connections', 'authorization_flows'] as const) {
      const rows = await kysely
        .selectFrom(table)
        .selectAll()
        .where('player_id', '=', userId)
        .execute()
      expect([table, rows]).toEqual([table, []])
    }
    expect(await linkSteam(player, id)).toMatchObject({ AccountId: id })
    await unlinkSteam(player)
  })
})

function survey(steamId: string): InputOf<'sendQualificationSurvey'>['body'] {
  return {
    SteamId: steamId,
    Username: 'Steamer',
    Age: 2,
    Gender: 1,
    Country: 'France',
    DevType: 3,
    FavoriteFeatures: ['Forums'],
    SocialNetworks: ['Reddit'],
    OtherSocialNetworks: '',
    Gameinformationources: ['Wikis'],
    OtherGameinformationources: '',
    HasInfluencers: false,
    Influencers: '',
    GamingWebsites: ['IGN'],
    OtherGamingWebsites: '',
    Reviews_GamingWebsite: 1,
    Reviews_Influencers: 2,
    Reviews_Steam: 4,
    HasOtherStudios: false,
    OtherStudios: '',
    AdditionnalMessage: '',
  }
}
