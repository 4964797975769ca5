import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashOf } from '../../src/platform/crypto/secrets.ts'
import { partnerPlayer } from '../fixtures/partners/partnerPlayer.ts'
import {
  confirmedPlayer,
  registerForm,
  registerPlayer,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* Account enumeration. SANDBOX protects against it; LOCAL answers as specified. */

let app: TestApp
let count = 0

beforeAll(async () => {
  app = await startApp({
    deployments: {
      sandbox: { enumerationProtection: 'strict' },
      preprod: { RegisterWithAccessKeys: true },
    },
  })
  await confirmedPlayer(app, registerForm({ Username: 'Known' }), 'sandbox')
  await registerPlayer(app, registerForm({ Username: 'Unconfirmed' }), 'sandbox')
  await partnerPlayer(app, 'sandbox', 'Partnered')
  await confirmedPlayer(app, registerForm({ Username: 'Banned' }), 'sandbox')
  await app.services.database.kysely
    .updateTable('players')
    .set({ banned_at: app.clock.now() })
    .where('username', '=', 'Banned')
    .execute()
  await leave(await signedInPlayer(app, registerForm({ Username: 'Gone' }), 'sandbox'))
})
beforeEach(() => {
  // No counter is left over from another test.
  app.clock.advance(24 * 3600)
})
afterAll(() => app.close())

/** A visitor with an IP address that no limit has seen yet. */
const freshVisitor = (deployment: 'sandbox' | 'local' | 'preprod' = 'sandbox'): TestVisitor => {
  count += 1
  return app.visitor(deployment, `198.51.100.${count}`)
}

async function leave(visitor: TestVisitor): Promise<void> {
  const { Id_User: userId } = await visitor.readToken()
  const Email = 'gone@site.test'
  const body = { Password: samplePassword, Email, Id_DeletionType: null, DeletionReason: '' }
  await visitor.call('deleteUser', { path: { userId }, body })
}

/** The visible part of an answer: without the id of the request. */
async function seen(visitor: TestVisitor, url: string, payload: object) {
  const { statusCode, headers, body } = await visitor.send({ method: 'POST', url, payload })
  return { statusCode, headers: Object.keys(headers).toSorted(), body }
}

const identify = (UsernameOrEmail: string) => ({
  body: { UsernameOrEmail, ClientId: '', RedirectUrl: '', Token: '' },
})
const guess = (UsernameOrEmail: string, Password = 'wrong-1') =>
  logInForm({ UsernameOrEmail, Password })
const allNames = ['Known', 'Unconfirmed', 'Banned', 'Gone', 'Missing']
const addressOf = (name: string) =>
  name === 'Partnered' ? 'partnered@relic.test' : `${name.toLowerCase()}@site.test`
const tooMany = ['ERROR_TOO_MANY_ATTEMPTS@']

describe('a deployment with strict protection', () => {
  it('answers identify in one shape for every name, and alike when repeated (A01)', async () => {
    for (const name of allNames) {
      const visitor = freshVisitor()
      const answer = await visitor.call('identify', identify(name))
      expect(answer).toEqual({
        AuthType: 1,
        AuthPartner: 'Relic',
        Id_User: expect.any(Number),
        Username: name,
        TitleName: '',
        Email: '',
        AvatarUrl: '',
      })
      expect(await visitor.call('identify', identify(name))).toEqual(answer)
    }
  })

  it('returns nothing that the visitor has not typed, not even for a partner’s player (A02)', async () => {
    for (const typed of ['Partnered', addressOf('Partnered'), 'Known', addressOf('Known')]) {
      const answer = await freshVisitor().call('identify', identify(typed))
      const isAddress = typed.includes('@')
      expect(answer.Username).toBe(isAddress ? '' : typed)
      expect(answer.Email).toMatch(isAddress ? /^\w\.{5}\w@/ : /^$/)
      expect([answer.TitleName, answer.AvatarUrl]).toEqual(['', ''])
    }
  })

  it('answers identify with an id that opens nothing, at once or later (A03)', async () => {
    const visitor = freshVisitor()
    const { Id_User: userId } = await visitor.call('identify', identify('Known'))
    for (const minutes of [0, 11]) {
      app.clock.advance(minutes * 60)
      const profile = await visitor.refused('readProfile', { path: { userId }, query: {} })
      expect(profile.status).toBe(401)
      const body = { Password: samplePassword }
      const validated = await visitor.refused('validatePassword', { path: { userId }, body })
      expect(validated.status).toBe(401)
      expect(await visitor.refused('logInUser', { path: { userId }, body })).toEqual({
        status: 400,
        items: ['ERROR_USERNAME_PASSWORD_INCORRECT@'],
      })
    }
  })

  it('answers a wrong password alike for every name, and explains a refusal only to the right password (A04)', async () => {
    const visitor = freshVisitor()
    const answers = []
    for (const name of [...allNames, 'Partnered']) {
      answers.push(await seen(visitor, '/api/log/log-in', guess(name)))
    }
    expect(answers[0]?.body).toContain('"ERROR_USERNAME_PASSWORD_INCORRECT"')
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const itemsFor = async (name: string) =>
      (await visitor.refused('logIn', { body: guess(name, samplePassword) })).items
    expect(await itemsFor('Unconfirmed')).toEqual(['ERROR_USER_CONFIRMED@'])
    expect(await itemsFor('Banned')).toEqual(['ERROR_USER_BANNED@'])
  })

  it('answers a recovery alike for every address and mails only players who can use it (A05)', async () => {
    const names = [...allNames, 'Partnered']
    const answers = []
    for (const name of names) {
      const url = '/api/password/password-recovery'
      answers.push(await seen(freshVisitor(), url, { email: addressOf(name) }))
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ statusCode: 200, body: '{}' })
    const resets = (await app.mails()).filter(({ subject }) => subject.startsWith('Reset'))
    const sent = names.map((name) => [
      name,
      resets.filter(({ to }) => to === addressOf(name)).length,
    ])
    // Only the owner reads the mailbox of an unconfirmed account, so this mail confirms it as well.
    expect(Object.fromEntries(sent)).toEqual({
      Known: 1,
      Unconfirmed: 1,
      Banned: 0,
      Gone: 0,
      Missing: 0,
      Partnered: 0,
    })
  })

  it('answers alike for every address that asks for a confirmation mail, and mails only unconfirmed players (A06)', async () => {
    const before = (await app.mails()).length
    const answers = []
    for (const name of [...allNames, 'Partnered']) {
      const url = '/api/email/send-confirmation-email'
      answers.push(await seen(freshVisitor(), url, { Email: addressOf(name) }))
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ statusCode: 200, body: '{}' })
    const recipients = (await app.mails()).slice(before).map(({ to }) => to)
    expect(recipients).toEqual([addressOf('Unconfirmed')])
  })
})

describe('a deployment with the specification’s answers', () => {
  it('allows thirty unknown names an hour over all calls together (A01)', async () => {
    const visitor = freshVisitor('local')
    for (let tries = 0; tries < 15; tries += 1) {
      expect((await visitor.refused('identify', identify('nobody'))).items).toEqual([
        'ERROR_USER_UNKNOWN@UsernameOrEmail',
      ])
      expect((await visitor.refused('logIn', { body: guess(`nobody${tries}`) })).items).toEqual([
        'ERROR_USER_UNKNOWN@UsernameOrEmail',
      ])
    }
    expect((await visitor.refused('identify', identify('nobody'))).items).toEqual(tooMany)
    const byId = { path: { userId: 9_999_999 }, body: { Password: 'wrong-1' } }
    expect((await visitor.refused('logInUser', byId)).items).toEqual(tooMany)
    app.clock.advance(3600)
    expect((await visitor.refused('identify', identify('nobody'))).items).not.toEqual(tooMany)
  })

  it('masks an address as well (A02)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Ada' }))
    const { Email } = await freshVisitor('local').call('identify', identify('Ada'))
    expect(Email).toBe('a.....a@site.test')
  })

  it('answers five registrations an hour that an address is taken (A07)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Bea' }))
    const visitor = freshVisitor('local')
    const body = registerForm({ Username: 'Prober', Email: 'bea@site.test' })
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await visitor.refused('registerNewUser', { body })).items).toEqual([
        'ERROR_EMAIL_EXIST@Email',
      ])
    }
    expect((await visitor.refused('registerNewUser', { body })).items).toEqual(tooMany)
  })

  it('answers a player five times a day that an address is taken (A08)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Cleo' }))
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Dora' }))
    const { Id_User: userId } = await visitor.readToken()
    const Email = 'cleo@site.test'
    const change = { path: { userId }, body: { Email, ConfirmEmail: Email } }
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await visitor.refused('updateEmail', change)).items).toEqual([
        'ERROR_EMAIL_EXIST@Email',
      ])
    }
    expect((await visitor.refused('updateEmail', change)).items).toEqual(tooMany)
    const changes = await app.services.database.kysely
      .selectFrom('email_changes')
      .select('id')
      .where('player_id', '=', userId)
      .execute()
    expect(changes).toEqual([])
  })

  it('answers five registrations an hour that a referrer is unknown (A09)', async () => {
    const visitor = freshVisitor('local')
    for (let tries = 0; tries < 5; tries += 1) {
      const form = { Username: 'Prober', Referrer: `Name${tries}`, ApproveEULA: tries % 2 === 0 }
      const body = registerForm(form)
      expect((await visitor.refused('registerNewUser', { body })).items).toContain(
        'ERROR_USER_REFERRER_NOTEXISTS@Referrer',
      )
    }
    const body = registerForm({ Username: 'Prober', Referrer: 'Name5' })
    expect((await visitor.refused('registerNewUser', { body })).items).toEqual(tooMany)
  })

  it('looks a referrer up only in an otherwise valid form under strict protection (A09)', async () => {
    const strict = await startApp({ deployments: { local: { enumerationProtection: 'strict' } } })
    const visitor = strict.visitor('local')
    const items = async (given: Parameters<typeof registerForm>[0]) =>
      (await visitor.refused('registerNewUser', { body: registerForm(given) })).items
    for (let tries = 0; tries < 20; tries += 1) {
      const form = { Username: 'Prober', Referrer: `Name${tries}`, ApproveEULA: false }
      expect(await items(form)).toEqual(['ERROR_APPROVE_EULA@ApproveEULA'])
    }
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await items({ Username: 'Prober', Referrer: `Name${tries}` })).toEqual([
        'ERROR_USER_REFERRER_NOTEXISTS@Referrer',
      ])
    }
    expect(await items({ Username: 'Prober', Referrer: 'Name5' })).toEqual(tooMany)
    await strict.close()
  })

  it('allows ten access keys an hour, free or used, in both forms together (A10)', async () => {
    const used = 'A-KEY-THAT-WAS-USED'
    await app.services.database.kysely
      .insertInto('access_keys')
      .values({
        deployment: 'preprod',
        value_hash: hashOf(used),
        created_at: app.clock.now(),
        used_at: app.clock.now(),
      })
      .execute()
    const visitor = freshVisitor('preprod')
    for (let tries = 0; tries < 5; tries += 1) {
      const Value = tries % 2 === 0 ? used : `GUESS-${tries}`
      expect((await visitor.refused('validateAccessKey', { body: { Value } })).items).toEqual([
        `ERROR_ACCESS_KEY_${tries % 2 === 0 ? 'ALREADY_USED' : 'NON_EXISTANT'}@Value`,
      ])
      const body = registerForm({ Username: 'Prober', AccessKeyValue: Value })
      expect((await visitor.refused('registerNewUser', { body })).items).toHaveLength(1)
    }
    const Value = 'GUESS-10'
    expect((await visitor.refused('validateAccessKey', { body: { Value } })).items).toEqual(tooMany)
    const body = registerForm({ Username: 'Prober', AccessKeyValue: Value })
    expect((await visitor.refused('registerNewUser', { body })).items).toEqual(tooMany)
  })

  it('refuses every id except the caller’s own in the same words (A12)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Eva' }))
    const { Id_User: own } = await visitor.readToken()
    const numbers = Array.from({ length: 1000 }, (_, index) => String(index + 1))
    const ids = [...numbers.filter((id) => id !== String(own)), crypto.randomUUID()]
    const answers = new Set<string>()
    // One by one: a server answers more requests at once than its connections with 503.
    for (const id of ids) {
      const response = await visitor.send({ method: 'GET', url: `/api/profile/user/${id}` })
      answers.add(`${response.statusCode} ${response.body}`)
    }
    expect([...answers]).toEqual([
      '400 {"ErrorMessages":[{"Property":"","ErrorMessage":"ERROR_NOT_ALLOWED"}]}',
    ])
  })
})
