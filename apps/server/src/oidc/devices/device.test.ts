import { lifetimes } from '@gatehouse/contract/limits'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients } from '../../../test/fixtures/testClient.ts'
import { openDevicePage, pickNumber, TestDevice } from '../../../test/fixtures/testDevice.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const minute = 60

const handheld = {
  clientId: 'handheld',
  name: 'Handheld <b>&amp; Co',
  applicationType: 'native' as const,
  device: true,
  scopes: ['openid' as const, 'profile' as const, 'email' as const],
}

const reader = { ...handheld, clientId: 'reader', firstParty: true, idTokenClaims: true }

let app: TestApp
let pass: (seconds: number) => void
let device: TestDevice
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  app = await startApp({
    deployments: {
      local: { EnableSecuritySection: true, clients: [...sampleClients, handheld, reader] },
      sandbox: { clients: sampleClients },
    },
  })
  pass = shareClock(app.clock)
  device = new TestDevice(app)
})
beforeEach(async () => {
  pass(3600)
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

const outcomeOf = (body: string) => /<dt>outcome<dd>&quot;([\w-]+)/.exec(body)?.[1] ?? null
const stepOf = (body: string) => /<dt>step<dd>&quot;(\w+)/.exec(body)?.[1] ?? null
const refusalOf = (body: string) => /<dt>refusal<dd>&quot;([\w-]+)/.exec(body)?.[1] ?? null
const numbersOf = (body: string) =>
  /<dt>numbers<dd>\[([^\]]*)/.exec(body)?.[1]?.match(/\d\d/g)?.map(String) ?? []

async function letIn(visitor: TestVisitor, from = device) {
  const shown = await from.ask()
  expect(outcomeOf((await pickNumber(visitor, shown.code, shown.number)).body)).toBe('allowed')
  return { shown, tokens: await from.poll(shown) }
}

const pending = { error: 'authorization_pending' }
const gone = { error: 'invalid_grant' }

describe('a device without a browser', () => {
  it('signs its player in by code and number, and stays signed in for itself (Q20)', async () => {
    const server = await device.server()
    expect(server.device_authorization_endpoint).toBe('http://localhost:4000/oidc/device/auth')
    const shown = await device.ask()
    expect([shown.page.href, shown.expiresIn]).toEqual(['http://localhost:4000/device', 600])
    expect(shown.complete.href).toBe(`http://localhost:4000/device?user_code=${shown.code}`)
    await expect(device.poll(shown)).rejects.toMatchObject(pending)
    const { body } = await openDevicePage(ada, shown.code)
    expect(stepOf(body)).toBe('number')
    expect(body).toContain('Lantern Console')
    expect(body).toContain('198.51.100.*')
    await pickNumber(ada, shown.code, shown.number)
    const tokens = await device.poll(shown)
    expect(await device.userInfo(tokens.access_token)).toMatchObject({
      preferred_username: `Ada${count}`,
    })
    // The log-out of the browser is not that of the device.
    const { Id_User: userId } = await ada.readToken()
    await ada.call('logOut', { path: { userId }, body: {} })
    pass(50 * minute)
    const next = await device.refresh(tokens.refresh_token)
    expect(await device.userInfo(next.access_token)).toHaveProperty('sub')
  })

  it('stays signed in for thirty days and no longer (Q20)', async () => {
    const { tokens } = await letIn(ada)
    let token = tokens.refresh_token
    for (let days = 0; days < 28; days += 4) {
      pass(4 * 24 * 60 * minute)
      token = (await device.refresh(token)).refresh_token
    }
    pass(3 * 24 * 60 * minute)
    await expect(device.refresh(token)).rejects.toMatchObject(gone)
  })

  it('asks the consent of a third party’s player on the page, and keeps it (Q20)', async () => {
    const other = new TestDevice(app, { clientId: 'handheld' })
    const shown = await other.ask('openid email')
    expect((await openDevicePage(ada, shown.code)).body).toContain('email')
    await pickNumber(ada, shown.code, shown.number)
    const { access_token: accessToken } = await other.poll(shown)
    const claims = await other.userInfo(accessToken)
    expect(Object.keys(claims).toSorted()).toEqual(['email', 'email_verified', 'sub'])
    expect((await ada.call('listSites', {})).Sites).toMatchObject([
      { ClientId: 'handheld', Scopes: ['openid', 'email'] },
    ])
    const again = await other.ask('openid email')
    expect((await openDevicePage(ada, again.code)).body).toContain('<dt>scopes<dd>null')
  })

  it('has its player’s claims in the ID token where the client’s entry wishes so, after a refresh too (O07)', async () => {
    const reader = new TestDevice(app, { clientId: 'reader' })
    const { tokens } = await letIn(ada, reader)
    const next = await reader.refresh(tokens.refresh_token)
    for (const { id_token: idToken = '' } of [tokens, next]) {
      expect(decodeJwt(idToken)).toMatchObject({ name: `Ada${count}` })
    }
    const plain = await letIn(ada)
    expect(decodeJwt(plain.tokens.id_token ?? '')).not.toHaveProperty('name')
  })

  it('says whether it asks from the network of its player (Q20)', async () => {
    const near = new TestDevice(app, { ip: '127.0.0.1' })
    const shown = await near.ask()
    const here = app.visitor('local', '127.0.0.1')
    await here.logIn(`Ada${count}`, registerForm().Password)
    expect((await openDevicePage(here, shown.code)).body).toContain('<dt>network<dd>null')
  })

  it('is asked for an address of its client’s own alone (Q20)', async () => {
    const body = 'client_id=community&scope=openid'
    const answer = await app.app.inject({
      method: 'POST',
      url: '/oidc/device/auth',
      headers: { host: 'localhost:4000', 'content-type': 'application/x-www-form-urlencoded' },
      payload: body,
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  })
})

describe('the codes of devices', () => {
  it('cannot be guessed: ten wrong ones of a player, thirty of an address (Q21)', async () => {
    const shown = await device.ask()
    for (let guess = 0; guess < 10; guess += 1) {
      const { statusCode, body } = await openDevicePage(ada, `BCDF-GHJ${'KLMNPQRSTV'[guess]}`)
      expect([statusCode, refusalOf(body)]).toEqual([404, 'unknown'])
    }
    const late = await openDevicePage(ada, shown.code)
    expect([late.statusCode, refusalOf(late.body)]).toEqual([429, 'too-many'])
    // Typing what is no code counts as well, and picking a number is no way around.
    expect(refusalOf((await pickNumber(ada, shown.code, shown.number)).body)).toBe('too-many')
    pass(10 * minute)
    const fresh = await device.ask()
    expect(stepOf((await openDevicePage(ada, fresh.code)).body)).toBe('number')
  })

  it.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }],
    [
      'a link that leads over our log-in',
      { 'sec-fetch-site': 'same-origin', referer: 'http://localhost:4000/login?redirectUrl=x' },
    ],
  ])('are not used up by %s that leads its visitor to wrong ones', async (_, headers) => {
    const shown = await device.ask()
    for (let led = 0; led < 40; led += 1) await openDevicePage(ada, 'BCDF-GHJZ', headers)
    // The code of a link waits for the player's press then.
    const led = await openDevicePage(ada, shown.code, headers)
    expect([led.statusCode, stepOf(led.body), refusalOf(led.body)]).toEqual([200, 'code', null])
    expect(led.body).toContain(shown.code)
    const own = { 'sec-fetch-site': 'same-origin', referer: 'http://localhost:4000/device' }
    expect(stepOf((await openDevicePage(ada, shown.code, own)).body)).toBe('number')
    await pickNumber(ada, shown.code, shown.number)
    expect(await device.poll(shown)).toHaveProperty('access_token')
  })

  it('are counted for our own form whatever its browser says (Q21)', async () => {
    const own = { 'sec-fetch-site': 'same-origin', referer: 'http://localhost:4000/device?x=1' }
    for (let guess = 0; guess < 10; guess += 1) await openDevicePage(ada, 'BCDF-GHJZ', own)
    expect((await openDevicePage(ada, 'BCDF-GHJZ', own)).statusCode).toBe(429)
  })

  it('are counted over all players of an address (Q21)', async () => {
    for (let each = 0; each < 3; each += 1) {
      const name = `Guesser${'abc'[each]}${count}`
      const guesser = await signedInPlayer(app, registerForm({ Username: name }))
      for (let guess = 0; guess < 10; guess += 1) await openDevicePage(guesser, 'BCDF-GHJZ')
    }
    const shown = await device.ask()
    const another = await openDevicePage(ada, shown.code)
    expect(another.statusCode).toBe(429)
  })

  it('do not use up a player’s guesses when they are right (Q21)', async () => {
    const shown = await device.ask()
    for (let look = 0; look < 15; look += 1) {
      expect((await openDevicePage(ada, shown.code)).statusCode).toBe(200)
    }
  })

  it('are given to one address sixty times in ten minutes (Q21)', async () => {
    const many = new TestDevice(app, { ip: '198.51.100.99' })
    for (let each = 0; each < 60; each += 1) await many.ask()
    await expect(many.ask()).rejects.toMatchObject({ error: 'slow_down' })
    expect(await device.ask()).toHaveProperty('code')
  })

  it('are given to no page of another site, which uses up nothing of its visitor’s address', async () => {
    const remoteAddress = '198.51.100.98'
    for (const origin of ['https://evil.test', 'null']) {
      for (let asked = 0; asked < 40; asked += 1) {
        const answer = await app.app.inject({
          method: 'POST',
          url: '/oidc/device/auth',
          remoteAddress,
          headers: {
            host: 'localhost:4000',
            origin,
            'content-type': 'application/x-www-form-urlencoded',
          },
          payload: 'client_id=console&scope=openid',
        })
        expect(answer.statusCode).toBe(400)
      }
    }
    expect(await new TestDevice(app, { ip: remoteAddress }).ask()).toHaveProperty('code')
  })

  it('lead nowhere in another deployment (Q22)', async () => {
    const shown = await device.ask()
    const bea = await signedInPlayer(app, registerForm({ Username: `Bea${count}` }), 'sandbox')
    expect(refusalOf((await openDevicePage(bea, shown.code)).body)).toBe('unknown')
    expect(refusalOf((await pickNumber(bea, shown.code, shown.number)).body)).toBe('over')
    const other = new TestDevice(app, { deployment: 'sandbox' })
    await expect(other.poll(shown)).rejects.toMatchObject(gone)
    await expect(device.poll(shown)).rejects.toMatchObject(pending)
  })

  it('are read in any case and with any signs (Q21)', async () => {
    const { code, number } = await device.ask()
    const wide = [...code].map((sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
    const spaced = ` ${code.toLowerCase().replace('-', '').split('').join(' ')} `
    for (const typed of [
      code.toLowerCase(),
      code.replace('-', ' '),
      code.replace('-', ''),
      `${code}-${number}`,
      `${code.replace('-', '')}${number}`,
      wide.join(''),
      spaced,
    ]) {
      expect(stepOf((await openDevicePage(ada, typed)).body)).toBe('number')
    }
  })

  it('cannot be read out of the database, nor what devices ask with (Q33)', async () => {
    const { code, deviceCode } = await device.ask()
    const { kysely } = app.services.database
    const dump = JSON.stringify([
      await kysely.selectFrom('device_codes').selectAll().execute(),
      await kysely
        .selectFrom('oidc_artifacts')
        .selectAll()
        .where('model', '=', 'DeviceCode')
        .execute(),
    ])
    expect(dump).toContain('198.51.100.7')
    for (const secret of [code, code.replace('-', ''), deviceCode]) {
      expect(dump).not.toContain(secret)
    }
  })

  it('end after ten minutes, for the player and for the device (Q25)', async () => {
    const shown = await device.ask()
    pass(10 * minute + 1)
    expect(refusalOf((await openDevicePage(ada, shown.code)).body)).toBe('unknown')
    expect(refusalOf((await pickNumber(ada, shown.code, shown.number)).body)).toBe('over')
    await expect(device.poll(shown)).rejects.toMatchObject({ error: 'expired_token' })
    pass(10 * minute)
    await expect(device.poll(shown)).rejects.toMatchObject(gone)
  })

  it('are answered once, even by two answers at a time (Q24)', async () => {
    const shown = await device.ask()
    const bea = await signedInPlayer(app, registerForm({ Username: `Bea${count}` }))
    const answers = await Promise.all([
      pickNumber(ada, shown.code, shown.number),
      pickNumber(bea, shown.code, shown.number),
    ])
    const outcomes = answers.map(({ body }) => outcomeOf(body) ?? refusalOf(body))
    expect(new Set(outcomes)).toEqual(new Set(['allowed', 'over']))
    const winner = outcomes[0] === 'allowed' ? `Ada${count}` : `Bea${count}`
    const { access_token: accessToken } = await device.poll(shown)
    expect(await device.userInfo(accessToken)).toMatchObject({ preferred_username: winner })
    const loser = winner.startsWith('Ada') ? bea : ada
    expect(refusalOf((await pickNumber(loser, shown.code, shown.number)).body)).toBe('over')
  })

  it('give tokens once: a second use ends what the first one got (Q24)', async () => {
    const { shown, tokens } = await letIn(ada)
    await expect(device.poll(shown)).rejects.toMatchObject(gone)
    await expect(device.userInfo(tokens.access_token)).rejects.toThrow(/.+/)
  })

  it('slow a device down that asks too often (Q26)', async () => {
    const shown = await device.ask()
    await expect(device.poll(shown)).rejects.toMatchObject(pending)
    pass(1)
    await expect(device.poll(shown)).rejects.toMatchObject({ error: 'slow_down', status: 400 })
    pass(5)
    await expect(device.poll(shown)).rejects.toMatchObject(pending)
  })
})

describe('the player at the page for devices', () => {
  it('logs in first and comes back with the code (Q31)', async () => {
    const { code } = await device.ask()
    const visitor = app.visitor()
    const { statusCode, headers } = await openDevicePage(visitor, code)
    expect([statusCode, new URL(headers.location ?? '').searchParams.get('redirectUrl')]).toEqual([
      303,
      `/device?user_code=${code}`,
    ])
    const plain = new URL((await openDevicePage(visitor)).headers.location ?? '')
    expect(plain.searchParams.get('redirectUrl')).toBe('/device')
    const odd = await openDevicePage(visitor, '"><script>//evil.test')
    expect(odd.headers.location).toBe('http://localhost:4000/login?redirectUrl=%2Fdevice')
  })

  it('lets nothing in with a session that has ended meanwhile (Q31)', async () => {
    const shown = await device.ask()
    await openDevicePage(ada, shown.code)
    const { Id_User } = await ada.readToken()
    await app.services.database.kysely
      .updateTable('sessions')
      .set({ revoked_at: app.clock.now() })
      .where('player_id', '=', Id_User)
      .execute()
    const { headers } = await pickNumber(ada, shown.code, shown.number, { player: Id_User })
    expect(new URL(headers.location ?? '').pathname).toBe('/login')
    await expect(device.poll(shown)).rejects.toMatchObject(pending)
  })

  it('is asked again when the page was made for another player (Q23)', async () => {
    const shown = await device.ask()
    const { Id_User } = await ada.readToken()
    await signedInPlayer(app, registerForm({ Username: `Bea${count}` }))
    await ada.logIn(`Bea${count}`, registerForm().Password)
    const { body } = await pickNumber(ada, shown.code, shown.number, { player: Id_User })
    expect([stepOf(body), outcomeOf(body)]).toEqual(['number', null])
    expect(body).toContain(`Bea${count}`)
    await expect(device.poll(shown)).rejects.toMatchObject(pending)
  })

  it('reads again that it has worked: after a second press, in a second tab, on a reload (O83)', async () => {
    const shown = await device.ask()
    const bea = await signedInPlayer(app, registerForm({ Username: `Bea${count}` }))
    await pickNumber(ada, shown.code, shown.number)
    for (const isPolled of [false, true]) {
      if (isPolled) await device.poll(shown)
      const answers = [
        await pickNumber(ada, shown.code, shown.number),
        await pickNumber(ada, shown.code, ''),
        await openDevicePage(ada, shown.code),
      ]
      for (const { statusCode, body } of answers) {
        expect([statusCode, outcomeOf(body)]).toEqual([200, 'allowed'])
        expect(body).toContain('Lantern Console')
      }
    }
    // No other player learns of it, and no look of the player was a wrong code.
    expect(refusalOf((await openDevicePage(bea, shown.code)).body)).toBe('unknown')
    for (let look = 0; look < 12; look += 1) await openDevicePage(ada, shown.code)
    const [, console] = (await ada.call('listDevices', {})).Devices
    await ada.call('endDevice', { body: { Id: console?.Id ?? '' } })
    expect(refusalOf((await openDevicePage(ada, shown.code)).body)).toBe('unknown')
    expect((await ada.call('listDevices', {})).Devices).toHaveLength(1)
  })

  it('signs nothing in once the account is banned or frozen, and leads to the log-in (O84)', async () => {
    for (const barred of ['banned_at', 'frozen_at'] as const) {
      const name = `Dee${count}${barred.slice(0, 3)}`
      const dee = await signedInPlayer(app, registerForm({ Username: name }))
      const { Id_User: player } = await dee.readToken()
      const shown = await device.ask()
      expect(stepOf((await openDevicePage(dee, shown.code)).body)).toBe('number')
      await app.services.database.kysely
        .updateTable('players')
        .set({ [barred]: app.clock.now() })
        .where('username', '=', name)
        .execute()
      for (const { statusCode, headers } of [
        await pickNumber(dee, shown.code, shown.number, { player }),
        await openDevicePage(dee, shown.code),
      ]) {
        expect([statusCode, new URL(headers.location ?? '').pathname]).toEqual([303, '/login'])
      }
      await expect(device.poll(shown)).rejects.toMatchObject(pending)
    }
  })

  it('refuses, and the device learns it (Q27)', async () => {
    const shown = await device.ask()
    expect(outcomeOf((await pickNumber(ada, shown.code, '')).body)).toBe('refused')
    await expect(device.poll(shown)).rejects.toMatchObject({ error: 'access_denied' })
    expect(refusalOf((await openDevicePage(ada, shown.code)).body)).toBe('unknown')
  })

  it('ends with a wrong number, and the right one after it signs nothing in (Q28)', async () => {
    const shown = await device.ask()
    const numbers = numbersOf((await openDevicePage(ada, shown.code)).body)
    expect(numbers).toHaveLength(3)
    expect(numbers).toContain(shown.number)
    // Another look does not say which one stays.
    expect(numbersOf((await openDevicePage(ada, shown.code)).body)).toEqual(numbers)
    const wrong = numbers.find((number) => number !== shown.number) ?? ''
    expect(outcomeOf((await pickNumber(ada, shown.code, wrong)).body)).toBe('wrong-number')
    // A second press and a reload say that the code is over; who opens it again learns no more than of others.
    const again = await pickNumber(ada, shown.code, shown.number)
    expect([again.statusCode, refusalOf(again.body)]).toEqual([404, 'over'])
    expect(refusalOf((await pickNumber(ada, shown.code, wrong)).body)).toBe('over')
    expect(refusalOf((await openDevicePage(ada, shown.code)).body)).toBe('unknown')
    await expect(device.poll(shown)).rejects.toMatchObject({ error: 'access_denied' })
  })

  it('is not let in by a page of another site (Q29)', async () => {
    const shown = await device.ask()
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await pickNumber(ada, shown.code, shown.number, { headers })
      expect(new URL(answer.headers.location ?? '').pathname).toBe('/errors/bad-request')
    }
    await expect(device.poll(shown)).rejects.toMatchObject(pending)
  })

  it('sees the page in no frame, and nothing keeps it (Q30)', async () => {
    const { code } = await device.ask()
    const { headers } = await openDevicePage(ada, code)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('same-origin')
  })

  it('has no way around the number through the pages of the library (Q34)', async () => {
    const { code } = await device.ask()
    for (const path of ['/oidc/device', `/oidc/device?user_code=${code}`, '/oidc/device/x']) {
      for (const method of ['GET', 'POST'] as const) {
        const url = path
        expect((await ada.send({ method, url })).statusCode).toBe(404)
      }
    }
  })
})

describe('the session of a device', () => {
  it('is listed by the name of its client, and ends there (Q32)', async () => {
    const { tokens } = await letIn(ada)
    const { Devices } = await ada.call('listDevices', {})
    const [own, console] = Devices
    expect([own?.IsThis, console?.Browser, console?.System]).toEqual([true, 'Lantern Console', ''])
    await ada.call('endDevice', { body: { Id: console?.Id ?? '' } })
    await expect(device.refresh(tokens.refresh_token)).rejects.toMatchObject(gone)
    await expect(device.userInfo(tokens.access_token)).rejects.toThrow(/.+/)
  })

  it('ends when the device gives its tokens back (Q32)', async () => {
    const { tokens } = await letIn(ada)
    await app.app.inject({
      method: 'POST',
      url: '/oidc/token/revocation',
      headers: { host: 'localhost:4000', 'content-type': 'application/x-www-form-urlencoded' },
      payload: `client_id=console&token=${tokens.refresh_token ?? ''}`,
    })
    await expect(device.userInfo(tokens.access_token)).rejects.toThrow(/.+/)
    expect((await ada.call('listDevices', {})).Devices).toHaveLength(1)
  })

  it('ends when a refresh token or a code is used a second time, and leaves the list (O82)', async () => {
    const { tokens } = await letIn(ada)
    const listed = async () => (await ada.call('listDevices', {})).Devices.length
    const next = await device.refresh(tokens.refresh_token)
    // Two tabs, a lost answer: no theft yet.
    expect((await device.refresh(tokens.refresh_token)).refresh_token).toBe(next.refresh_token)
    expect(await listed()).toBe(2)
    pass(lifetimes.refreshGrace + 1)
    await expect(device.refresh(tokens.refresh_token)).rejects.toMatchObject(gone)
    await expect(device.refresh(next.refresh_token)).rejects.toMatchObject(gone)
    expect(await listed()).toBe(1)
    const again = await letIn(ada)
    expect(await listed()).toBe(2)
    await expect(device.poll(again.shown)).rejects.toMatchObject(gone)
    expect(await listed()).toBe(1)
    // The browser that has let them in is no device of theirs.
    expect((await ada.readToken()).Validated).toBe(true)
  })

  it('ends with all others at a change of the password (Q32)', async () => {
    const { tokens } = await letIn(ada)
    const next = 'another-Pass-77!'
    await ada.call('resetPassword', {
      body: { OldPassword: samplePassword, Password: next, ConfirmPassword: next },
    })
    await expect(device.refresh(tokens.refresh_token)).rejects.toMatchObject(gone)
  })

  it('ends with a ban and with a frozen account (Q32)', async () => {
    for (const barred of ['banned_at', 'frozen_at'] as const) {
      const name = `Cas${count}${barred.slice(0, 3)}`
      const cas = await signedInPlayer(app, registerForm({ Username: name }))
      const { tokens } = await letIn(cas)
      await app.services.database.kysely
        .updateTable('players')
        .set({ [barred]: app.clock.now() })
        .where('username', '=', name)
        .execute()
      await expect(device.refresh(tokens.refresh_token)).rejects.toMatchObject(gone)
    }
  })

  it('ends when its player takes the consent back (Q32)', async () => {
    const other = new TestDevice(app, { clientId: 'handheld' })
    const { tokens } = await letIn(ada, other)
    const kept = await letIn(ada)
    await ada.call('withdrawSite', { body: { ClientId: 'handheld' } })
    await expect(other.refresh(tokens.refresh_token)).rejects.toMatchObject(gone)
    const { Devices } = await ada.call('listDevices', {})
    expect(Devices.map(({ Browser }) => Browser)).not.toContain(handheld.name)
    expect(await device.refresh(kept.tokens.refresh_token)).toHaveProperty('access_token')
  })

  it('is an entry of its player’s activity (Q32)', async () => {
    await letIn(ada)
    const { Entries } = await ada.call('listActivity', { query: {} })
    expect(
      Entries.map(({ Act }) => Act)
        .slice(0, 2)
        .toSorted(),
    ).toEqual(['signed-in', 'site-allowed'])
  })
})
