import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { subjectKey, take } from '../database/accounts/uniqueValues.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { type SignedIn, TestSite } from '../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../test/fixtures/testVisitor.ts'
import { runWaiting } from '../../test/fixtures/runWaiting.ts'

const secret = `whsec_${Buffer.alloc(32, 'site').toString('base64')}`
const password = registerForm().Password

interface Said {
  readonly sub: string
  readonly type?: string
  readonly blocked?: string
}

let app: TestApp
let receiver: Server
/** The messages to each client, by its id. */
let heard = new Map<string, Said[]>()
let ada: TestVisitor
let bob: TestVisitor
let [adaId, bobId] = [0, 0]
let count = 0

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const hear = async () => {
      const body = await textOf(request)
      const [, clientId = '', what] = (request.url ?? '').split('/')
      const said =
        what === 'events'
          ? { ...JSON.parse(body).data, type: JSON.parse(body).type }
          : decodeJwt(new URLSearchParams(body).get('logout_token') ?? '')
      heard.set(clientId, [...(heard.get(clientId) ?? []), said as Said])
      response.writeHead(200).end()
    }
    hear().catch(() => response.writeHead(400).end())
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const client = (clientId: string, given: object = {}) => ({
    clientId,
    name: clientId,
    clientSecret: 'secret-of-a-site-in-a-test',
    redirectUris: [`https://${clientId}.site.test/callback`, `https://www.${clientId}.test/back`],
    scopes: ['openid', 'profile', 'blocks'] as ('openid' | 'profile' | 'blocks')[],
    backchannelLogoutUri: `${origin}/${clientId}/log-out`,
    webhook: { url: `${origin}/${clientId}/events`, secret },
    ...given,
  })
  app = await startApp({
    deployments: {
      local: {
        clients: [
          client('own', { firstParty: true }),
          client('guild'),
          client('atlas'),
          client('guild-shop', { sector: 'guild' }),
        ],
      },
    },
  })
  // Signatures are valid for five minutes of the present.
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000)
})
beforeEach(async () => {
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
  bob = await signedInPlayer(app, registerForm({ Username: `Bob${count}` }))
  adaId = (await ada.readToken()).Id_User
  bobId = (await bob.readToken()).Id_User
  await tell()
  heard = new Map()
})
afterAll(async () => {
  await app.close()
  receiver.close()
})

/** Sends clients all that waits for them. */
async function tell(): Promise<void> {
  const { backchannelLogout } = app.services.oidc
  await backchannelLogout.relay()
  await runWaiting(app.services.jobs, 'signOuts')
  await runWaiting(app.services.jobs, 'events')
}

/** Signs a player in at a client, with a consent where the client needs one. */
async function signIn(visitor: TestVisitor, clientId: string): Promise<SignedIn> {
  const site = new TestSite(app, clientId)
  const begun = await site.begin()
  const page = await site.follow(visitor, begun.path)
  if (page.searchParams.has('code')) return site.exchange(begun, page)
  const answer = await visitor.send({
    method: 'POST',
    url: page.pathname,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: visitor.deployment.origin,
    },
    payload: 'answer=allow',
  })
  return site.exchange(begun, await site.follow(visitor, answer.headers.location ?? ''))
}

const subOf = async (visitor: TestVisitor, clientId: string) =>
  (await signIn(visitor, clientId)).claims.sub

async function blocks(token: string, what?: 'add' | 'remove', sub?: string) {
  const { statusCode, body } = await app.app.inject({
    method: what === undefined ? 'GET' : 'POST',
    url: `/oidc/blocks${what === undefined ? '' : `/${what}`}`,
    headers: { host: 'localhost:4000', authorization: `Bearer ${token}` },
    ...(sub === undefined ? {} : { payload: { sub } }),
  })
  return { status: statusCode, body: JSON.parse(body) as { blocks?: Said[] } }
}

async function leave(visitor: TestVisitor, userId: number, name: string): Promise<void> {
  const Email = `${name.toLowerCase()}@site.test`
  const body = { Email, Password: password, Id_DeletionType: null, DeletionReason: '' }
  await visitor.call('deleteUser', { path: { userId }, body })
}

async function rowsOf(playerId: number) {
  return app.services.database.kysely
    .selectFrom('pairwise_subjects')
    .select(['sector', 'subject'])
    .where('player_id', '=', playerId)
    .orderBy('sector')
    .execute()
}

describe('two third-party clients', () => {
  it('know a player by subjects that say nothing to each other, the studio’s own by the id (I15)', async () => {
    const guild = await signIn(ada, 'guild')
    const atlas = await signIn(ada, 'atlas')
    const subs = [guild.claims.sub, atlas.claims.sub]
    for (const sub of subs) expect(sub).toMatch(/^p[\w-]{22}$/)
    expect(new Set([...subs, String(adaId)]).size).toBe(3)
    expect(await subOf(ada, 'own')).toBe(String(adaId))
    // One sector is one site with several clients.
    expect(await subOf(ada, 'guild-shop')).toBe(guild.claims.sub)
    const again = app.visitor()
    await again.logIn(`Ada${count}`, password)
    expect(await subOf(again, 'guild')).toBe(guild.claims.sub)
    expect((await new TestSite(app, 'guild').userInfo(guild.accessToken)).sub).toBe(
      guild.claims.sub,
    )
    expect((await new TestSite(app, 'guild').server()).subject_types_supported).toEqual([
      'public',
      'pairwise',
    ])
  })

  it('read, add and remove blocks by their own subjects alone (I15)', async () => {
    const { accessToken } = await signIn(ada, 'guild')
    const bobAtGuild = await subOf(bob, 'guild')
    const bobAtAtlas = await subOf(bob, 'atlas')
    for (const foreign of [String(bobId), bobAtAtlas, String(adaId), 'p'.repeat(23)]) {
      expect((await blocks(accessToken, 'add', foreign)).status).toBe(400)
    }
    expect((await blocks(accessToken, 'add', bobAtGuild)).status).toBe(200)
    expect((await blocks(accessToken)).body.blocks).toEqual([
      { sub: bobAtGuild, preferred_username: `Bob${count}` },
    ])
    const own = await signIn(ada, 'own')
    expect((await blocks(own.accessToken)).body.blocks).toMatchObject([{ sub: String(bobId) }])
    expect((await blocks(accessToken, 'remove', String(bobId))).status).toBe(400)
    expect((await blocks(accessToken, 'remove', bobAtGuild)).status).toBe(200)
    expect((await blocks(accessToken)).body.blocks).toEqual([])
  })

  it('hear of events and log-outs by the same subject and never by the id (I15)', async () => {
    const { accessToken, claims } = await signIn(ada, 'guild')
    await signIn(ada, 'own')
    const bobAtGuild = await subOf(bob, 'guild')
    await blocks(accessToken, 'add', bobAtGuild)
    await ada.call('updateUsername', {
      path: { userId: adaId },
      body: { Username: `Eve${count}` },
    })
    await ada.call('logOut', { path: { userId: adaId }, body: {} })
    await tell()
    const atGuild = heard.get('guild') ?? []
    expect(atGuild.map(({ sub }) => sub)).toEqual([claims.sub, claims.sub, claims.sub])
    expect(atGuild.find(({ type }) => type === 'block.added')?.blocked).toBe(bobAtGuild)
    const atOwn = heard.get('own') ?? []
    expect(atOwn.map(({ sub }) => sub)).toEqual(Array(3).fill(String(adaId)))
    expect(atOwn.find(({ type }) => type === 'block.added')?.blocked).toBe(String(bobId))
  })
})

describe('a deletion', () => {
  it('reaches a third-party client by its subject, and removes every subject (I16)', async () => {
    const { claims } = await signIn(ada, 'guild')
    await signIn(ada, 'atlas')
    expect(await rowsOf(adaId)).toHaveLength(2)
    await leave(ada, adaId, `Ada${count}`)
    expect(await rowsOf(adaId)).toEqual([])
    await tell()
    const atGuild = heard.get('guild') ?? []
    const types = atGuild.map(({ type }) => type)
    expect(new Set(types)).toEqual(new Set(['account.deleted', undefined]))
    expect(types).toHaveLength(2)
    expect(new Set(atGuild.map(({ sub }) => sub))).toEqual(new Set([claims.sub]))
    // The late message has not made a new one.
    expect(await rowsOf(adaId)).toEqual([])
  })
})

describe('a client that knew a player before', () => {
  it('goes on with the id, in tokens, calls, events and logout tokens (I16)', async () => {
    const sub = String(adaId)
    const { kysely } = app.services.database
    await take(kysely, 'local', adaId, [subjectKey('guild', sub)], app.clock.now())
    await kysely
      .insertInto('pairwise_subjects')
      .values({ deployment: 'local', sector: 'guild', player_id: adaId, subject: sub })
      .execute()
    expect(await subOf(ada, 'guild')).toBe(sub)
    const { accessToken } = await signIn(bob, 'guild')
    expect((await blocks(accessToken, 'add', sub)).status).toBe(200)
    await leave(ada, adaId, `Ada${count}`)
    await tell()
    const ofAda = (heard.get('guild') ?? []).filter((said) => said.type !== 'block.added')
    expect(ofAda.map((said) => said.sub)).toEqual([sub, sub])
  })
})
