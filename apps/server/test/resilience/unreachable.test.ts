import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type CallName, callNames } from '@gatehouse/contract/calls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openPostgres } from '../../src/database/pool/openDatabase.ts'
import { issueRegistrationTicket } from '../../src/federation/partners/registrationTicket.ts'
import { addPlayerPrefix } from '../../src/platform/crypto/playerSecret.ts'
import { newSecret } from '../../src/platform/crypto/secrets.ts'
import { exchangeForm, gameDeployment } from '../fixtures/games.ts'
import { newAccountId, serviceForm, startAt } from '../fixtures/services.ts'
import { signInAt } from '../fixtures/signInAt.ts'
import { guarded } from '../fixtures/samples/guarded.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { type Given, sampleRequest } from '../fixtures/samples/sampleRequest.ts'
import { type DeploymentName, startApp, type TestApp } from '../fixtures/startApp.ts'
import { type PartnerApp, startPartnerApp } from '../fixtures/partners/startPartnerApp.ts'
import { TestSite } from '../fixtures/testClient.ts'
import { logInForm, TestVisitor } from '../fixtures/testVisitor.ts'

let app: PartnerApp
/** A second server on the same data; its database can be exchanged while it runs. */
let cutOff: TestApp
let current: Database
let player: TestVisitor
let refreshValue: string
let userId: number
/** The browser in which a partner's player is about to register, and its ticket. */
const browser = newSecret()
let ticket: string
let silent: Server
let mute: Server
/** The mute server's connections: it would not even close them. */
const connections = new Set<Socket>()

const deployments = {
  local: { ...guarded, ...gameDeployment, EnableSupportCode: true },
  prod: { EnableCaptcha: true, CaptchaProvider: 'altcha' },
} as const

beforeAll(async () => {
  app = await startPartnerApp({ deployments })
  player = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  const token = await player.readToken()
  userId = token.Id_User
  refreshValue = token.Refresh
  const email = 'new@relic.test'
  const identity = { partner: 'relic', subject: '77', email, steam: null, epicGames: null }
  const relic = app.deployment('relic')
  ticket = await issueRegistrationTicket(app.services, relic, 'registration', browser, identity)

  const live = app.fresh.database
  current = live
  const exchangeable: Database = {
    ...live,
    get kysely() {
      return current.kysely
    },
    first: (statement, values) => current.first(statement, values),
    write: (statement, values) => current.write(statement, values),
    get readiness() {
      return current.readiness
    },
    close: async () => undefined,
  }
  const { environment, standIns } = app
  const beside = { ...app, fresh: { ...app.fresh, reopen: () => exchangeable } }
  cutOff = await startApp({
    beside,
    deployments,
    environment,
    settings: standIns.settings,
    // One server alone loses its database here.
    nodes: 1,
  })

  silent = createServer()
  // It greets like PostgreSQL, accepts every client and its queries, and never answers one.
  mute = createServer((socket) => {
    connections.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () =>
      socket.write(Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')),
    )
  })
  for (const server of [silent, mute]) server.listen(0, '127.0.0.1')
  await Promise.all([once(silent, 'listening'), once(mute, 'listening')])
})
afterEach(() => {
  current = app.fresh.database
})
afterAll(async () => {
  silent.close()
  mute.close()
  await cutOff.close()
  await app.close()
})

const urlAt = (port: number) => `postgres://nobody@127.0.0.1:${port}/none`
const urlOf = (server: Server) => urlAt((server.address() as AddressInfo).port)

const outages = [
  ['refuses connections', () => urlAt(1)],
  ['takes connections and is silent', () => urlOf(silent)],
  ['takes questions and answers none', () => urlOf(mute)],
] as const

/** These answers come from the configuration. */
const withoutDatabase: ReadonlySet<CallName> = new Set([
  'runtimeConfiguration',
  'listAllowedRedirectDomains',
])

interface Asked extends Given {
  readonly at?: DeploymentName
}

/** Requests valid enough to reach the database; for the other calls any request is. */
function askedOf(name: CallName): Asked {
  const { bearer, identity } = player
  const email = 'ada@site.test'
  const code = { state: newSecret(), code: 'x' }
  const { key } = cutOff.services
  const secretOf = (kind: 'second step' | 'safety link') =>
    addPlayerPrefix(key.players[kind][0], userId, newSecret())
  const asked: { readonly [N in CallName]?: Asked } = {
    readToken: { segment: identity },
    refreshToken: {
      query: { access_token: bearer, refresh_token: refreshValue, client_id: '' },
    },
    logIn: { body: logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword }) },
    verifyCaptcha: { at: 'prod', body: { Token: 'x', Action: 'login' } },
    readCaptchaChallenge: { at: 'prod', query: { action: 'login' } },
    partnerLoginUrl: { at: 'relic', segment: 'relic' },
    creativeAssemblyLoginUrl: { at: 'creative-assembly' },
    focusLoginUrl: { at: 'focus' },
    partnerRegisterUrl: { at: 'relic', segment: 'relic' },
    focusCallback: { at: 'focus', query: code },
    creativeAssemblyCallback: { at: 'creative-assembly', query: code },
    partnerUserLogIn: { at: 'relic', query: code },
    registerPartnerUser: { at: 'relic' },
    resendPartnerValidation: { at: 'relic', segment: 'relic', body: { Token: ticket } },
    serviceLogInUrl: { segment: 'twitch' },
    serviceLogIn: { segment: 'twitch', body: code },
    registerWithService: { body: serviceForm({ Ticket: ticket }, 'Bea') },
    registerNewUser: { body: { ...registerForm({ Username: 'Bea' }) } },
    recoverPassword: { body: { email } },
    sendConfirmationEmail: { body: { Email: email } },
    secondStep: { body: { Handle: secretOf('second step'), Way: 'totp', Code: '123456' } },
    secondStepOptions: { body: { Handle: secretOf('second step') } },
    openRecovery: { body: { Handle: secretOf('second step') } },
    askSafetyLink: { body: { UsernameOrEmail: 'Ada' } },
    readSafetyLink: { body: { Link: secretOf('safety link') } },
    safetyProofOptions: { body: { Link: secretOf('safety link') } },
    actOnSafetyLink: { body: { Link: secretOf('safety link'), Act: 'unfreeze' } },
  }
  return asked[name] ?? {}
}

/** Sends a call to the cut-off server, in a new browser. */
async function answered(name: CallName): Promise<string> {
  const { at = 'local', ...given } = askedOf(name)
  const visitor = new TestVisitor(cutOff.app, app.deployment(at), '203.0.113.7')
  if (at === 'local') {
    for (const [cookie, value] of player.jar) visitor.jar.set(cookie, value)
    visitor.bearer = player.bearer
  } else visitor.jar.set('sso_flow', browser)
  const { statusCode, body } = await visitor.send(sampleRequest(name, { userId, ...given }))
  return `${name} ${statusCode} ${statusCode === 200 ? '' : body}`.trim()
}

const unavailable = '{"ErrorMessages":[{"Property":"","ErrorMessage":"ERROR_UNAVAILABLE"}]}'

describe('a database out of reach', () => {
  it.each(outages)('that %s makes every call answer 503 (T01, T05, X15)', async (_, url) => {
    const database = openPostgres(url(), 100)
    current = database
    expect(await Promise.all(callNames.map(answered))).toEqual(
      callNames.map((name) =>
        withoutDatabase.has(name) ? `${name} 200` : `${name} 503 ${unavailable}`,
      ),
    )
    const visitor = cutOff.visitor()
    expect((await visitor.send({ method: 'GET', url: '/readyz' })).statusCode).toBe(503)
    expect((await visitor.send({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)
    for (const connection of connections) connection.destroy()
    await database.close()
  })

  it('makes the OpenID provider answer 503, and sends visitors to a page', async () => {
    const site = new TestSite(app)
    const { path } = await site.begin()
    // The provider has its keys from before.
    await cutOff.visitor().send({ url: '/oidc/jwks' })
    const database = openPostgres(urlOf(silent), 100)
    current = database
    const visitor = new TestVisitor(cutOff.app, app.deployment('local'), '203.0.113.7')
    for (const [cookie, value] of player.jar) visitor.jar.set(cookie, value)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const { clientId, clientSecret = '' } = site.client
    const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`
    const fromProgram = await Promise.all([
      visitor.send({ url: '/oidc/me', headers: { authorization: `Bearer ${newSecret()}` } }),
      visitor.send({
        method: 'POST',
        url: '/oidc/token',
        headers: { ...form, authorization },
        payload: `grant_type=authorization_code&code=${newSecret()}&redirect_uri=x`,
      }),
      visitor.send({ url: path }),
      visitor.send({
        method: 'POST',
        url: '/oidc/token',
        headers: form,
        payload: exchangeForm('steam', 'aa'),
      }),
    ])
    expect(fromProgram.map(({ statusCode, body }) => `${statusCode} ${body}`)).toEqual(
      fromProgram.map(() => '503 {"error":"temporarily_unavailable"}'),
    )
    expect(fromProgram.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
    const page = await visitor.send({ url: path, headers: { accept: 'text/html' } })
    expect([page.statusCode, new URL(String(page.headers.location)).pathname]).toEqual([
      303,
      '/errors/internal',
    ])
    await database.close()
  })

  it('holds a player who comes back from a service, as one with a password, and uses nothing up', async () => {
    const visitor = cutOff.visitor()
    const path = { service: 'twitch' } as const
    const body = await signInAt(await startAt(visitor, 'twitch'), newAccountId('twitch'))
    const database = openPostgres(urlAt(1), 100)
    current = database
    const held = await visitor.refused('serviceLogIn', { path, body })
    const form = logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword })
    const withPassword = await visitor.refused('logIn', { body: form })
    expect(held).toEqual(withPassword)
    expect(held).toMatchObject({ status: 503, items: ['ERROR_UNAVAILABLE@'] })
    await database.close()
    current = app.fresh.database
    // The same way back, a moment later.
    expect(await visitor.call('serviceLogIn', { path, body })).toMatchObject({
      Arrival: { CanonicalName: 'twitch' },
    })
  })

  it('is used again when it is back, and no row is left of the calls meanwhile', async () => {
    expect(await answered('listConnections')).toBe('listConnections 200')
    const { kysely } = app.services.database
    const names = await kysely
      .selectFrom('players')
      .select('username')
      .where('username', 'in', ['Ada', 'Bea'])
      .execute()
    expect(names).toEqual([{ username: 'Ada' }])
  })
})
