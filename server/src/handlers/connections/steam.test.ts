import type { InputOf } from '@gatehouse/contract/schemas'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { registerForm, samplePassword, signedInPlayer } from '../../testing/samplePlayers.ts'
import { signInAt } from '../../testing/signInAt.ts'
import { type StandIns, startStandIns } from '../../testing/standIns.ts'
import type { TestApp } from '../../testing/startApp.ts'
import { startLinkingApp } from '../../testing/startLinkingApp.ts'
import type { TestVisitor } from '../../testing/testVisitor.ts'

const callbackPath = '/steam/callback'

let standIns: StandIns
let app: TestApp
let player: TestVisitor
let ids = 0

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, { settings: { LIMITS: 'off' } })
  player = await signedInPlayer(app, registerForm({ Username: 'Steamer' }))
})
afterEach(() => standIns.reset('steam'))
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

/** A Steam account that no other test has. */
function newSteamId(): string {
  ids += 1
  return `765611980001${String(ids).padStart(5, '0')}`
}

async function answerOf(visitor: TestVisitor, user: string, redirectUrl = '') {
  const url = await visitor.call('steamAuth', { query: { callbackPath, redirectUrl } })
  return signInAt(url, user)
}

async function link(visitor: TestVisitor, user: string, redirectUrl = '') {
  return visitor.call('steamCallback', { body: await answerOf(visitor, user, redirectUrl) })
}

async function unlink(visitor: TestVisitor) {
  const { Id_Account } = await steamOf(visitor)
  if (Id_Account !== null) await visitor.call('steamUnlink', { body: { SteamId: Id_Account } })
}

async function steamOf(visitor: TestVisitor) {
  const connect = (await visitor.call('listConnects', {})).find(
    ({ CanonicalName }) => CanonicalName === 'steam',
  )
  if (!connect) throw new Error('Steam is not listed.')
  return connect
}

async function isChecked(visitor: TestVisitor): Promise<boolean> {
  const { Id_User: userId } = await visitor.readToken()
  return (await visitor.call('readProfile', { path: { userId }, query: {} })).SteamCheck
}

describe('linking Steam', () => {
  afterEach(() => unlink(player))

  it('AT-CON-20 R-7.12-1 R-7.12-2 shows the account by its name, with its avatar', async () => {
    const answer = await answerOf(player, '76561198000000001')
    const linked = await player.call('steamCallback', { body: answer })
    expect(linked).toEqual({ AccountId: '76561198000000001', RedirectUrl: null })
    expect(await steamOf(player)).toMatchObject({
      IsLinked: true,
      ConnectName: 'SteamGuy',
      Avatar: `${standIns.origin}/steam/avatars/76561198000000001.svg`,
      LastCheck: app.clock.now().toISOString(),
      Id_Account: '76561198000000001',
      CanLink: true,
      IsGone: false,
    })
    expect(app.logged.join('')).toContain('"security":"steam linked"')
  })

  it('R-3.1-9 notes that it was checked, until it is unlinked', async () => {
    expect(await isChecked(player)).toBe(false)
    await link(player, newSteamId())
    expect(await isChecked(player)).toBe(true)
    await unlink(player)
    expect(await isChecked(player)).toBe(false)
    expect(app.logged.join('')).toContain('"security":"steam unlinked"')
  })

  it('again with the same account only refreshes it; another one is linked after unlinking', async () => {
    const id = newSteamId()
    await link(player, id)
    app.clock.advance(60)
    expect(await link(player, id)).toMatchObject({ AccountId: id })
    expect((await steamOf(player)).LastCheck).toBe(app.clock.now().toISOString())
    const body = await answerOf(player, newSteamId())
    expect((await player.refused('steamCallback', { body })).items).toEqual(['ERROR_NOT_ALLOWED@'])
    expect((await steamOf(player)).Id_Account).toBe(id)
  })

  it('R-4.10-5 answers where the way goes on', async () => {
    for (const url of ['http://site.test/rewards?x=1', '/survey/qualification/confirm']) {
      expect((await link(player, newSteamId(), url)).RedirectUrl).toBe(url)
      await unlink(player)
    }
  })

  it('G01 goes on to no host that is not allowed', async () => {
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

  it('G04 goes on to no host that was taken off the list meanwhile', async () => {
    const answer = await answerOf(player, newSteamId(), 'http://site.test/rewards')
    const local = { allowedRedirectDomains: ['localhost'] }
    const later = await startLinkingApp(standIns, { beside: app, deployments: { local } })
    const same = later.visitor()
    same.bearer = player.bearer
    const linked = await same.call('steamCallback', { body: answer })
    await later.close()
    expect(linked.RedirectUrl).toBeNull()
  })

  it('comes back to no path but its own', async () => {
    for (const path of ['', '//evil.test', 'http://evil.test/steam/callback', '/twitch/callback']) {
      const query = { callbackPath: path, redirectUrl: '' }
      expect((await player.refused('steamAuth', { query })).items).toEqual(['ERROR_NOT_ALLOWED@'])
    }
  })
})

describe('unlinking Steam', () => {
  it('R-7.12-5 takes the id of the linked account, and repeats itself', async () => {
    const id = newSteamId()
    await link(player, id)
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

  it('leaves the account to whoever links it next', async () => {
    const id = newSteamId()
    await link(player, id)
    await unlink(player)
    const heir = await signedInPlayer(app, registerForm({ Username: 'Heir' }))
    expect(await link(heir, id)).toMatchObject({ AccountId: id })
    await player.call('steamUnlink', { body: { SteamId: id } })
    expect((await steamOf(heir)).IsLinked).toBe(true)
  })

  it('AT-SUR-10 ends what needs a linked account', async () => {
    const id = newSteamId()
    await link(player, id)
    await unlink(player)
    const refused = await player.refused('sendQualificationSurvey', { body: survey(id) })
    expect(refused.items).toEqual(['ERROR_NOT_ALLOWED@'])
    await link(player, id)
    expect(await player.call('sendQualificationSurvey', { body: survey(id) })).toEqual({})
    await unlink(player)
  })

  it('is done by the deletion of the account', async () => {
    const leaver = await signedInPlayer(app, registerForm({ Username: 'Leaver' }))
    const id = newSteamId()
    await link(leaver, id)
    await answerOf(leaver, id)
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
    for (const table of ['connects', 'external_flows'] as const) {
      const rows = await kysely
        .selectFrom(table)
        .selectAll()
        .where('player_id', '=', userId)
        .execute()
      expect([table, rows]).toEqual([table, []])
    }
    expect(await link(player, id)).toMatchObject({ AccountId: id })
    await unlink(player)
  })
})

describe('what Steam says', () => {
  it('AT-CON-16 is no when the player says no there', async () => {
    const body = await answerOf(player, 'cancel')
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
      const body = await answerOf(player, newSteamId())
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
  it.each(places.flatMap((faultAt) => wrong.map((answer) => ({ faultAt, answer }))))(
    'AT-CON-17 H11 is nothing we can use, and nothing is linked, at %o',
    async (switches) => {
      const body = await answerOf(player, newSteamId())
      await standIns.turn('steam', switches)
      const began = performance.now()
      expect(await player.refused('steamCallback', { body })).toEqual({
        status: 503,
        items: ['ERROR_STEAM_NOT_REACHABLE@'],
      })
      expect(performance.now() - began).toBeLessThan(6000)
      await standIns.reset('steam')
      // The fault is over at once: one answer in between keeps the breaker closed.
      expect(await link(player, newSteamId())).toMatchObject({ RedirectUrl: null })
      await unlink(player)
    },
  )

  it.each([{ down: true }, { rateLimited: true, faultAt: 'Summaries' }, { badKey: true }])(
    'R-8.4-45 is out of reach with %o',
    async (switches) => {
      const body = await answerOf(player, newSteamId())
      await standIns.turn('steam', switches)
      expect((await player.refused('steamCallback', { body })).status).toBe(503)
      await standIns.reset('steam')
      await link(player, newSteamId())
      await unlink(player)
    },
  )

  it('H11 is waited for no longer than five seconds', { timeout: 20_000 }, async () => {
    const body = await answerOf(player, newSteamId())
    await standIns.turn('steam', { slowMs: 7000 })
    const began = performance.now()
    expect((await player.refused('steamCallback', { body })).status).toBe(503)
    expect(performance.now() - began).toBeLessThan(6000)
  })

  it.each([
    ['htmlName', '<img src=x onerror="document.title=1">'],
    ['longName', 'N'.repeat(64)],
    ['bidiName', 'evilgnp.exe'],
    ['emptyName', null],
    ['objectName', null],
  ])('H13 a name is text of at most 64 characters: %s', async (hostile, name) => {
    await standIns.turn('steam', { hostile })
    const id = newSteamId()
    await link(player, id)
    expect((await steamOf(player)).ConnectName).toBe(name ?? id)
    await unlink(player)
  })

  it.each(['scriptAvatar', 'dataAvatar', 'internalAvatar', 'foreignAvatar'])(
    'H11 an avatar of another place is left out: %s',
    async (hostile) => {
      await standIns.turn('steam', { hostile })
      await link(player, newSteamId())
      expect((await steamOf(player)).Avatar).toBeNull()
      await unlink(player)
    },
  )

  it.each(['objectId', 'listId', 'otherId'])(
    'H11 an id is a text of its form: %s',
    async (hostile) => {
      await standIns.turn('steam', { hostile })
      const body = await answerOf(player, newSteamId())
      expect((await player.refused('steamCallback', { body })).items).toEqual([
        'ERROR_STEAM_NOT_REACHABLE@',
      ])
    },
  )

  it('keeps codes, keys and queries out of the log', () => {
    expect(app.logged.join('')).not.toMatch(/openid\.|sample-steam-key|state=/)
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
