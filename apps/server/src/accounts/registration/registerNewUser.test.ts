import { CallError } from '@gatehouse/client/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmedPlayer,
  followLink,
  type RegisterForm,
  registerForm,
  samplePassword,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'
import { seed } from '../../../samples/seed.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({
    settings: { LIMITS: 'off' },
    deployments: {
      preprod: { RegisterWithAccessKeys: true },
      sandbox: { enumerationProtection: 'strict' },
      prod: { EnableNewsletterSection: false },
      staging: {
        clients: [
          {
            clientId: 'elsewhere',
            name: 'Elsewhere',
            clientSecret: 'secret-of-another-site',
            redirectUris: ['http://localhost:4001/elsewhere'],
            scopes: ['openid'],
          },
        ],
      },
    },
  })
  await seed(app.services)
  await confirmedPlayer(app, registerForm({ Username: 'QaPlayer', Email: 'qa@x.test' }))
})
afterAll(() => app.close())

async function items(given: Partial<RegisterForm>, deployment?: DeploymentName): Promise<string[]> {
  const body = registerForm({ Username: 'Newcomer', ...given })
  return (await app.visitor(deployment).refused('registerNewUser', { body })).items
}

function codesOf(error: unknown): string[] {
  const items = error instanceof CallError ? (error.body?.ErrorMessages ?? []) : []
  return items.map(({ ErrorMessage }) => ErrorMessage)
}

async function count(table: 'players' | 'mail_links' | 'consents'): Promise<number> {
  const { kysely } = app.services.database
  const row = await kysely
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

describe('a registration', () => {
  it('answers 201 and mails one link of the deployment’s own address (AT-API-11)', async () => {
    const visitor = app.visitor()
    await visitor.call('registerNewUser', { body: registerForm({ Username: 'Made' }) })
    expect([visitor.last?.statusCode, visitor.last?.body]).toEqual([201, '{}'])
    const mails = await app.mails('made@site.test')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/http:\/\/localhost:4000\/confirm-email\?uid=[\w-]{67}\n/)
    expect(mails[0]?.messageId).toMatch(/^<[\w-]+@localhost>$/)
  })

  it('mails under an id of the deployment’s own domain', async () => {
    const body = registerForm({ Username: 'Domain' })
    await app.visitor('prod').call('registerNewUser', { body })
    const [mail] = await app.mails('domain@site.test')
    expect(mail?.messageId).toMatch(/^<[\w-]+@prod\.localhost>$/)
  })

  it('mails a verification code where the register screen validates', async () => {
    const body = registerForm({ Username: 'Coded' })
    await app.visitor('two-point-studios').call('registerNewUser', { body })
    expect((await app.mails('coded@site.test'))[0]?.text).toMatch(
      /two-point-studios\.localhost:4000\/register\/validate\?verificationCode=[\w-]{67}\n/,
    )
  })

  it('answers a robot in the honeypot with 200 and stores nothing (B12, R-5.4-9, M-5)', async () => {
    const before = [await count('players'), await count('mail_links')]
    for (const trap of [{ UsageNameHoneyPot: 'x' }, { Additional: true }]) {
      const visitor = app.visitor()
      const body = registerForm({ Username: 'Robot', ...trap })
      await visitor.call('registerNewUser', { body })
      expect([visitor.last?.statusCode, visitor.last?.body]).toEqual([200, '{}'])
    }
    expect([await count('players'), await count('mail_links')]).toEqual(before)
    expect(await app.mails('robot@site.test')).toEqual([])
  })

  it('keeps a journal of the consents, with the opt-in only when it was ticked (M-13, C18)', async () => {
    await app.visitor().call('registerNewUser', {
      body: registerForm({ Username: 'Keen', G2GSegaOptin: true }),
    })
    await app.visitor('prod').call('registerNewUser', {
      body: registerForm({ Username: 'Keen', G2GSegaOptin: true }),
    })
    const { kysely } = app.services.database
    const rows = await kysely
      .selectFrom('consents')
      .innerJoin('players', 'players.id', 'consents.player_id')
      .select(['consents.deployment', 'consents.subject', 'consents.accepted'])
      .where('players.username', '=', 'Keen')
      .orderBy('consents.id')
      .execute()
    expect(rows.map((row) => `${row.deployment} ${row.subject} ${row.accepted}`)).toEqual([
      'local privacy-policy true',
      'local eula true',
      'local newsletter 1 true',
      'prod privacy-policy true',
      'prod eula true',
    ])
  })

  it('stores no field that the form does not have (C12)', async () => {
    const payload = {
      ...registerForm({ Username: 'Sneaky' }),
      Id: 1,
      Validated: true,
      CreatedAt: '2020-01-01',
      Titles: 'Admin',
      SteamCheck: true,
      IsAdmin: true,
      Environment: 'RELIC',
      ConfirmedAt: '2020-01-01',
    }
    const polluted = JSON.stringify(payload).replace('{', '{"__proto__":{"IsAdmin":true},')
    const headers = { 'content-type': 'application/json' }
    const visitor = app.visitor()
    const answer = await visitor.send({
      method: 'POST',
      url: '/api/register/new-user',
      payload: polluted,
      headers,
    })
    expect(answer.statusCode).toBe(201)
    const row = await app.services.database.kysely
      .selectFrom('players')
      .selectAll()
      .where('username', '=', 'Sneaky')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      deployment: 'local',
      titles: '',
      steam_check: false,
      confirmed_at: null,
      created_at: app.clock.now(),
    })
    expect(row.id).not.toBe(1)
    expect(({} as { IsAdmin?: true }).IsAdmin).toBeUndefined()
  })

  it('creates one player and one mail for twenty requests at once (C09)', async () => {
    const body = registerForm({ Username: 'Twenty' })
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.visitor().call('registerNewUser', { body })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [codesOf(answer.reason)] : [],
    )
    expect(refusals).toHaveLength(19)
    // The name alone is taken: the address is not confirmed.
    for (const codes of refusals) expect(codes).toEqual(['ERROR_USERNAME_EXIST'])
    expect(await app.mails('twenty@site.test')).toHaveLength(1)
    expect(await items({ Username: 'Twenty' })).toEqual(['ERROR_USERNAME_EXIST@Username'])
  })

  it('opts into no newsletter by default (C18)', async () => {
    const { G2GSegaOptin: _, ...payload } = registerForm({ Username: 'Silent' })
    const url = '/api/register/new-user'
    expect((await app.visitor().send({ method: 'POST', url, payload })).statusCode).toBe(201)
    const { kysely } = app.services.database
    const { id } = await kysely
      .selectFrom('players')
      .select('id')
      .where('username', '=', 'Silent')
      .executeTakeFirstOrThrow()
    const rowsOf = (table: 'newsletter_opt_ins' | 'consents') =>
      kysely.selectFrom(table).selectAll().where('player_id', '=', id).execute()
    expect(await rowsOf('newsletter_opt_ins')).toEqual([])
    expect(JSON.stringify(await rowsOf('consents'))).not.toContain('newsletter')
  })

  it('refuses the studio and the client of another deployment and stores nothing (C19)', async () => {
    const before = await count('players')
    const studio = app.deployment('two-point-studios').configuration.RegisterStudioName
    expect(await items({ StudioName: studio })).toEqual(['ERROR_NOT_ALLOWED@'])
    expect(await items({ ClientId: 'elsewhere' })).toEqual(['ERROR_NOT_ALLOWED@'])
    const form = { UsernameOrEmail: 'QaPlayer', Password: samplePassword, StudioName: studio }
    const refused = await app.visitor().refused('logIn', { body: logInForm(form) })
    expect(refused.items).toEqual(['ERROR_NOT_ALLOWED@'])
    expect(await count('players')).toBe(before)
    const own = app.deployment('local').configuration.RegisterStudioName
    const body = registerForm({ Username: 'Own', StudioName: own, ClientId: 'community' })
    await app.visitor().call('registerNewUser', { body })
  })

  it('is refused where the partner registers players (C14)', async () => {
    expect(await items({}, 'relic')).toEqual(['ERROR_NOT_ALLOWED@'])
  })
})

describe('the access key of a registration', () => {
  const at = 'preprod'

  it('is checked with the other fields, with its errors at the general place (R-8.4-46)', async () => {
    expect(await items({ AccessKeyValue: 'NO-KEY', Username: 'a' }, at)).toEqual([
      'ERROR_USERNAME_LENGTH@Username',
      'ERROR_ACCESS_KEY_NON_EXISTANT@',
    ])
    expect(await items({ AccessKeyValue: 'USED-KEY-0001' }, at)).toEqual([
      'ERROR_ACCESS_KEY_ALREADY_USED@',
    ])
  })

  it('registers one of twenty players at once, and a refused form keeps it', async () => {
    const AccessKeyValue = 'FREE-KEY-0001'
    expect(await items({ AccessKeyValue, Username: 'a' }, at)).toHaveLength(1)
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => {
        const body = registerForm({ Username: `Keyed${index}`, AccessKeyValue })
        return app.visitor(at).call('registerNewUser', { body })
      }),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { kysely } = app.services.database
    const rows = await kysely
      .selectFrom('players')
      .select('id')
      .where('username', 'like', 'Keyed%')
      .execute()
    expect(rows).toHaveLength(1)
  })
})

describe('a registration under strict protection', () => {
  it('with a known address looks like a new one, is never confirmed, and its owner gets a mail (A07)', async () => {
    const at = 'sandbox'
    await confirmedPlayer(app, registerForm({ Username: 'Holder' }), at)
    const before = await count('players')
    const visitor = app.visitor(at)
    const body = registerForm({ Username: 'Prober', Email: 'HOLDER@site.test' })
    await visitor.call('registerNewUser', { body })
    expect([visitor.last?.statusCode, visitor.last?.body]).toEqual([201, '{}'])
    expect(await count('players')).toBe(before + 1)
    const mails = await app.mails('holder@site.test')
    expect(mails.at(-1)?.subject).toBe('You already have a Gatehouse Sandbox account')
    const login = logInForm({ UsernameOrEmail: 'Prober', Password: samplePassword })
    expect((await app.visitor(at).refused('logIn', { body: login })).items).toEqual([
      'ERROR_USER_CONFIRMED@',
    ])
  })

  it('is answered alike for twenty requests at once, of which one can be confirmed (D22)', async () => {
    const at = 'sandbox'
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const body = registerForm({ Username: `Crowd${index}`, Email: 'crowd@site.test' })
        return app.visitor(at).call('registerNewUser', { body })
      }),
    )
    expect(answers).toEqual(Array.from({ length: 20 }, () => ({})))
    const mails = await app.mails('crowd@site.test')
    const links = mails.map(({ text }) => /uid=([\w-]+)/.exec(text)?.[1] ?? '')
    expect(new Set(links).size).toBe(20)
    const uses = await Promise.allSettled(links.map((Uid) => followLink(app.visitor(at), Uid)))
    const refused = uses.flatMap((use) => (use.status === 'rejected' ? [use.reason] : []))
    expect(refused.map(codesOf)).toEqual(Array.from({ length: 19 }, () => ['ERROR_EMAIL_EXIST']))
    const { kysely } = app.services.database
    const confirmed = await kysely
      .selectFrom('players')
      .select('id')
      .where('email_key', '=', 'crowd@site.test')
      .where('confirmed_at', 'is not', null)
      .execute()
    expect(confirmed).toHaveLength(1)
  })
})
