import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guarded } from '../../../test/fixtures/samples/guarded.ts'
import {
  linkToken,
  type RegisterForm,
  registerForm,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { runMaintenance } from '../../maintenance/runMaintenance.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const day = 86_400
const cookie = 'sso_registration'

let app: TestApp
let ada: RegisterForm
let count = 0

beforeAll(async () => {
  const strict = { ...guarded, enumerationProtection: 'strict' } as const
  app = await startApp({ deployments: { local: strict, staging: guarded } })
})
beforeEach(() => {
  count += 1
  app.clock.advance(3600)
  ada = registerForm({ Username: `Ada${count}` })
})
afterAll(() => app.close())

/** Registers in a new browser; answers the browser and the secret of the mail. */
async function registered(form: RegisterForm, visitor = app.visitor()) {
  await visitor.call('registerNewUser', { body: form })
  return { visitor, Uid: await linkToken(app, form.Email) }
}

const confirm = (visitor: TestVisitor, Uid: string) =>
  visitor.call('confirmEmail', { body: { Uid } })

async function playerOf({ Username }: RegisterForm) {
  return app.services.database.kysely
    .selectFrom('players')
    .selectAll()
    .where('username', '=', Username)
    .executeTakeFirstOrThrow()
}

/** Reads the profile by the session that a confirmation has answered. */
async function profileBy(visitor: TestVisitor, Created = '') {
  visitor.identity = Created
  const { Id_User } = await visitor.readToken()
  return visitor.call('readProfile', {
    path: { userId: `${Id_User}` as unknown as number },
    query: { include: '' },
  })
}

describe('the browser that registered', () => {
  it('is logged in as the link is confirmed there, like after the password', async () => {
    const { visitor, Uid } = await registered(ada)
    expect(visitor.jar.get(cookie)).toMatch(/^[\w-]{43}$/)
    const { Username, Created } = await confirm(visitor, Uid)
    expect(Username).toBe(ada.Username)
    expect((await profileBy(visitor, Created)).Username).toBe(ada.Username)
    // The secret is spent, and the browser is known from now on.
    expect(visitor.jar.has(cookie)).toBe(false)
    expect(visitor.jar.has('sso_browser')).toBe(true)
    const { id } = await playerOf(ada)
    const { kysely } = app.services.database
    const sessions = await kysely
      .selectFrom('sessions')
      .select(['methods', 'client_id', 'authenticated_at'])
      .where('player_id', '=', id)
      .execute()
    expect(sessions).toEqual([
      { methods: ['pwd'], client_id: '', authenticated_at: app.clock.now() },
    ])
    const acts = await kysely
      .selectFrom('account_ledger')
      .select('act')
      .where('player_id', '=', id)
      .execute()
    expect(acts.map(({ act }) => act)).toContain('signed-in')
    // The owner's first log-in is no news.
    expect(await app.mails(ada.Email)).toHaveLength(1)
  })

  it('is logged in once: the link opened again says that the address is confirmed', async () => {
    const { visitor, Uid } = await registered(ada)
    const secret = visitor.jar.get(cookie) ?? ''
    await confirm(visitor, Uid)
    visitor.jar.set(cookie, secret)
    const again = { Username: ada.Username, IsRepeated: true }
    expect(await confirm(visitor, Uid)).toEqual(again)
    expect(await confirm(app.visitor(), Uid)).toEqual(again)
  })

  it('is logged in once of many presses at the same moment', async () => {
    const { visitor, Uid } = await registered(ada)
    const secret = visitor.jar.get(cookie) ?? ''
    const presses = Array.from({ length: 5 }, () => {
      const tab = app.visitor()
      tab.jar.set(cookie, secret)
      return confirm(tab, Uid)
    })
    const sessions = (await Promise.all(presses)).filter(({ Created }) => Created !== undefined)
    expect(sessions).toHaveLength(1)
  })

  it('is logged in by the newest mail too, which any visitor can ask for', async () => {
    const { visitor } = await registered(ada)
    await app.visitor().call('sendConfirmationEmail', { body: { Email: ada.Email } })
    const { Created } = await confirm(visitor, await linkToken(app, ada.Email))
    expect(Created).toBeDefined()
  })

  it('is logged in for the client that the portal names', async () => {
    const { visitor, Uid } = await registered(ada)
    const { Created = '' } = await visitor.call('confirmEmail', {
      body: { Uid, ClientId: 'community' },
    })
    visitor.identity = Created
    const { Value, Refresh } = await visitor.readToken()
    const query = { access_token: Value, refresh_token: Refresh, client_id: 'community' }
    expect(await visitor.call('refreshToken', { query })).toHaveProperty('AccessToken')
  })

  it('has to log in a day after the registration', async () => {
    const { visitor, Uid } = await registered(ada)
    app.clock.advance(day)
    expect(await confirm(visitor, Uid)).toEqual({ Username: ada.Username })
  })

  it('has to log in where the account or its address is banned meanwhile', async () => {
    const { visitor, Uid } = await registered(ada)
    const { kysely } = app.services.database
    const { id } = await playerOf(ada)
    await kysely
      .updateTable('players')
      .set({ banned_at: app.clock.now() })
      .where('id', '=', id)
      .execute()
    expect(await confirm(visitor, Uid)).toEqual({ Username: ada.Username })
    const bea = registerForm({ Username: `Bea${count}` })
    const other = await registered(bea, app.visitor('local', '198.51.100.77'))
    await kysely
      .insertInto('ip_bans')
      .values({ deployment: 'local', network: '198.51.100.77/32', scope: 'login', until: null })
      .execute()
    expect(await confirm(other.visitor, other.Uid)).toEqual({ Username: bea.Username })
    const eva = registerForm({ Username: `Eva${count}` })
    const third = await registered(eva)
    await kysely
      .updateTable('players')
      .set({ frozen_at: app.clock.now() })
      .where('username', '=', eva.Username)
      .execute()
    expect(await confirm(third.visitor, third.Uid)).toEqual({ Username: eva.Username })
  })

  it('has to log in where the account was revoked meanwhile', async () => {
    const { visitor, Uid } = await registered(ada)
    await app.services.database.kysely
      .updateTable('players')
      .set({ trust_reset_at: app.clock.now() })
      .where('username', '=', ada.Username)
      .execute()
    expect(await confirm(visitor, Uid)).toEqual({ Username: ada.Username })
  })

  it('of two accounts is logged in to the last one alone', async () => {
    const { visitor, Uid } = await registered(ada)
    const bea = registerForm({ Username: `Bea${count}` })
    const second = await registered(bea, visitor)
    expect(await confirm(visitor, Uid)).toEqual({ Username: ada.Username })
    const { Username, Created } = await confirm(visitor, second.Uid)
    expect(Username).toBe(bea.Username)
    expect((await profileBy(visitor, Created)).Username).toBe(bea.Username)
  })

  it('gets a secret that is nowhere in the database and in no line of the log', async () => {
    const { visitor, Uid } = await registered(ada)
    const secret = visitor.jar.get(cookie) ?? 'none'
    const links = await app.services.database.kysely.selectFrom('mail_links').selectAll().execute()
    expect(JSON.stringify(links)).not.toContain(secret)
    await confirm(visitor, Uid)
    expect(app.logged.join('')).not.toContain(secret)
  })

  it('gets one too where the address is taken, so that it says nothing about the address (A07)', async () => {
    const { visitor, Uid } = await registered(ada)
    await confirm(visitor, Uid)
    const prober = app.visitor()
    const body = registerForm({ Username: `Prober${count}`, Email: ada.Email })
    await prober.call('registerNewUser', { body })
    expect(prober.jar.get(cookie)).toMatch(/^[\w-]{43}$/)
  })
})

describe('any other browser', () => {
  it('confirms by a stolen link and is not let in', async () => {
    const { Uid } = await registered(ada)
    const thief = app.visitor()
    expect(await confirm(thief, Uid)).toEqual({ Username: ada.Username })
    expect(thief.last?.headers['set-cookie']).toBeUndefined()
  })

  it('is not let in with the cookie of another registration, which it keeps', async () => {
    const { Uid } = await registered(ada)
    const thief = (await registered(registerForm({ Username: `Mallory${count}` }))).visitor
    const own = thief.jar.get(cookie)
    expect(await confirm(thief, Uid)).toEqual({ Username: ada.Username })
    expect(thief.jar.get(cookie)).toBe(own)
  })

  it('is not led into the account of the person who sends it a link', async () => {
    const mallory = await registered(registerForm({ Username: `Mallory${count}` }))
    const owner = (await registered(ada)).visitor
    const { Created } = await confirm(owner, mallory.Uid)
    expect(Created).toBeUndefined()
    expect(owner.jar.has('sso_session')).toBe(false)
  })

  it('is not let in by two cookies of the same name, one of which a sibling domain has set', async () => {
    const { visitor, Uid } = await registered(ada)
    const answer = await app.visitor().send({
      method: 'POST',
      url: '/api/email/confirm',
      payload: { Uid },
      headers: { cookie: `${cookie}=${visitor.jar.get(cookie)}; ${cookie}=${'x'.repeat(43)}` },
    })
    expect(answer.json()).toEqual({ Username: ada.Username })
  })

  it('reads of every dead link of a confirmed account that the address is confirmed', async () => {
    const { visitor, Uid: first } = await registered(ada)
    await app.visitor().call('sendConfirmationEmail', { body: { Email: ada.Email } })
    const second = await linkToken(app, ada.Email)
    // Replaced and not confirmed yet: it is dead.
    const refused = await app.visitor().refused('confirmEmail', { body: { Uid: first } })
    expect(refused.items).toEqual(['ERROR_EMAIL_RECOVERY_NOTEXISTS@'])
    await confirm(visitor, second)
    app.clock.advance(8 * day)
    const confirmed = { Username: ada.Username, IsRepeated: true }
    expect(await confirm(app.visitor(), first)).toEqual(confirmed)
    expect(await confirm(app.visitor(), second)).toEqual(confirmed)
    const again = await app.visitor().refused('renewConfirmation', { body: { Uid: first } })
    expect(again.items).toEqual(['ERROR_EMAIL_RECOVERY_NOTEXISTS@'])
  })

  it('reads it for 30 days after the end of the link, which is swept then', async () => {
    const { visitor, Uid } = await registered(ada)
    await confirm(visitor, Uid)
    const { id } = await playerOf(ada)
    const { kysely } = app.services.database
    const links = () =>
      kysely.selectFrom('mail_links').select('kind').where('player_id', '=', id).execute()
    app.clock.advance(37 * day - 1)
    await runMaintenance(app.services)
    expect(await confirm(app.visitor(), Uid)).toMatchObject({ IsRepeated: true })
    app.clock.advance(3600)
    await runMaintenance(app.services)
    expect(await links()).toEqual([])
    const refused = await app.visitor().refused('confirmEmail', { body: { Uid } })
    expect(refused.items).toEqual(['ERROR_EMAIL_RECOVERY_NOTEXISTS@'])
  })
})

describe('a registration where the specification decides', () => {
  it('sets no cookie, and its link logs no browser in (C08)', async () => {
    const visitor = app.visitor('prod')
    await visitor.call('registerNewUser', { body: ada })
    expect(visitor.last?.headers['set-cookie']).toBeUndefined()
    const Uid = await linkToken(app, ada.Email)
    expect(await confirm(visitor, Uid)).toEqual({ Username: ada.Username })
    expect(await confirm(visitor, Uid)).toEqual({ Username: ada.Username })
  })
})

const logIn = (UsernameOrEmail: string, Password = ada.Password, visitor = app.visitor()) =>
  visitor.refused('logIn', { body: logInForm({ UsernameOrEmail, Password }) })
const wrong = { status: 400, items: ['ERROR_USERNAME_PASSWORD_INCORRECT@'] }

describe('the right password of an account that is not confirmed', () => {
  it('is answered like a wrong one under strict protection, and mails another link (A06)', async () => {
    const { visitor, Uid } = await registered(ada)
    expect(await logIn(ada.Username)).toEqual(wrong)
    expect(await logIn(ada.Username, 'Wrong7Horses')).toEqual(wrong)
    await expect.poll(() => app.mails(ada.Email)).toHaveLength(2)
    const newest = await linkToken(app, ada.Email)
    expect(newest).not.toBe(Uid)
    const { Created } = await confirm(visitor, newest)
    expect(Created).toBeDefined()
  })

  it('mails by the address too, and a wrong one mails nothing', async () => {
    await registered(ada)
    expect(await logIn(ada.Email, 'Wrong7Horses')).toEqual(wrong)
    expect(await logIn(ada.Email)).toEqual(wrong)
    await expect.poll(() => app.mails(ada.Email)).toHaveLength(2)
  })

  it('mails once in ten minutes, and not beyond the limit of the address (D14)', async () => {
    await registered(ada)
    const reminders = async () => {
      const row = await app.services.rateLimiter.read(app.deployment('local'), [
        ['confirmationReminders', `player ${(await playerOf(ada)).id}`],
      ])
      return row[0]?.count
    }
    for (let tried = 1; tried <= 3; tried += 1) {
      await logIn(ada.Username)
      await expect.poll(reminders).toBe(tried)
    }
    expect(await app.mails(ada.Email)).toHaveLength(2)
  })

  it('counts as a guess like a wrong one, so that no count shows the difference', async () => {
    await registered(ada)
    const right = app.visitor('local', '198.51.100.21')
    const guesses: string[] = []
    for (let tried = 0; tried < 7; tried += 1) {
      guesses.push(...(await logIn(ada.Username, ada.Password, right)).items)
    }
    const eva = registerForm({ Username: `Eva${count}` })
    await registered(eva)
    const visitor = app.visitor('local', '198.51.100.22')
    const others: string[] = []
    for (let tried = 0; tried < 7; tried += 1) {
      others.push(...(await logIn(eva.Username, 'Wrong7Horses', visitor)).items)
    }
    expect(guesses).toEqual(others)
    expect(guesses.at(-1)).toBe('ERROR_TOO_MANY_ATTEMPTS@')
  })

  it('is named where accounts may be known, and mails another link, too', async () => {
    const visitor = app.visitor('staging')
    await visitor.call('registerNewUser', { body: ada })
    expect((await logIn(ada.Username, ada.Password, visitor)).items).toEqual([
      'ERROR_USER_CONFIRMED@',
    ])
    await expect.poll(() => app.mails(ada.Email)).toHaveLength(2)
  })

  it('mails nothing where the specification decides', async () => {
    const visitor = app.visitor('prod')
    await visitor.call('registerNewUser', { body: ada })
    expect((await logIn(ada.Username, ada.Password, visitor)).items).toEqual([
      'ERROR_USER_CONFIRMED@',
    ])
    expect(await app.mails(ada.Email)).toHaveLength(1)
  })
})
