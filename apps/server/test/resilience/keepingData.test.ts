import { surveyQuestions } from '@gatehouse/contract/survey'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runMaintenance } from '../../src/maintenance/runMaintenance.ts'
import { everyRow } from '../fixtures/samples/everyRow.ts'
import { ownRows } from '../fixtures/samples/ownRows.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
})
afterAll(() => app.close())

const month = 30 * 24 * 3600

/** A complete survey with texts that a search can find. */
const survey = {
  Age: 4,
  Gender: 3,
  Country: 'France',
  DevType: 6,
  FavoriteFeatures: ['Forums'],
  SocialNetworks: ['Discord', 'Other'],
  OtherSocialNetworks: 'Findable on a network',
  Gameinformationources: ['Wikis'],
  OtherGameinformationources: '',
  Influencers: 'Findable Influencer',
  HasInfluencers: true,
  GamingWebsites: ['IGN'],
  OtherGamingWebsites: '',
  Reviews_GamingWebsite: 1,
  Reviews_Influencers: 2,
  Reviews_Steam: 4,
  OtherStudios: '',
  HasOtherStudios: false,
  AdditionnalMessage: 'Findable message',
  Username: '',
}

async function playerWithSteam(Username: string, SteamId: string, DateOfBirth = '1990-12-10') {
  const studio = 'two-point-studios'
  const Password = 'Correct7Horse'
  const form = registerForm({ Username, Password, DateOfBirth })
  const visitor = await signedInPlayer(app, form, studio)
  const { Id_User: userId } = await visitor.readToken()
  const now = app.clock.now()
  await app.services.database.kysely
    .insertInto('connections')
    .values({
      deployment: studio,
      player_id: userId,
      canonical_name: 'steam',
      account_id: SteamId,
      account_name: Username,
      avatar: '',
      last_check: now,
      linked_at: now,
    })
    .execute()
  return { visitor, userId }
}

const answer = (visitor: TestVisitor, SteamId: string, Age: number) =>
  visitor.call('sendQualificationSurvey', { body: { ...survey, SteamId, Age } })

const rest = (rows: readonly string[]) => rows.filter((row) => !row.startsWith('public.surveys '))

const deletion = (userId: number, Email: string, Password: string) => ({
  path: { userId },
  body: { Password, Email, Id_DeletionType: null, DeletionReason: '' },
})

describe('a child', () => {
  it('leaves no typed value in rows, logs, mails or cookies after a refusal (M07)', async () => {
    const visitor = app.visitor('two-point-studios')
    const before = await everyRow(app.services.database.kysely)
    const lines = app.logged.length
    const refusal = await visitor.refused('registerNewUser', {
      body: registerForm({
        Username: 'LittleOne',
        Firstname: 'Tinyname',
        Lastname: 'Smallname',
        DateOfBirth: '2020-06-07',
        Email: 'littleone@kids.test',
        Password: 'Correct7Horse',
      }),
    })
    expect(refusal.items).toEqual(['You must be at least 13 years old@DateOfBirth'])
    const typed = /littleone|tinyname|smallname|kids\.test|2020-06-07|Correct7Horse/i
    const after = await everyRow(app.services.database.kysely)
    expect(before).not.toMatch(typed)
    expect(after).not.toMatch(typed)
    expect(app.logged.slice(lines).join('')).not.toMatch(typed)
    expect(await app.mails('littleone@kids.test')).toEqual([])
    expect(JSON.stringify([...visitor.jar])).not.toMatch(typed)
    expect(decodeURIComponent(JSON.stringify([...visitor.jar]))).not.toMatch(typed)
  })
})

describe('maintenance', () => {
  it('removes the texts of surveys and deletions after the promised months (M08)', async () => {
    const { visitor, userId } = await playerWithSteam('Ada', '1001')
    await answer(visitor, '1001', 4)
    const leaving = await signedInPlayer(app, registerForm({ Username: 'Leaver' }))
    const { Id_User } = await leaving.readToken()
    await leaving.call('deleteUser', {
      path: { userId: Id_User },
      body: {
        Password: samplePassword,
        Email: 'leaver@site.test',
        Id_DeletionType: 4,
        DeletionReason: 'Findable reason',
      },
    })
    const texts = /Findable (on a network|Influencer|message|reason)/
    const { kysely } = app.services.database
    const months = app.services.settings.ANSWERS_MONTHS
    app.clock.advance(months * month - 1)
    await runMaintenance(app.services)
    expect(await everyRow(kysely)).toMatch(/Findable message[^]*|Findable reason/)
    app.clock.advance(2)
    await runMaintenance(app.services)
    expect(await everyRow(kysely)).not.toMatch(texts)
    // A deletion and its chosen type identify no player.
    expect(
      await kysely.selectFrom('deletions').select(['deletion_type_id', 'reason']).execute(),
    ).toEqual([{ deletion_type_id: 4, reason: null }])
    const player = kysely.selectFrom('players').select('titles').where('id', '=', userId)
    expect(await player.execute()).toEqual([{ titles: 'Qualified' }])
    expect(surveyQuestions.length).toBeGreaterThan(9)
  })

  it('an age in a survey that contradicts the date of birth is flagged and has no other effect (M09)', async () => {
    const { visitor, userId } = await playerWithSteam('Eve', '1002')
    const flags = () => app.logged.filter((line) => line.includes('"event":"survey.age_mismatch"'))
    await answer(visitor, '1002', 4)
    expect(flags()).toEqual([])
    const before = rest(await ownRows(app))
    const mails = (await app.mails()).length
    await answer(visitor, '1002', 1)
    expect(flags()).toHaveLength(1)
    expect(JSON.parse(flags()[0] ?? '')).toMatchObject({ playerId: userId })
    expect(flags().join('')).not.toMatch(/1990|Findable/)
    // Date, name, consents and subscriptions stay as they were.
    expect(rest(await ownRows(app))).toEqual(before)
    expect(await app.mails()).toHaveLength(mails)
    const young = await playerWithSteam('Kid', '1003', '2012-01-01')
    await answer(young.visitor, '1003', 1)
    expect(flags()).toHaveLength(1)
    await answer(young.visitor, '1003', 2)
    expect(flags()).toHaveLength(2)
  })
})

describe('a player with a deleted account', () => {
  it('is named in no log line from the registration to the farewell mail (M03)', async () => {
    const lines = app.logged.length
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Mialogged' }))
    const { Id_User: userId } = await visitor.readToken()
    await visitor.refused('deleteUser', deletion(userId, 'mialogged@site.test', 'wrong-1'))
    await visitor.call('deleteUser', deletion(userId, 'mialogged@site.test', samplePassword))
    await app.mails()
    const logged = app.logged.slice(lines).join('')
    expect(logged).toContain('"event":"account.deleted"')
    expect(logged).not.toMatch(/mialogged|Ada Byron|1990-12-10/i)
    expect((await everyRow(app.services.database.kysely)).match(/mialogged/gi)).toBeNull()
  })
})

describe('a player’s own data', () => {
  it('is read by its owner only, and no export exists for another player’s data (M06)', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: 'Reader' }))
    const vic = await signedInPlayer(app, registerForm({ Username: 'Vic' }))
    const { Id_User: otherId } = await vic.readToken()
    const { Id_User: own } = await ada.readToken()
    const read = (id: number, path: string) =>
      ada.send({ method: 'GET', url: `/api/${path.replace('{userId}', String(id))}` })
    const personal = ['profile/user/{userId}', 'cookie/user/{userId}']
    for (const path of personal) {
      expect((await read(own, path)).statusCode).toBe(200)
      const refused = await read(otherId, path)
      expect([refused.statusCode, /vic/i.test(refused.body)]).toEqual([400, false])
    }
    for (const path of ['export', 'profile/export', 'profile/user/{userId}/export', 'gdpr']) {
      expect([path, (await read(otherId, path)).statusCode]).toEqual([path, 404])
    }
  })
})
