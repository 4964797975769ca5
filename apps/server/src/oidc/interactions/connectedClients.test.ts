import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const guildClient = {
  clientId: 'guild',
  name: 'Guild <b>&amp; Co',
  clientSecret: 'sample-guild-secret',
  redirectUris: ['https://guild.site.test/callback'],
  backchannelLogoutUri: 'https://guild.site.test/log-out',
  scopes: ['openid' as const, 'profile' as const],
}

let app: TestApp
let guild: TestSite
let community: TestSite
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  app = await startApp({
    deployments: {
      local: { clients: [...sampleClients, guildClient] },
      sandbox: { clients: sampleClients },
      avalanche: { clients: sampleClients, EnableSecuritySection: true },
    },
  })
  guild = new TestSite(app, 'guild')
  community = new TestSite(app)
})
beforeEach(async () => {
  // The provider and its clients have their own clock.
  shareClock(app.clock)(3600)
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

function show(visitor: TestVisitor) {
  return visitor.send({ method: 'GET', url: '/oidc/sites' })
}

function post(visitor: TestVisitor, url: string, payload: string, origin?: string) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: origin ?? visitor.deployment.origin,
  }
  return visitor.send({ method: 'POST', url, headers, payload })
}

async function logOut(visitor: TestVisitor) {
  const { Id_User: userId } = await visitor.readToken()
  await visitor.call('logOut', { path: { userId }, body: {} })
}

async function namesOf(visitor: TestVisitor) {
  return (await visitor.call('listSites', {})).Sites.map(({ Name }) => Name)
}

/** Gives the guild consent, as the player does on the page that asks. */
async function letIn(visitor: TestVisitor) {
  const begun = await guild.begin()
  const page = await guild.follow(visitor, begun.path)
  const { location } = (await post(visitor, page.pathname, 'answer=allow')).headers
  return guild.exchange(begun, await guild.follow(visitor, location ?? ''))
}

describe('the page of connected clients', () => {
  it('redirects a visitor to the log-in, and from there back', async () => {
    const { location } = (await show(app.visitor())).headers
    expect(location).toBe('http://localhost:4000/login?redirectUrl=%2Foidc%2Fsites')
  })

  it('lists clients with scopes and dates, without the studio’s own', async () => {
    await community.signIn(ada)
    expect((await show(ada)).body).toContain('<dt>clients<dd>[]')
    await letIn(ada)
    const { body } = await show(ada)
    expect(body).toContain('Guild &lt;b&gt;&amp;amp; Co')
    expect(body).toContain('profile')
    expect(body).toContain('<button name="site" value="guild">')
    expect(body).not.toContain('email')
    expect(body).not.toContain('Community')
  })

  it('withdraws a consent: the client is signed out, its tokens are void, and it asks again', async () => {
    const { accessToken, refreshToken } = await letIn(ada)
    const kept = await community.signIn(ada)
    const bea = await signedInPlayer(app, registerForm({ Username: `Bea${count}` }))
    const ofBea = await letIn(bea)
    const answer = await post(ada, '/oidc/sites', 'site=guild')
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      'http://localhost:4000/oidc/sites',
    ])
    expect((await show(ada)).body).toContain('<dt>clients<dd>[]')
    await expect(guild.userInfo(accessToken)).rejects.toThrow(/.+/)
    await expect(guild.refresh(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await guild.follow(ada, (await guild.begin()).path)).pathname).toMatch(
      /^\/oidc\/interaction\//,
    )
    // No other player and no other client is affected.
    expect(await community.userInfo(kept.accessToken)).toHaveProperty('sub')
    expect(await guild.userInfo(ofBea.accessToken)).toHaveProperty('sub')
    const ended = await app.services.database.kysely
      .selectFrom('client_sessions')
      .select(['client_id', 'ended_at'])
      .where('ended_at', 'is not', null)
      .execute()
    expect(ended.map((row) => row.client_id)).toEqual(['guild'])
  })

  it('changes nothing for the player who has logged in in its browser since', async () => {
    await letIn(ada)
    const [player = ''] = /name="player" value="\d+"/.exec((await show(ada)).body) ?? []
    const [id] = /\d+/.exec(player) ?? []
    await signedInPlayer(app, registerForm({ Username: `Bea${count}` }))
    await ada.logIn(`Bea${count}`, samplePassword)
    const ofBea = await letIn(ada)
    const { statusCode, headers } = await post(ada, '/oidc/sites', `site=guild&player=${id}`)
    expect([statusCode, headers.location]).toEqual([303, 'http://localhost:4000/oidc/sites'])
    expect((await show(ada)).body).toContain(`Bea${count}`)
    expect(await guild.userInfo(ofBea.accessToken)).toHaveProperty('sub')
    expect(await namesOf(ada)).toEqual([guildClient.name])
  })

  it('accepts a new consent after a withdrawal', async () => {
    await letIn(ada)
    await post(ada, '/oidc/sites', 'site=guild')
    const { accessToken } = await letIn(ada)
    expect(await guild.userInfo(accessToken)).toHaveProperty('preferred_username')
  })

  it('refuses orders from another site’s page and ignores clients without consent', async () => {
    await letIn(ada)
    const { accessToken } = await community.signIn(ada)
    const foreign = await post(ada, '/oidc/sites', 'site=guild', 'https://evil.test')
    expect(foreign.headers.location).toMatch(/\/errors\/bad-request\?/)
    await post(ada, '/oidc/sites', 'site=community')
    expect(await community.userInfo(accessToken)).toHaveProperty('sub')
    expect((await show(ada)).body).toContain('Guild')
  })
})

describe('the section of connected sites', () => {
  it('lists a client with its scopes, and withdraws it from the caller alone', async () => {
    const { accessToken } = await letIn(ada)
    const bea = await signedInPlayer(app, registerForm({ Username: `Bea${count}` }))
    const ofBea = await letIn(bea)
    const { Sites } = await ada.call('listSites', {})
    expect(Sites).toEqual([
      {
        ClientId: 'guild',
        Name: guildClient.name,
        IsOwn: false,
        Scopes: ['openid', 'profile'],
        GivenAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
    expect(await ada.call('withdrawSite', { body: { ClientId: 'guild' } })).toEqual({})
    expect(await ada.call('listSites', {})).toEqual({ Sites: [] })
    await expect(guild.userInfo(accessToken)).rejects.toThrow(/.+/)
    expect(await guild.userInfo(ofBea.accessToken)).toHaveProperty('sub')
    for (const ClientId of ['guild', 'community', 'nobody', '']) {
      expect(await ada.refused('withdrawSite', { body: { ClientId } })).toEqual({
        status: 400,
        items: ['INVALID_REQUEST@ClientId'],
      })
    }
    expect((await bea.call('listSites', {})).Sites).toHaveLength(1)
  })

  it('lists the studio’s own where the caller is signed in, with nothing to withdraw (AT-SEC-05)', async () => {
    const signedInAt = app.clock.now().toISOString()
    await letIn(ada)
    const { accessToken } = await community.signIn(ada)
    const { Sites } = await ada.call('listSites', {})
    expect(Sites).toMatchObject([
      { ClientId: 'guild', IsOwn: false },
      { ClientId: 'community', Name: 'Community', IsOwn: true, Scopes: [], GivenAt: signedInAt },
    ])
    expect(await ada.refused('withdrawSite', { body: { ClientId: 'community' } })).toEqual({
      status: 400,
      items: ['INVALID_REQUEST@ClientId'],
    })
    expect(await community.userInfo(accessToken)).toHaveProperty('sub')

    // Another browser signs in at the same client: one row, until the last of the two has ended.
    const elsewhere = app.visitor()
    await elsewhere.logIn(`Ada${count}`, samplePassword)
    await community.signIn(elsewhere)
    expect(await namesOf(ada)).toEqual([guildClient.name, 'Community'])
    await logOut(ada)
    expect(await namesOf(elsewhere)).toEqual([guildClient.name, 'Community'])
    const third = app.visitor()
    await third.logIn(`Ada${count}`, samplePassword)
    await logOut(elsewhere)
    expect(await namesOf(third)).toEqual([guildClient.name])
  })

  it('lists nothing of a session that has expired, before the maintenance ends it (AT-SEC-05)', async () => {
    await community.signIn(ada)
    shareClock(app.clock)(31 * 86_400)
    await ada.logIn(`Ada${count}`, samplePassword)
    expect(await ada.call('listSites', {})).toEqual({ Sites: [] })
  })

  it('is a part of the security section, where no client asks for consent', async () => {
    const player = await signedInPlayer(app, registerForm({ Username: `Dan${count}` }), 'avalanche')
    expect(player.deployment.configuration.EnableSitesSection).toBe(false)
    await new TestSite(app, 'community', 'avalanche').signIn(player)
    const { Sites } = await player.call('listSites', {})
    expect(Sites).toMatchObject([{ ClientId: 'community', IsOwn: true }])
    const body = { ClientId: 'community' }
    expect((await player.refused('withdrawSite', { body })).items).toEqual(['ERROR_NOT_ALLOWED@'])
  })

  it('is refused where no client asks for consent', async () => {
    const spare = await signedInPlayer(app, registerForm({ Username: `Cas${count}` }), 'sandbox')
    for (const refused of [
      await spare.refused('listSites', {}),
      await spare.refused('withdrawSite', { body: { ClientId: 'guild' } }),
    ]) {
      expect(refused).toEqual({ status: 400, items: ['ERROR_NOT_ALLOWED@'] })
    }
    expect(spare.deployment.configuration.EnableSitesSection).toBe(false)
    expect(ada.deployment.configuration.EnableSitesSection).toBe(true)
  })
})
