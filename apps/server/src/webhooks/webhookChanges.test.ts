import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { recordAct } from '../auth/security-acts/recordAct.ts'
import { addConsent } from '../database/oidc/clientConsents.ts'
import { inTransaction } from '../database/transactions/inTransaction.ts'
import { runMaintenance } from '../maintenance/runMaintenance.ts'
import { gatehouse, jsonOutputOf } from '../../test/fixtures/processes/runGatehouse.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../test/fixtures/samples/samplePlayers.ts'
import { restoreByMail } from '../../test/fixtures/safetyMails.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { eventTypes } from '../database/schema/values.ts'
import { eventTable } from './eventTable.ts'
import { runWaiting } from '../../test/fixtures/runWaiting.ts'

const secretOf = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`
const issuer = 'http://localhost:4000/oidc'

interface Post {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

let app: TestApp
let site: Server
let posts: Post[] = []
/** Status codes of the next answers; 204 when there are none. */
let answers: number[] = []

beforeAll(async () => {
  site = createServer((request, response) => {
    const keep = async () => {
      const headers = request.headers as Record<string, string>
      posts.push({ path: request.url ?? '', headers, body: await textOf(request) })
      const status = answers.shift() ?? 204
      response.writeHead(status).end(status === 204 ? undefined : `status ${status}\u001B[2J`)
    }
    void keep()
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const client = (clientId: string, more: object) => ({
    clientId,
    name: clientId,
    clientSecret: 'secret-of-a-site-in-a-test',
    redirectUris: [`${origin}/callback`],
    scopes: ['openid' as const, 'profile' as const],
    firstParty: true,
    webhook: { url: `${origin}/${clientId}`, secret: secretOf('b'), previousSecret: secretOf('a') },
    ...more,
  })
  app = await startApp({
    deployments: {
      local: {
        EnableSecuritySection: true,
        clients: [
          client('own', {}),
          client('few', { events: ['account.banned', 'account.unbanned'] }),
          client('tokens', { eventFormat: 'set', webhook: { url: `${origin}/tokens` } }),
          client('foreign', { firstParty: false }),
        ],
      },
    },
  })
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000)
})
afterEach(() => {
  posts = []
  answers = []
})
afterAll(async () => {
  await app.close()
  site.close()
})

/** Delivers what waits; returns what one client got. */
async function delivered(to = 'own') {
  await runWaiting(app.services.jobs, 'events')
  return posts
    .filter(({ path }) => path === `/${to}`)
    .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, string> })
    .map(({ type, data: { iss, ...data } }): Record<string, string> => {
      expect(iss).toBe(issuer)
      return { type, ...data }
    })
}

/** A player whose first events the clients already have. */
async function known(Username: string) {
  const visitor = await signedInPlayer(app, registerForm({ Username }))
  await runWaiting(app.services.jobs, 'events')
  posts = []
  const { Id_User: playerId } = await visitor.readToken()
  return { visitor, playerId, sub: String(playerId), path: { userId: playerId } }
}

/** The clients whose webhooks are stopped, as operators see them. */
async function stopped(): Promise<readonly string[]> {
  const rows = await jsonOutputOf(app, 'clients list --deployment local')
  return (rows as readonly { clientId: string; webhookStoppedAt: string | null }[])
    .filter(({ webhookStoppedAt }) => webhookStoppedAt !== null)
    .map(({ clientId }) => clientId)
}

const newPassword = 'Another-Passw0rd-of-1'

describe('a webhook', () => {
  it('is signed with both secrets while one is changed, and a library takes each (O44)', async () => {
    await known('Ada')
    await gatehouse(app, 'players ban Ada --deployment local --why test')
    await delivered()
    const post = posts.find(({ path }) => path === '/own')
    expect(post?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    for (const letter of ['a', 'b']) {
      const read = new Webhook(secretOf(letter)).verify(post?.body ?? '', post?.headers ?? {})
      expect(read).toMatchObject({ type: 'account.banned' })
    }
    const verify = () => new Webhook(secretOf('c')).verify(post?.body ?? '', post?.headers ?? {})
    expect(verify).toThrow('No matching signature')
  })

  it('that answers 410 gets nothing more until an operator starts it again (O45)', async () => {
    const { visitor, path } = await known('Bea')
    const rename = (Username: string) =>
      visitor.call('updateUsername', { path, body: { Username } })
    app.clock.advance(1)
    const since = app.clock.now().toISOString()
    answers = [410]
    await rename('Bea2')
    await delivered()
    const line = app.logged
      .map((text) => JSON.parse(text) as Record<string, string>)
      .findLast(({ event }) => event === 'webhook.stopped')
    const gone = line?.['client']?.split(' ')[1] ?? ''
    expect(['own', 'tokens']).toContain(gone)
    posts = []
    await rename('Bea3')
    await runWaiting(app.services.jobs, 'events')
    expect(posts.map((post) => post.path)).not.toContain(`/${gone}`)
    expect(posts.length).toBeGreaterThan(0)
    expect(await stopped()).toEqual([gone])
    const start = `events start ${gone} --deployment local --why test`
    expect((await gatehouse(app, start)).output).toContain('gets events from now on')
    expect((await gatehouse(app, start)).output).toContain('was not stopped')
    expect(await stopped()).toEqual([])
    posts = []
    const replay = `events replay --client ${gone} --since ${since} --deployment local --why test`
    expect((await gatehouse(app, replay)).output).toBe('Events on their way: 2.\n')
    await runWaiting(app.services.jobs, 'events')
    expect(posts.map((post) => post.path)).toEqual([`/${gone}`, `/${gone}`])
  })

  it('gets the types that its client has chosen alone', async () => {
    const { visitor, path, sub } = await known('Cleo')
    await visitor.call('updateUsername', { path, body: { Username: 'Cleo2' } })
    await gatehouse(app, 'players ban Cleo2 --deployment local --why test')
    await gatehouse(app, 'players unban Cleo2 --deployment local --why test')
    expect(await delivered('few')).toEqual([
      { type: 'account.banned', sub },
      { type: 'account.unbanned', sub },
    ])
    expect((await delivered()).map((event) => event['type'])).toContain('account.renamed')
  })

  it('is tried out by a command, which says what came back', async () => {
    const line = 'events test own --deployment local'
    expect(await gatehouse(app, line)).toMatchObject({ exitCode: 0, output: 'own answered 204.\n' })
    const [post] = posts
    const read = new Webhook(secretOf('b')).verify(post?.body ?? '', post?.headers ?? {})
    expect(read).toMatchObject({ type: 'event.test', data: { iss: issuer } })
    answers = [500]
    const failed = await gatehouse(app, line)
    expect(failed).toMatchObject({ exitCode: 1, errors: 'own answered 500.\nstatus 500 [2J\n' })
    const { errors } = await gatehouse(app, 'events test nobody --deployment local')
    expect(errors).toBe('local has no client nobody with a webhook.\n')
  })
})

describe('an event about access', () => {
  it('is sent for a new password and for ended sessions; how a player signs in, to own clients alone (O46)', async () => {
    const dora = await known('Dora')
    const { kysely } = app.services.database
    const consent = { deployment: 'local', playerId: dora.playerId, clientId: 'foreign' }
    await addConsent(kysely, { ...consent, scopes: ['openid'] }, app.clock.now())
    await dora.visitor.call('resetPassword', {
      body: { OldPassword: samplePassword, Password: newPassword, ConfirmPassword: newPassword },
    })
    const revoked = { type: 'account.sessions_revoked', sub: dora.sub }
    expect(await delivered()).toEqual([
      { type: 'account.credentials_changed', sub: dora.sub, kind: 'password', change: 'update' },
      revoked,
    ])
    const foreign = await delivered('foreign')
    expect(foreign).toEqual([{ ...revoked, sub: expect.any(String) }])
    expect(foreign[0]?.['sub']).not.toBe(dora.sub)
    posts = []
    await gatehouse(app, 'players end-sessions Dora --deployment local --why test')
    expect(await delivered()).toEqual([revoked])
  })

  it('is sent to the client alone whose consent a player takes back', async () => {
    const eva = await known('Eva')
    const { kysely } = app.services.database
    const consent = { deployment: 'local', playerId: eva.playerId, clientId: 'foreign' }
    await addConsent(kysely, { ...consent, scopes: ['openid'] }, app.clock.now())
    await eva.visitor.call('withdrawSite', { body: { ClientId: 'foreign' } })
    expect(await delivered('foreign')).toEqual([
      { type: 'account.consent_withdrawn', sub: expect.any(String) },
    ])
    expect(await delivered()).toEqual([])
  })

  it('is sent to the client whose consent a thief gave and a rewind takes back (AT-SEC-34)', async () => {
    const gus = await known('Gus')
    const { kysely } = app.services.database
    const consent = { deployment: 'local', playerId: gus.playerId, clientId: 'foreign' }
    await addConsent(kysely, { ...consent, scopes: ['openid'] }, app.clock.now())
    const context = {
      deployment: app.deployment('local'),
      services: app.services,
      clientContext: null,
    }
    await inTransaction(kysely, (transaction) =>
      recordAct(
        context,
        transaction,
        { id: gus.playerId },
        { act: 'site-allowed', shown: { Name: 'foreign' }, before: { clientId: 'foreign' } },
      ),
    )
    const asked = { UsernameOrEmail: 'Gus', For: 'secure' } as const
    await gus.visitor.call('askSafetyLink', { body: asked })
    posts = []
    await restoreByMail(app, gus.visitor, { address: 'gus@site.test', act: 'site-allowed' })
    const types = (await delivered('foreign')).map(({ type }) => type)
    expect(types).toEqual([
      'account.sessions_revoked',
      'account.restored',
      'account.consent_withdrawn',
    ])
  })

  it('is sent once for a ban that expires', async () => {
    const fay = await known('Fay')
    const until = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const ban = `players ban Fay --until ${until} --deployment local --why test`
    expect((await gatehouse(app, ban)).exitCode).toBe(0)
    expect(await delivered('few')).toEqual([{ type: 'account.banned', sub: fay.sub }])
    posts = []
    app.clock.advance(61)
    await runMaintenance(app.services)
    await runMaintenance(app.services)
    expect(await delivered('few')).toEqual([{ type: 'account.unbanned', sub: fay.sub }])
  })
})

describe('a Security Event Token', () => {
  it('is signed by the deployment’s key and named as RISC and CAEP have it (O47)', async () => {
    const gil = await known('Gil')
    await gatehouse(app, 'players end-sessions Gil --deployment local --why test')
    await runWaiting(app.services.jobs, 'events')
    const post = posts.find(({ path }) => path === '/tokens')
    expect(post?.headers).toMatchObject({
      'content-type': 'application/secevent+jwt',
      accept: 'application/json',
    })
    expect(post?.headers['webhook-signature']).toBeUndefined()
    const jwks = await app.visitor().send({ method: 'GET', url: '/oidc/jwks' })
    const keys = createLocalJWKSet(jwks.json() as JSONWebKeySet)
    const { payload, protectedHeader } = await jwtVerify(post?.body ?? '', keys, {
      issuer,
      audience: 'tokens',
      typ: 'secevent+jwt',
    })
    expect(protectedHeader.alg).toBe('RS256')
    expect(payload).toEqual({
      iss: issuer,
      aud: 'tokens',
      jti: expect.stringMatching(/^evt_/),
      iat: expect.any(Number),
      sub_id: { format: 'iss_sub', iss: issuer, sub: gil.sub },
      events: {
        'https://schemas.openid.net/secevent/caep/event-type/session-revoked': {
          event_timestamp: expect.any(Number),
        },
      },
    })
    // It is no ID token and no logout token: it lacks what they have, and has what they must not.
    expect([payload.sub, payload.exp, payload['sid']]).toEqual([undefined, undefined, undefined])
  })

  it('has its own event type for each event, or a profile’s', () => {
    expect(Object.keys(eventTable)).toEqual([...eventTypes])
    for (const { uri } of Object.values(eventTable)) {
      expect(uri).toMatch(/^(https:\/\/schemas\.openid\.net\/secevent\/|urn:gatehouse:event-type:)/)
    }
  })

  it('is tried out as the verification of the Shared Signals Framework', async () => {
    answers = [202]
    const tried = await gatehouse(app, 'events test tokens --deployment local')
    expect(tried).toMatchObject({ exitCode: 0, errors: '' })
    const [, claims = ''] = posts[0]?.body.split('.') ?? []
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      events: { 'https://schemas.openid.net/secevent/ssf/event-type/verification': {} },
    })
  })
})
