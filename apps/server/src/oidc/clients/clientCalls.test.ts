import { clientCallNames, clientCalls } from '@gatehouse/contract/calls/clients'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '../../platform/config/settings.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import {
  registerForm,
  registerPlayer,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const withoutWebhooks = sampleClients.map((client) => ({ ...client, webhook: undefined }))

let app: TestApp
let pass: (seconds: number) => void
let site: TestSite
let ada: TestVisitor
let bob: TestVisitor
let [adaId, bobId] = [0, 0]
let token = ''
let count = 0

beforeAll(async () => {
  app = await startApp({ deployments: { sandbox: { clients: withoutWebhooks } } })
  site = new TestSite(app)
  pass = shareClock(app.clock)
})
beforeEach(async () => {
  pass(3600)
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
  bob = await signedInPlayer(app, registerForm({ Username: `Bob${count}` }))
  adaId = (await ada.readToken()).Id_User
  bobId = (await bob.readToken()).Id_User
  token = (await site.signIn(ada)).accessToken
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

/** A request of a client's server: it has neither our cookies nor the key. */
async function send(options: InjectOptions, bearer: string | null = token) {
  const { statusCode, body, headers } = await app.app.inject({
    ...options,
    headers: {
      host: ada.deployment.host,
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...options.headers,
    },
  })
  return { status: statusCode, body: body === '' ? null : JSON.parse(body), headers }
}

const list = (bearer?: string | null) => send({ method: 'GET', url: '/oidc/blocks' }, bearer)
const change = (what: 'add' | 'remove', payload: object, bearer?: string | null) =>
  send({ method: 'POST', url: `/oidc/blocks/${what}`, payload }, bearer)

async function eventsOf(playerId: number) {
  const rows = await app.services.database.kysely
    .selectFrom('account_events')
    .select(['type', 'data', 'recipients'])
    .where('player_id', '=', playerId)
    .where('type', 'in', ['block.added', 'block.removed'])
    .orderBy('at')
    .execute()
  return rows.map(({ type, data, recipients }) => [type, data, recipients])
}

const blocksInPortal = async (visitor: TestVisitor, userId: number) =>
  (await visitor.call('readProfile', { path: { userId }, query: { include: 'Block' } })).Blocks

const noSuchPlayer = {
  status: 400,
  body: { ErrorMessages: [{ Property: 'sub', ErrorMessage: 'ERROR_USER_NOT_EXISTS' }] },
}

describe('a client with the scope blocks', () => {
  it('blocks a player, reads the block, and removes it, with one event for each change', async () => {
    const sub = String(bobId)
    expect((await list()).body).toEqual({ blocks: [] })
    expect(await change('add', { sub })).toMatchObject({ status: 200, body: {} })
    expect(await change('add', { sub })).toMatchObject({ status: 200, body: {} })
    const blocked = { sub, preferred_username: `Bob${count}` }
    expect((await list()).body).toEqual({ blocks: [blocked] })
    expect(await blocksInPortal(ada, adaId)).toMatchObject([{ Id: bobId }])
    expect(await blocksInPortal(bob, bobId)).toEqual([])
    expect(await change('remove', { sub })).toMatchObject({ status: 200, body: {} })
    expect((await list()).body).toEqual({ blocks: [] })
    expect(await eventsOf(adaId)).toEqual([
      ['block.added', { blocked: sub }, ['community']],
      ['block.removed', { blocked: sub }, ['community']],
    ])
  })

  it('gets an event when the player unblocks in the portal', async () => {
    await change('add', { sub: String(bobId) })
    await ada.call('unblock', { body: { userBlockedId: bobId } })
    expect((await list()).body).toEqual({ blocks: [] })
    expect((await eventsOf(adaId)).map(([type]) => type)).toEqual(['block.added', 'block.removed'])
  })

  it('is refused alike for a missing, an unconfirmed and the own player, and every other value', async () => {
    await registerPlayer(app, registerForm({ Username: `Cy${count}` }))
    const { id: unconfirmed } = await app.services.database.kysely
      .selectFrom('players')
      .select('id')
      .where('deployment', '=', 'local')
      .where('username', '=', `Cy${count}`)
      .executeTakeFirstOrThrow()
    const others = ['', '0', '-1', '1e3', ' 7', '7\u0000', '9'.repeat(16), 'x'.repeat(5000)]
    for (const sub of [`${adaId}`, `${unconfirmed}`, '999999999', ...others, 7, null, {}, []]) {
      expect(await change('add', { sub })).toMatchObject(noSuchPlayer)
      expect(await change('remove', { sub })).toMatchObject(noSuchPlayer)
      pass(60)
    }
    expect(await change('remove', { sub: String(bobId) })).toMatchObject(noSuchPlayer)
    expect(await change('add', {})).toMatchObject(noSuchPlayer)
    expect((await list()).body).toEqual({ blocks: [] })
    expect(await eventsOf(adaId)).toEqual([])
  })

  it.each(['null', '[]', '"7"', '{"sub":"7","sub":"8"}', '{', ''])(
    'is refused a body that is %s and no object',
    async (payload) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await send({ method: 'POST', url: '/oidc/blocks/add', payload, headers })
      expect(answer.status).toBe(400)
      expect(answer.body.ErrorMessages[0].ErrorMessage).toBe('INVALID_REQUEST')
    },
  )

  it('changes at most so many blocks an hour, and the refusal has the seconds to wait', async () => {
    await app.services.rateLimiter.consume(ada.deployment, 'blockChanges', `${adaId}`)
    for (let sent = 1; sent < limits.blockChanges.max; sent += 1) {
      await app.services.rateLimiter.consume(ada.deployment, 'blockChanges', `${adaId}`)
    }
    const answer = await change('add', { sub: String(bobId) })
    expect(answer.body.ErrorMessages[0].ErrorMessage).toBe('ERROR_TOO_MANY_ATTEMPTS')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await list()).status).toBe(200)
  })

  it('blocks no more players than there may be', async () => {
    const { kysely } = app.services.database
    await kysely
      .insertInto('players')
      .values(
        Array.from({ length: 5000 }, (_, at) => ({
          deployment: 'local',
          username: `m${count}x${at}`,
          username_key: `m${count}x${at}`,
          email: `m${count}x${at}@many.test`,
          email_key: `m${count}x${at}@many.test`,
          auth_type: 2 as const,
          auth_partner: 'Relic',
          created_at: app.clock.now(),
        })),
      )
      .execute()
    const rows = await kysely
      .selectFrom('players')
      .select('id')
      .where('deployment', '=', 'local')
      .where('username', 'like', `m${count}x%`)
      .execute()
    await kysely
      .insertInto('blocks')
      .values(
        rows.map(({ id }) => ({
          deployment: 'local',
          player_id: adaId,
          blocked_id: id,
          created_at: app.clock.now(),
        })),
      )
      .execute()
    expect(await change('add', { sub: String(bobId) })).toMatchObject({
      status: 400,
      body: { ErrorMessages: [{ Property: 'sub', ErrorMessage: 'ERROR_NOT_ALLOWED' }] },
    })
  })
})

describe('a call of clients', () => {
  it('is refused without a living access token of the provider of this deployment', async () => {
    const elsewhere = await signedInPlayer(app, registerForm({ Username: 'Else' }), 'sandbox')
    const foreign = await new TestSite(app, 'community', 'sandbox').signIn(elsewhere)
    for (const bearer of [null, 'x', 'x'.repeat(201), ada.bearer ?? '', foreign.accessToken]) {
      const answer = await list(bearer)
      expect([answer.status, answer.body]).toEqual([401, { error: 'invalid_token' }])
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    }
    const payload = 'not even JSON'
    expect(await send({ method: 'POST', url: '/oidc/blocks/add', payload }, 'x')).toMatchObject({
      status: 401,
    })
  })

  it('is refused without the scope', async () => {
    const narrow = await site.signIn(ada, { scope: 'openid profile' })
    for (const name of clientCallNames) {
      const { method, path: url } = clientCalls[name]
      const payload = method === 'POST' ? { payload: { sub: String(bobId) } } : {}
      const answer = await send({ method, url, ...payload }, narrow.accessToken)
      expect([answer.status, answer.body]).toEqual([403, { error: 'insufficient_scope' }])
      expect(answer.headers['www-authenticate']).toContain('scope="blocks"')
    }
    const forum = new TestSite(app, 'forum')
    const begun = await forum.begin({ scope: 'openid blocks' })
    const end = await forum.follow(ada, begun.path)
    expect(end.searchParams.get('error')).toBe('invalid_scope')
  })

  it('is refused when the session has ended, and when the player is banned', async () => {
    const { accessToken } = await site.signIn(bob)
    await bob.call('logOut', { path: { userId: bobId }, body: {} })
    expect((await list(accessToken)).status).toBe(401)
    await app.services.database.kysely
      .updateTable('players')
      .set({ banned_at: app.clock.now() })
      .where('deployment', '=', 'local')
      .where('id', '=', adaId)
      .execute()
    expect((await list()).status).toBe(401)
  })

  it('answers a program that asks for HTML with a status and codes', async () => {
    const headers = { accept: 'text/html, image/gif, */*; q=.2' }
    const payload = { sub: '999999999' }
    const url = '/oidc/blocks/add'
    expect(await send({ method: 'POST', url, payload, headers })).toMatchObject(noSuchPlayer)
    const long = { method: 'GET', url: `/oidc/blocks?${'x'.repeat(13_000)}`, headers } as const
    expect(await send(long)).toMatchObject({ status: 414, body: {} })
  })

  it('accepts one method and names it', async () => {
    const answer = await send({ method: 'DELETE', url: '/oidc/blocks' })
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET'])
  })
})
