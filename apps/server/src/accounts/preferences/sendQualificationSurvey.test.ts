import type { InputOf } from '@gatehouse/contract/calls'
import { surveyQuestions } from '@gatehouse/contract/survey'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Survey = InputOf<'sendQualificationSurvey'>['body']

const complete: Survey = {
  Age: 4,
  Gender: 3,
  Country: 'france',
  DevType: 6,
  FavoriteFeatures: ['Forums', 'Votes'],
  SocialNetworks: ['Discord', 'Other'],
  OtherSocialNetworks: 'Mastodon',
  Gameinformationources: ['Wikis'],
  OtherGameinformationources: 'never ticked',
  Influencers: 'Somebody',
  HasInfluencers: true,
  GamingWebsites: ['IGN'],
  OtherGamingWebsites: '',
  Reviews_GamingWebsite: 1,
  Reviews_Influencers: 2,
  Reviews_Steam: 4,
  OtherStudios: '',
  HasOtherStudios: false,
  AdditionnalMessage: 'Hello\nthere',
  SteamId: '7656',
  Username: 'QaPlayer',
}

async function newPlayer(Username: string, steamId: string | null) {
  const visitor = await signedInPlayer(app, registerForm({ Username }))
  const { Id_User: userId } = await visitor.readToken()
  const now = app.clock.now()
  if (steamId !== null) {
    await app.services.database.kysely
      .insertInto('connections')
      .values({
        deployment: 'local',
        player_id: userId,
        canonical_name: 'steam',
        account_id: steamId,
        account_name: Username,
        avatar: '',
        last_check: now,
        linked_at: now,
      })
      .execute()
  }
  const titles = async () =>
    (await visitor.call('readProfile', { path: { userId }, query: {} })).Titles
  return { visitor, userId, titles }
}

const surveyOf = (userId: number) =>
  app.services.database.kysely
    .selectFrom('surveys')
    .selectAll()
    .where('player_id', '=', userId)
    .execute()

describe('the qualification survey', () => {
  it('keeps the latest answers and gives badge and title once (P59, AT-SUR-10, R-7.15-1)', async () => {
    const { visitor, userId, titles } = await newPlayer('Ada', '1001')
    const body = { ...complete, SteamId: '1001' }
    expect(await visitor.call('sendQualificationSurvey', { body })).toEqual({})
    expect(await titles()).toBe('Qualified')
    const [first] = await surveyOf(userId)
    expect(first?.answers).toMatchObject({
      Country: 'France',
      OtherSocialNetworks: 'Mastodon',
      OtherGameinformationources: '',
      AdditionnalMessage: 'Hello\nthere',
    })
    expect(Object.keys(first?.answers ?? {})).not.toContain('Username')

    app.clock.advance(60)
    await visitor.call('sendQualificationSurvey', { body: { ...body, Age: 1 } })
    const [second, ...more] = await surveyOf(userId)
    expect(more).toEqual([])
    expect(second?.answers.Age).toBe(1)
    expect(second?.sent_at).toEqual(first?.sent_at)
    expect(second?.updated_at).toEqual(app.clock.now())
    expect(await titles()).toBe('Qualified')
  })

  it('gives one badge for twenty surveys at once and keeps earlier titles (J08)', async () => {
    const { visitor, userId, titles } = await newPlayer('Bob', '1002')
    await app.services.database.kysely
      .updateTable('players')
      .set({ titles: 'Map Maker;VIP' })
      .where('id', '=', userId)
      .execute()
    const body = { ...complete, SteamId: '1002' }
    const sendings = Array.from({ length: 20 }, () =>
      visitor.call('sendQualificationSurvey', { body }),
    )
    expect(await Promise.all(sendings)).toHaveLength(20)
    expect(await titles()).toBe('Map Maker;VIP;Qualified')
    expect(await surveyOf(userId)).toHaveLength(1)
  })

  it('is accepted without a message (AT-API-20, R-3.12-19)', async () => {
    const { visitor } = await newPlayer('Cid', '1003')
    const { AdditionnalMessage: _, ...body } = { ...complete, SteamId: '1003' }
    const answer = await visitor.call('sendQualificationSurvey', { body: body as Survey })
    expect(answer).toEqual({})
  })

  it.each([
    ['an unknown Steam account', '1004', '9999'],
    ['a Steam account without a link', null, '7656'],
    ['no Steam account at all', null, ''],
  ])('is refused with %s (P59, AT-API-20, J08)', async (name, linked, SteamId) => {
    const { visitor, userId, titles } = await newPlayer(`Dot${name.length}`, linked)
    const body = { ...complete, SteamId }
    expect(await visitor.refused('sendQualificationSurvey', { body })).toEqual({
      status: 400,
      items: ['ERROR_NOT_ALLOWED@'],
    })
    expect(await surveyOf(userId)).toEqual([])
    expect(await titles()).toBe('')
  })

  it('names every unanswered question in one answer (P59, R-5.7-1)', async () => {
    const { visitor } = await newPlayer('Eve', '1005')
    const { items } = await visitor.refused('sendQualificationSurvey', {
      body: { SteamId: '1005' } as Survey,
    })
    const asked = surveyQuestions.filter(({ kind }) => kind !== 'message')
    expect(items).toEqual(asked.map(({ field }) => `You must answer this question.@${field}`))
  })

  it.each<[keyof Survey, unknown]>([
    ['Age', 0],
    ['Age', 5],
    ['Age', '1'],
    ['Gender', 4],
    ['DevType', 7],
    ['Country', 'Atlantis'],
    ['FavoriteFeatures', []],
    ['FavoriteFeatures', ['Other']],
    ['FavoriteFeatures', Array.from({ length: 201 }, () => 'Forums')],
    ['GamingWebsites', [7]],
    ['SocialNetworks', ['Nowhere']],
    ['SocialNetworks', Array.from({ length: 1000 }, () => 'Discord')],
    ['OtherSocialNetworks', ' '],
    ['Influencers', ''],
    ['HasOtherStudios', 'yes'],
    ['Reviews_GamingWebsite', 0],
    ['Reviews_Steam', 5],
  ])('is refused with the %s %j (P59, R-5.7-2, R-5.7-4)', async (field, value) => {
    const body = { ...complete, [field]: value }
    const { items } = await qa().refused('sendQualificationSurvey', { body })
    expect(items).toEqual([`You must answer this question.@${field}`])
  })

  it('stores a repeated answer once (P59)', async () => {
    const { visitor, userId } = await newPlayer('Twice', '1006')
    const FavoriteFeatures = ['Forums', 'Votes', 'Forums']
    const body = { ...complete, FavoriteFeatures, SteamId: '1006' }
    await visitor.call('sendQualificationSurvey', { body })
    const [kept] = await surveyOf(userId)
    expect(JSON.stringify(kept)).toContain('"FavoriteFeatures":["Forums","Votes"]')
  })

  let qa: () => Awaited<ReturnType<typeof newPlayer>>['visitor']
  beforeAll(async () => {
    const { visitor } = await newPlayer('QaPlayer', '7656')
    qa = () => visitor
  })
})
