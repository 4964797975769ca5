import { callNames, calls } from '@gatehouse/contract/calls'
import { configurationFields, readConfiguration } from '@gatehouse/contract/configuration'
import { environmentNames } from '@gatehouse/contract/environments'
import { AccountApi, itemsOf } from '../fixtures/running-product/accountApi.ts'
import { expect } from '../fixtures/expect.ts'
import { freshName } from '../fixtures/steps/registration.ts'
import { covers, test } from '../fixtures/test.ts'

/* The account API by HTTP, against the running product. */

const password = 'Welcome2Gatehouse'

for (const environment of ['PROD', 'RELIC'] as const) {
  test(
    `AT-API-01 Calls require an API key · ${environment}`,
    covers('R-7.1-1'),
    async ({ request }) => {
      const api = new AccountApi(request, environment)
      for (const name of [
        'GET cookie',
        'POST log/identify',
        'GET token/x',
        'POST register/new-user',
      ]) {
        const data = name.startsWith('POST') ? {} : undefined
        for (const key of ['', 'wrong']) {
          expect((await api.send(name, data, { key })).status, name).toBe(401)
        }
        expect((await api.send(name, data)).status, name).not.toBe(401)
      }
    },
  )
}

test(
  'AT-API-02 Calls of a player require a bearer · PROD',
  covers('R-6.1-8', 'R-7.1-2'),
  async ({ request }) => {
    const api = new AccountApi(request, 'PROD')
    for (const name of callNames.filter((call) => calls[call].caller === 'player')) {
      const path = calls[name].path.replaceAll(/\{\w+\}/g, '1')
      const data = calls[name].method === 'POST' ? {} : undefined
      for (const sender of [{}, { bearer: 'x'.repeat(43) }]) {
        const { status } = await api.send(`${calls[name].method} ${path}`, data, sender)
        expect(status, name).toBe(401)
      }
    }
  },
)

test(
  'AT-API-04 Errors have one shape · PROD',
  covers('R-3.8-1', 'R-3.8-2', 'R-3.8-3', 'R-5.8-1 … R-5.8-4', 'R-5.8-15'),
  async ({ request }) => {
    const answer = await new AccountApi(request, 'PROD').send('POST register/new-user', {})
    expect(answer.status).toBe(400)
    const properties = itemsOf(answer).map((item) => item.split(':')[0])
    for (const property of [
      'Username',
      'Password',
      'Email',
      'ApprovePrivacyPolicy',
      'ApproveEULA',
    ]) {
      expect(properties).toContain(property)
    }
    expect(new Set(properties).size).toBe(properties.length)
  },
)

test(
  'AT-API-06 The server checks the rules of passwords and usernames · PROD',
  covers('R-5.8-6', 'R-5.8-7', 'R-5.8-8', 'R-5.8-10'),
  async ({ request }) => {
    const api = new AccountApi(request, 'PROD')
    for (const [given, code] of [
      ['12345678', 'ERROR_PASSWORD_LETTERS'],
      ['abcdefgh', 'ERROR_PASSWORD_NUMBERS'],
      ['xxNICK123', 'ERROR_PASSWORD_USERNAME'],
    ] as const) {
      const items = itemsOf(
        await api.send('POST register/new-user', {
          ...registration('Nick'),
          Password: given,
          ConfirmEmail: 'other@example.com',
        }),
      )
      expect(items).toEqual(
        expect.arrayContaining([
          `Password: ${code}`,
          'ConfirmPassword: ERROR_CONFIRM_PASSWORD_INVALID',
          'ConfirmEmail: ERROR_CONFIRM_EMAIL_INVALID',
        ]),
      )
    }
  },
)

test(
  'AT-API-07 The uniqueness of names ignores case · PROD',
  covers('R-8.4-11', 'R-8.4-26'),
  async ({ request }) => {
    const answer = await new AccountApi(request, 'PROD').send('POST register/new-user', {
      ...registration('playerTWO'),
      Email: 'SECOND@EXAMPLE.COM',
      ConfirmEmail: 'SECOND@EXAMPLE.COM',
    })
    expect(itemsOf(answer)).toEqual(['Username: ERROR_USERNAME_EXIST', 'Email: ERROR_EMAIL_EXIST'])
  },
)

test(
  'AT-API-08 Identify and log-in answer as specified · PROD',
  covers('R-3.2-1', 'R-3.2-4', 'R-7.5-1', 'R-7.5-2', 'R-8.4-33', 'R-7.5-3'),
  async ({ request }) => {
    const api = new AccountApi(request, 'PROD')
    const logIn = (UsernameOrEmail: string, Password: string) =>
      api.send('POST log/log-in', { UsernameOrEmail, Password })
    const identified = await api.send('POST log/identify', { UsernameOrEmail: 'PlayerTwo' })
    expect(Object.keys(identified.body as object).toSorted()).toEqual([
      'AuthPartner',
      'AuthType',
      'AvatarUrl',
      'Email',
      'Id_User',
      'TitleName',
      'Username',
    ])
    expect((await logIn('PlayerTwo', password)).body).toEqual({ Created: expect.any(String) })
    for (const [name, secret, item] of [
      ['Unconfirmed', password, ': ERROR_USER_CONFIRMED'],
      ['Unconfirmed', 'Wrong1Password', ': ERROR_USERNAME_PASSWORD_INCORRECT'],
      ['Banned', password, ': ERROR_USER_BANNED'],
      ['NobodyAtAll', password, 'UsernameOrEmail: ERROR_USER_UNKNOWN'],
    ] as const) {
      expect(itemsOf(await logIn(name, secret)), name).toEqual([item])
    }
    const { Id_User } = identified.body as { Id_User: number }
    const byId = await api.send(`POST log/user/${Id_User}/log-in`, { Password: password })
    expect(byId.body).toEqual({ Created: expect.any(String) })
  },
)

test(
  'AT-API-09 AT-API-11 The token answers as specified, and success is JSON · PROD',
  covers('R-3.3-1 … R-3.3-7', 'R-7.4-1', 'R-7.4-2', 'R-7.4-4', 'R-8.1-1', 'R-8.1-2'),
  async ({ request }) => {
    const api = new AccountApi(request, 'PROD')
    const { identity, token } = await api.logIn('PlayerTwo', password)
    expect(token).toMatchObject({ Validated: true, Refreshed: false })
    expect(token.Value).toBeTruthy()
    expect(token.Refresh).toBeTruthy()
    const days = (Date.parse(token.ExprireAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(0)
    expect(days).toBeLessThanOrEqual(31)

    const again = await api.send(`GET token/${identity}`)
    expect(again.headers['cache-control']).toMatch(/no-store|no-cache/)
    expect(again.headers['content-type']).toContain('application/json')
    const query = new URLSearchParams({ client_id: '', access_token: token.Value })
    const verified = await api.send(`GET token/verify?${query.toString()}`)
    expect(verified.status).toBe(200)
    expect((verified.body as { ExpiresIn: number }).ExpiresIn).toBeGreaterThan(0)
  },
)

test(
  'AT-API-16 The server checks age and code of conduct · TWO-POINT-STUDIOS',
  covers('R-5.8-13', 'R-5.3-1'),
  async ({ request }) => {
    const api = new AccountApi(request, 'TWO-POINT-STUDIOS')
    const valid = {
      ...registration(freshName()),
      Firstname: 'Quinn',
      Lastname: 'Adams',
      DateOfBirth: '2000-01-15',
      ApproveCodeOfConduct: true,
    }
    const twelve = `${new Date().getUTCFullYear() - 12}-01-01`
    for (const DateOfBirth of [twelve, '2001-02-30', '']) {
      const answer = await api.send('POST register/new-user', { ...valid, DateOfBirth })
      expect(answer.status).toBe(400)
      expect(itemsOf(answer)[0]).toMatch(/^DateOfBirth: /)
    }
    const refused = { ...valid, ApproveCodeOfConduct: false }
    expect(itemsOf(await api.send('POST register/new-user', refused))).toEqual([
      'ApproveCodeOfConduct: ERROR_APPROVE_CODE_OF_CONDUCT',
    ])
  },
)

test(
  'AT-API-18 Other origins get the specified CORS answers · PROD',
  covers('R-7.1-1'),
  async ({ request }) => {
    const api = new AccountApi(request, 'PROD')
    const { AccountUrl } = await api.configuration()
    const preflight = (origin: string) =>
      api.send('OPTIONS log/log-in', undefined, {
        key: '',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-api-key',
        },
      })
    const own = await preflight(AccountUrl)
    expect(own.headers['access-control-allow-origin']).toBe(AccountUrl)
    expect(own.headers['access-control-allow-headers']).toMatch(/x-api-key/i)
    const evil = await preflight('https://evil.io')
    expect(evil.headers['access-control-allow-origin'] ?? '').not.toMatch(/evil|\*/)
  },
)

test(
  'AT-OUT-07 A logout ends the token on the server · PROD',
  covers('R-4.3-1', 'R-6.1-8'),
  async ({ request }) => {
    const api = new AccountApi(request, 'PROD')
    const { identity, token } = await api.logIn('PlayerTwo', password)
    const bearer = token.Value
    const profile = `GET profile/user/${token.Id_User}`
    expect((await api.send(profile, undefined, { bearer })).status).toBe(200)
    const left = await api.send(`POST log/user/${token.Id_User}/log-out`, {}, { bearer })
    expect(left.body).toEqual({ CookieName: null })
    expect((await api.send(profile, undefined, { bearer })).status).toBe(401)
    const after = await api.send(`GET token/${identity}`)
    const isRevoked = after.status === 200 && !(after.body as { Validated: boolean }).Validated
    expect(after.status === 404 || isRevoked).toBe(true)
  },
)

// PREPROD conceals its configuration: AT-CFG-04 reads it in the browser.
for (const environment of environmentNames.filter((name) => name !== 'PREPROD')) {
  test(
    `AT-GEN-01 The configuration keeps its contract · ${environment}`,
    covers('R-1.4-2 … R-1.4-12', 'R-1.1-5', 'R-1.1-7', 'R-9.1-21', 'R-1.2-2'),
    async ({ request }) => {
      const given = await new AccountApi(request, environment).configuration()
      expect(Object.keys(given).toSorted()).toEqual([...configurationFields].toSorted())
      expect(readConfiguration(given).Environment).toBe(environment)
      expect(JSON.stringify(given)).not.toMatch(/secret|private|BEGIN|password"/i)
    },
  )
}

test(
  'AT-GEN-02 The user has the specified shape · PROD',
  covers('R-3.1-1 … R-3.1-12'),
  async ({ request }) => {
    const api = new AccountApi(request, 'PROD')
    const { token } = await api.logIn('PlayerOne', password)
    const bearer = token.Value
    const read = async (query: string) =>
      (await api.send(`GET profile/user/${token.Id_User}${query}`, undefined, { bearer })).body
    const alone = await read('')
    expect(alone).toEqual({
      Id: token.Id_User,
      Username: 'PlayerOne',
      Email: 'player@example.com',
      AvatarUrl: expect.any(String),
      Titles: expect.any(String),
      TitleName: expect.any(String),
      CreatedAt: expect.stringMatching(/Z$/),
      SteamCheck: expect.any(Boolean),
      IsCookiePopupSeen: expect.any(Boolean),
    })
    const { Blocks } = (await read('?include=Block')) as { Blocks: object[] }
    expect(Blocks).toHaveLength(2)
    for (const blocked of Blocks) {
      expect(Object.keys(blocked).toSorted()).toEqual(['AvatarUrl', 'Id', 'Username'])
    }
  },
)

test(
  'AT-GEN-03 Connections and cookies have the specified shape · PROD',
  covers('R-3.6-1 … R-3.6-9', 'R-3.4-1 … R-3.4-7'),
  async ({ request }) => {
    const api = new AccountApi(request, 'PROD')
    const { token } = await api.logIn('PlayerTwo', password)
    const { body } = await api.send('GET profile/connects', undefined, { bearer: token.Value })
    const connects = body as { CanonicalName: string }[]
    expect(connects.map(({ CanonicalName }) => CanonicalName)).toEqual([
      'steam',
      'twitch',
      'epic-games',
      'game-pass',
    ])
    for (const connect of connects) {
      expect(Object.keys(connect).toSorted()).toEqual([
        'Avatar',
        'CanonicalName',
        'ConnectName',
        'Icon',
        'Id',
        'Id_Account',
        'IsLinked',
        'LastCheck',
        'Name',
      ])
    }
    const cookies = (await api.send('GET cookie')).body as object[]
    expect(cookies.length).toBeGreaterThanOrEqual(3)
    for (const cookie of cookies) {
      expect(Object.keys(cookie).toSorted()).toEqual([
        'Description',
        'Id',
        'IsAccepted',
        'IsActive',
        'IsOptional',
        'Name',
      ])
    }
  },
)

test(
  'AT-GEN-10 The limits of the team let a player in after five mistakes · PROD',
  covers('R-9.1-22', 'R-6.1-10'),
  async ({ request }) => {
    const api = new AccountApi(request, 'PROD')
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = { UsernameOrEmail: 'PlayerTwo', Password: 'Wrong1Password' }
      expect(itemsOf(await api.send('POST log/log-in', wrong))).toEqual([
        ': ERROR_USERNAME_PASSWORD_INCORRECT',
      ])
    }
    expect((await api.logIn('PlayerTwo', password)).token.Validated).toBe(true)
  },
)

function registration(Username: string) {
  const Email = `${Username.toLowerCase()}@example.com`
  return {
    Username,
    Password: 'Castle4Kites',
    ConfirmPassword: 'Castle4Kites',
    Email,
    ConfirmEmail: Email,
    ApprovePrivacyPolicy: true,
    ApproveEULA: true,
  }
}
