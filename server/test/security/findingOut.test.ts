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

/* Finding out who has an account. SANDBOX protects against it; LOCAL answers as specified. */

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
  await leave(await signedInPlayer(app, registerForm({ Username: 'Departed' }), 'sandbox'))
})
beforeEach(() => {
  // No counter is left over from another test.
  app.clock.advance(24 * 3600)
})
afterAll(() => app.close())

/** An address that no limit has seen yet. */
const stranger = (deployment: 'sandbox' | 'local' | 'preprod' = 'sandbox'): TestVisitor => {
  count += 1
  return app.visitor(deployment, `198.51.100.${count}`)
}

async function leave(visitor: TestVisitor): Promise<void> {
  const { Id_User: userId } = await visitor.readToken()
  const Email = 'departed@site.test'
  const body = { Password: samplePassword, Email, Id_DeletionType: null, DeletionReason: '' }
  await visitor.call('deleteUser', { path: { userId }, body })
}

/** What a visitor sees of an answer, the id of the request aside. */
async function seen(visitor: TestVisitor, url: string, payload: object) {
  const { statusCode, headers, body } = await visitor.send({ method: 'POST', url, payload })
  return { statusCode, headers: Object.keys(headers).toSorted(), body }
}

const identify = (UsernameOrEmail: string) => ({
  body: { UsernameOrEmail, ClientId: '', RedirectUrl: '', Token: '' },
})
const guess = (UsernameOrEmail: string, Password = 'wrong-1') =>
  logInForm({ UsernameOrEmail, Password })
const everybody = ['Known', 'Unconfirmed', 'Banned', 'Departed', 'Nobody']
const addressOf = (name: string) =>
  name === 'Partnered' ? 'partnered@relic.test' : `${name.toLowerCase()}@site.test`
const tooMany = ['ERROR_TOO_MANY_ATTEMPTS@']

describe('under strict protection', () => {
  it('A01 a name is answered in one shape, whoever has it, and the same again', async () => {
    for (const name of everybody) {
      const visitor = stranger()
      const answer = await visitor.call('identify', identify(name))
      expect(answer).toEqual({
        AuthType: 1,
        AuthPartner: null,
        Id_User: expect.any(Number),
        Username: name,
        TitleName: '',
        Email: '',
        AvatarUrl: '',
      })
      expect(await visitor.call('identify', identify(name))).toEqual(answer)
    }
  })

  it('A02 nothing that was not typed is told, of a partner’s player neither', async () => {
    for (const typed of ['Partnered', addressOf('Partnered'), 'Known', addressOf('Known')]) {
      const answer = await stranger().call('identify', identify(typed))
      const isAddress = typed.includes('@')
      expect(answer.Username).toBe(isAddress ? '' : typed)
      expect(answer.Email).toMatch(isAddress ? /^\w\.{5}\w@/ : /^$/)
      expect([answer.TitleName, answer.AvatarUrl]).toEqual(['', ''])
    }
  })

  it('A03 the id that a name is answered with opens nothing, at once or later', async () => {
    const visitor = stranger()
    const { Id_User: userId } = await visitor.call('identify', identify('Known'))
    for (const minutes of [0, 11]) {
      app.clock.advance(minutes * 60)
      const profile = await visitor.refused('readProfile', { path: { userId }, query: {} })
      expect(profile.status).toBe(401)
      const body = { Password: samplePassword }
      const proof = await visitor.refused('validatePassword', { path: { userId }, body })
      expect(proof.status).toBe(401)
      expect(await visitor.refused('logInUser', { path: { userId }, body })).toEqual({
        status: 400,
        items: ['ERROR_USERNAME_PASSWORD_INCORRECT@'],
      })
    }
  })

  it('A04 a wrong password is told alike to everybody; what is wrong with an account, to the right one alone', async () => {
    const visitor = stranger()
    const answers = []
    for (const name of [...everybody, 'Partnered']) {
      answers.push(await seen(visitor, '/api/log/log-in', guess(name)))
    }
    expect(answers[0]?.body).toContain('"ERROR_USERNAME_PASSWORD_INCORRECT"')
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const told = async (name: string) =>
      (await visitor.refused('logIn', { body: guess(name, samplePassword) })).items
    expect(await told('Unconfirmed')).toEqual(['ERROR_USER_CONFIRMED@'])
    expect(await told('Banned')).toEqual(['ERROR_USER_BANNED@'])
  })

  it('A05 a recovery is answered alike to everybody, and its mail goes to who can use it alone', async () => {
    const names = [...everybody, 'Partnered']
    const answers = []
    for (const name of names) {
      const url = '/api/password/password-recovery'
      answers.push(await seen(stranger(), url, { email: addressOf(name) }))
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ statusCode: 200, body: '{}' })
    const resets = (await app.mails()).filter(({ subject }) => subject.startsWith('Reset'))
    const sent = names.map((name) => [
      name,
      resets.filter(({ to }) => to === addressOf(name)).length,
    ])
    // Whoever reads the mailbox of an account that waits is its owner, and confirms it by this mail.
    expect(Object.fromEntries(sent)).toEqual({
      Known: 1,
      Unconfirmed: 1,
      Banned: 0,
      Departed: 0,
      Nobody: 0,
      Partnered: 0,
    })
  })

  it('A06 a new confirmation mail is answered alike to everybody, and goes to who waits for it alone', async () => {
    const before = (await app.mails()).length
    const answers = []
    for (const name of [...everybody, 'Partnered']) {
      const url = '/api/email/send-confirmation-email'
      answers.push(await seen(stranger(), url, { Email: addressOf(name) }))
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ statusCode: 200, body: '{}' })
    const recipients = (await app.mails()).slice(before).map(({ to }) => to)
    expect(recipients).toEqual([addressOf('Unconfirmed')])
  })
})

describe('where the specification’s answers are given', () => {
  it('A01 thirty names an hour that nobody has, over all doors', async () => {
    const visitor = stranger('local')
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

  it('A02 an address is masked even there', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Ada' }))
    const { Email } = await stranger('local').call('identify', identify('Ada'))
    expect(Email).toBe('a.....a@site.test')
  })

  it('A07 five registrations an hour hear that an address is taken', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Bea' }))
    const visitor = stranger('local')
    const body = registerForm({ Username: 'Prober', Email: 'bea@site.test' })
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await visitor.refused('registerNewUser', { body })).items).toEqual([
        'ERROR_EMAIL_EXIST@Email',
      ])
    }
    expect((await visitor.refused('registerNewUser', { body })).items).toEqual(tooMany)
  })

  it('A08 a player hears five times a day that an address is taken', async () => {
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

  it('A09 five unknown referrers an hour are told', async () => {
    const visitor = stranger('local')
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

  it('A09 where players are protected strictly, a referrer is looked up when nothing else is wrong', async () => {
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

  it('A10 ten access keys an hour can be tried, free or used, at the key’s form and at registration', async () => {
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
    const visitor = stranger('preprod')
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

  it('A12 every id but the own one is refused in the same words, whatever it looks like', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Eva' }))
    const { Id_User: own } = await visitor.readToken()
    const numbers = Array.from({ length: 1000 }, (_, index) => String(index + 1))
    const ids = [...numbers.filter((id) => id !== String(own)), crypto.randomUUID()]
    const answers = new Set<string>()
    // One by one: more at once than a server has connections are told to come again.
    for (const id of ids) {
      const response = await visitor.send({ method: 'GET', url: `/api/profile/user/${id}` })
      answers.add(`${response.statusCode} ${response.body}`)
    }
    expect([...answers]).toEqual([
      '400 {"ErrorMessages":[{"Property":"","ErrorMessage":"ERROR_NOT_ALLOWED"}]}',
    ])
  })
})
