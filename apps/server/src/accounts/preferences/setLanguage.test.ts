import { type Language, languages } from '@gatehouse/contract/languages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { wordsOf } from '../../words/wordsOf.ts'

/* The language that a player chooses: who may, what is kept, and what follows from it. */

let app: TestApp
let ada: TestVisitor

beforeAll(async () => {
  app = await startApp({
    settings: { LIMITS: 'off' },
    deployments: {
      local: { Languages: '*' },
      prod: { Languages: 'en,fr,ja', DefaultLanguage: 'fr' },
      test: { Languages: 'ja', DefaultLanguage: 'ja' },
    },
  })
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(() => app.close())

async function profileOf(visitor: TestVisitor) {
  const { Id_User: userId } = await visitor.readToken()
  return visitor.call('readProfile', { path: { userId }, query: {} })
}

const choose = (visitor: TestVisitor, Language: (typeof languages)[number] | '') =>
  visitor.call('setLanguage', { body: { Language } })

async function choiceInDatabase(username: string) {
  const row = await app.services.database.kysely
    .selectFrom('players')
    .select('language')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return row.language
}

describe('the language of a player', () => {
  it('follows the browser until it is chosen', async () => {
    expect(await profileOf(ada)).toHaveProperty('Language', '')
    expect(await choiceInDatabase('Ada')).toBeNull()
  })

  it('is each of the twelve, and then again the browser’s', async () => {
    for (const language of languages) {
      await choose(ada, language)
      expect(await profileOf(ada)).toHaveProperty('Language', language)
    }
    expect(languages).toHaveLength(12)
    await choose(ada, '')
    expect(await profileOf(ada)).toHaveProperty('Language', '')
    expect(await choiceInDatabase('Ada')).toBeNull()
  })

  it('is the same in every browser of the player, and no other player’s (AT-LNG-05)', async () => {
    const other = await signedInPlayer(app, registerForm({ Username: 'Other' }))
    await choose(ada, 'ja')
    const phone = app.visitor()
    await phone.logIn('Ada', samplePassword)
    expect(await profileOf(phone)).toHaveProperty('Language', 'ja')
    expect(await profileOf(other)).toHaveProperty('Language', '')
  })

  it('is no choice any more once the deployment has stopped to offer it', async () => {
    const grace = await signedInPlayer(app, registerForm({ Username: 'Grace' }), 'prod')
    await app.services.database.kysely
      .updateTable('players')
      .set({ language: 'ar' })
      .where('username', '=', 'Grace')
      .execute()
    expect(await profileOf(grace)).toHaveProperty('Language', '')
  })

  it('goes with the account', async () => {
    const leaving = await signedInPlayer(app, registerForm({ Username: 'Leaving' }))
    await choose(leaving, 'de')
    const { Id_User: userId } = await leaving.readToken()
    const Email = registerForm({ Username: 'Leaving' }).Email
    const body = { Password: samplePassword, Email, Id_DeletionType: null, DeletionReason: '' }
    await leaving.call('validatePassword', { path: { userId }, body: { Password: samplePassword } })
    await leaving.call('deleteUser', { path: { userId }, body })
    const row = await app.services.database.kysely
      .selectFrom('players')
      .select(['deleted_at', 'language'])
      .where('id', '=', userId)
      .where('deployment', '=', 'local')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ deleted_at: expect.any(Date), language: null })
  })
})

const subjects = async (to: string) => (await app.mails(to)).map(({ subject }) => subject)
const studio = () => app.deployment('local').configuration.RegisterStudioName
const subjectOf = (language: Language, name: 'passwordRecovery' | 'passwordChanged') =>
  wordsOf(language)[`${name}.subject`].replace('{studio}', studio())

describe('the mails of a player who has chosen', () => {
  it('come in that language, wherever they were asked for and by whom (AT-LNG-05, L51)', async () => {
    const form = registerForm({ Username: 'Reader' })
    const reader = await signedInPlayer(app, form)
    const other = app.visitor('local', '198.51.100.9')
    other.jar.set('sso_language', 'ru')
    const ask = () => other.call('recoverPassword', { body: { email: form.Email } })
    await ask()
    await choose(reader, 'ja')
    reader.jar.set('sso_language', 'de')
    await ask()
    const { Id_User: userId } = await reader.readToken()
    const Password = 'Another9Battery'
    await reader.call('validatePassword', { path: { userId }, body: { Password: samplePassword } })
    await reader.call('resetPassword', { body: { Password, ConfirmPassword: Password } })
    await choose(reader, '')
    await ask()
    expect((await subjects(form.Email)).slice(1)).toEqual([
      subjectOf('ru', 'passwordRecovery'),
      subjectOf('ja', 'passwordRecovery'),
      subjectOf('ja', 'passwordChanged'),
      subjectOf('ru', 'passwordRecovery'),
    ])
    const html = (await app.mails(form.Email)).map((mail) => mail.html)
    expect(html[2]).toContain('<html lang="ja"')
  })

  it('come in it without a visitor too, and in the next confirmation', async () => {
    const form = registerForm({ Username: 'Waiting' })
    await app.visitor().call('registerNewUser', { body: form })
    await app.services.database.kysely
      .updateTable('players')
      .set({ language: 'ko' })
      .where('username', '=', 'Waiting')
      .execute()
    app.clock.advance(3600)
    await app.visitor().call('sendConfirmationEmail', { body: { Email: form.Email } })
    const [, again] = await subjects(form.Email)
    expect(again).toBe(wordsOf('ko')['confirmation.subject'].replace('{studio}', studio()))
  })
})

describe('the languages that a player may choose', () => {
  it('is a language that the deployment offers, and no other text (L51)', async () => {
    const grace = await signedInPlayer(app, registerForm({ Username: 'Hopper' }), 'prod')
    await choose(grace, 'fr')
    const evil: readonly unknown[] = [
      'de',
      'EN',
      'fr-CA',
      '../../etc/passwd',
      '__proto__',
      'constructor',
      'en\r\nSet-Cookie: a=b',
      'ar"onload="x',
      'x'.repeat(5000),
      'fr\u0000',
      ['fr'],
      { toString: 'fr' },
      7,
      true,
      null,
    ]
    for (const Language of evil) {
      const answer = await grace.send({
        method: 'POST',
        url: '/api/profile/language',
        payload: { Language },
      })
      const refusal = { ErrorMessage: 'INVALID_REQUEST', Property: 'Language' }
      expect([Language, answer.statusCode, answer.json()]).toEqual([
        Language,
        400,
        { ErrorMessages: [refusal] },
      ])
    }
    const absent = await grace.send({ method: 'POST', url: '/api/profile/language', payload: {} })
    expect(absent.statusCode).toBe(400)
    expect(await profileOf(grace)).toHaveProperty('Language', 'fr')
  })

  it.each(['staging', 'test'] as const)(
    'is nothing at %s, which offers one language, and its profile says nothing of it (AT-LNG-15)',
    async (deployment) => {
      const form = registerForm({ Username: `In${deployment}` })
      const player = await signedInPlayer(app, form, deployment)
      expect(await player.refused('setLanguage', { body: { Language: 'ja' } })).toEqual({
        status: 400,
        items: ['ERROR_NOT_ALLOWED@'],
      })
      expect(await profileOf(player)).not.toHaveProperty('Language')
    },
  )
})
