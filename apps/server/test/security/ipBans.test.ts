import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callNames, type CallName, calls } from '@gatehouse/contract/calls'
import type { Call, IpBanScope } from '@gatehouse/contract/calls/row'
import { openCall } from '../fixtures/openCall.ts'
import { confirmedPlayer, registerForm, samplePassword } from '../fixtures/samples/samplePlayers.ts'
import { serviceForm } from '../fixtures/services.ts'
import { sampleRequest } from '../fixtures/samples/sampleRequest.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
  await confirmedPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(() => app.close())

async function ban(network: string, scope: IpBanScope, until: Date | null = null) {
  await app.services.database.kysely
    .insertInto('ip_bans')
    .values({ deployment: 'local', network, scope, until })
    .execute()
}

const logIn = { body: logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword }) }

describe('a banned IP address (AT-API-19, R-5.8-16)', () => {
  it('cannot log in, by network and in IPv6 too (R-8.4-41)', async () => {
    await ban('198.51.100.0/24', 'login')
    await ban('2001:db8:1::/48', 'login')
    for (const ip of ['198.51.100.200', '2001:db8:1:2::3']) {
      expect((await app.visitor('local', ip).refused('logIn', logIn)).items).toEqual([
        'ERROR_USER_IP_BANNED_LOGIN@',
      ])
    }
    await app.visitor('local', '198.51.101.1').call('logIn', logIn)
    const body = registerForm({ Username: 'Bea' })
    await app.visitor('local', '198.51.100.200').call('registerNewUser', { body })
  })

  it('cannot register, with the error under IP (R-8.4-42)', async () => {
    await ban('192.0.2.1/32', 'register')
    const body = registerForm({ Username: 'Cleo' })
    const refused = await app.visitor('local', '192.0.2.1').refused('registerNewUser', { body })
    expect(refused.items).toEqual(['ERROR_USER_IP_BANNED_REGISTER@IP'])
    await app.visitor('local', '192.0.2.1').call('logIn', logIn)
  })

  it('can do neither under a general ban until its end (R-8.4-40)', async () => {
    const over = new Date(app.clock.now().getTime() + 60_000)
    await ban('192.0.2.9/32', 'general', over)
    const visitor = app.visitor('local', '192.0.2.9')
    const asked = { UsernameOrEmail: 'Ada', ClientId: '', RedirectUrl: '', Token: '' }
    expect((await visitor.refused('identify', { body: asked })).items).toEqual([
      'ERROR_USER_IP_BANNED@',
    ])
    expect((await visitor.refused('logIn', logIn)).items).toEqual(['ERROR_USER_IP_BANNED@'])
    const body = registerForm({ Username: 'Dora' })
    expect((await visitor.refused('registerNewUser', { body })).items).toEqual([
      'ERROR_USER_IP_BANNED_REGISTER@IP',
    ])
    app.clock.advance(60)
    await visitor.call('logIn', logIn)
  })
})

/** Forms with an empty honeypot and without the name of another deployment. */
const bodies: Partial<Record<CallName, object>> = {
  logIn: logIn.body,
  registerNewUser: registerForm({ Username: 'Emma' }),
  registerWithService: serviceForm({ Ticket: '' }, 'Emma'),
}

const banning = callNames.flatMap((name) => {
  const { ipBan }: Call = calls[name]
  if (!ipBan) return []
  return [
    [name, ipBan.scope, ipBan.code] as const,
    ...(ipBan.scope === 'general' ? [] : [[name, 'general', ipBan.generalCode] as const]),
  ]
})

describe('a call with an IP ban in its row', () => {
  const networks: Readonly<Record<IpBanScope, string>> = {
    general: '203.0.113.101',
    login: '203.0.113.102',
    register: '203.0.113.103',
    steam: '203.0.113.104',
    twitch: '203.0.113.105',
    'epic-games': '203.0.113.106',
  }
  let player: TestVisitor
  let userId: number

  beforeAll(async () => {
    player = app.visitor()
    userId = (await player.logIn('Ada', samplePassword)).Id_User
    for (const [scope, ip] of Object.entries(networks)) await ban(ip, scope as IpBanScope)
  })

  it.each(banning)('%s refuses an address with a %s ban as %s', async (name, scope, code) => {
    const close = openCall(app.deployment('local'), name)
    const before = app.logged.length
    const body = bodies[name]
    const answer = await player.send({
      ...sampleRequest(name, { userId, ...(body ? { body: { ...body } } : {}) }),
      remoteAddress: networks[scope],
    })
    close()
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { ErrorMessages: [{ ErrorMessage: code }] },
    ])
    const lines = app.logged.slice(before).filter((line) => line.includes('"security"'))
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { event: 'request.blocked_ip', call: name, ip: networks[scope] },
    ])
  })
})
