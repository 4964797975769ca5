import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const wiki = {
  clientId: 'wiki',
  name: 'Wiki',
  clientSecret: 'sample-wiki-secret',
  redirectUris: ['https://wiki.site.test/callback'],
  firstParty: true,
  scopes: ['openid' as const, 'profile' as const],
  idTokenClaims: true,
}
const guild = {
  clientId: 'guild',
  name: 'Guild',
  clientSecret: 'sample-guild-secret',
  redirectUris: ['https://guild.site.test/callback'],
  scopes: ['openid' as const, 'email' as const],
}

const directus = {
  ...wiki,
  clientId: 'directus',
  claims: { given_name: 'preferred_username' as const, roles: 'titles' as const },
}

let app: TestApp
let pass: (seconds: number) => void
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  app = await startApp({
    deployments: { local: { clients: [...sampleClients, wiki, guild, directus] } },
  })
  pass = shareClock(app.clock)
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

const asked = (claims: object) => JSON.stringify(claims)

describe('the claims of a client’s own names', () => {
  const own = { given_name: 'Ada', roles: ['VIP'], titles: ['VIP'] }

  it('are in the ID token and at userinfo of this client alone, and in discovery', async () => {
    const players = app.services.database.kysely.updateTable('players')
    await players.set({ titles: 'VIP' }).where('username', '=', `Ada${count}`).execute()
    const expected = { ...own, given_name: `Ada${count}` }
    const site = new TestSite(app, 'directus')
    const { claims, accessToken } = await site.signIn(ada)
    expect(claims).toMatchObject(expected)
    expect(await site.userInfo(accessToken)).toMatchObject(expected)
    const other = await new TestSite(app, 'wiki').signIn(ada)
    expect(other.claims).not.toHaveProperty('roles')
    expect(other.claims['titles']).toEqual(['VIP'])
    const { claims_supported: supported } = await site.server()
    expect(supported).toEqual(expect.arrayContaining(['given_name', 'roles', 'nickname']))
  })

  it('are asked for one by one, and refused to a client without them', async () => {
    const claims = asked({ userinfo: { given_name: null } })
    const site = new TestSite(app, 'directus')
    const { accessToken } = await site.signIn(ada, { scope: 'openid', claims })
    const { sub, ...more } = await site.userInfo(accessToken)
    expect(more).toEqual({ given_name: `Ada${count}` })
    const plain = new TestSite(app, 'wiki')
    const other = await plain.signIn(ada, { scope: 'openid', claims })
    expect(Object.keys(await plain.userInfo(other.accessToken))).toEqual(['sub'])
    expect(sub).toBeTruthy()
  })

  it('beside them, nickname and profile are always there', async () => {
    const site = new TestSite(app)
    expect(await site.userInfo((await site.signIn(ada)).accessToken)).toMatchObject({
      nickname: `Ada${count}`,
      profile: 'http://localhost:4000/account',
    })
  })
})

describe('the claims of a scope', () => {
  it('have the standard’s names, and say when they last changed (O06)', async () => {
    const site = new TestSite(app)
    const read = async () => site.userInfo((await site.signIn(ada)).accessToken)
    const players = app.services.database.kysely.updateTable('players')
    const long = new Date('2020-02-02T00:00:00Z')
    await players.set({ profile_changed_at: long }).where('username', '=', `Ada${count}`).execute()
    const before = await read()
    expect(before).toMatchObject({
      name: `Ada${count}`,
      preferred_username: `Ada${count}`,
      updated_at: long.getTime() / 1000,
    })
    expect(before).not.toHaveProperty('locale')
    await players.set({ steam_check: true }).where('username', '=', `Ada${count}`).execute()
    expect(await read()).toEqual(before)
    await players.set({ language: 'pt-BR' }).where('username', '=', `Ada${count}`).execute()
    const after = await read()
    expect(after['locale']).toBe('pt-BR')
    expect(after['updated_at']).toBeGreaterThan(long.getTime() / 1000)
  })

  it('come into the ID token where the client’s entry wishes so, and only those asked for (O07)', async () => {
    const site = new TestSite(app, 'wiki')
    const { claims, refreshToken } = await site.signIn(ada)
    expect(claims).toMatchObject({ name: `Ada${count}`, preferred_username: `Ada${count}` })
    expect(claims).not.toHaveProperty('email')
    const refreshed = await site.refreshed(refreshToken)
    expect(decodeJwt(refreshed.idToken)).toMatchObject({ name: `Ada${count}` })
    expect((await site.signIn(ada, { scope: 'openid' })).claims).not.toHaveProperty('name')
    expect((await new TestSite(app).signIn(ada)).claims).not.toHaveProperty('name')
  })

  it('come into the ID token of a client that uses GET oauth too, with offline_access or without (O07)', async () => {
    const site = new TestSite(app, 'wiki')
    for (const scope of ['openid profile', 'openid profile offline_access']) {
      const begun = await site.begin({ scope })
      const query = Object.fromEntries(new URLSearchParams(begun.path.split('?')[1]))
      const { RedirectUri } = await ada.call('authorize', { query })
      expect((await site.exchange(begun, new URL(RedirectUri))).claims).toMatchObject({
        name: `Ada${count}`,
      })
      // The provider hears the same.
      expect((await site.signIn(ada, { scope })).claims['name']).toBe(`Ada${count}`)
    }
  })
})

describe('the parameter claims', () => {
  it('puts single claims where they are asked for, essential or not (O06)', async () => {
    const site = new TestSite(app)
    const claims = asked({
      id_token: { email: { essential: true }, unheard_of: null },
      userinfo: { name: null, connections: { essential: true } },
    })
    const signedIn = await site.signIn(ada, { scope: 'openid', claims })
    expect(signedIn.claims['email']).toBe(`ada${count}@site.test`)
    expect(signedIn.claims).not.toHaveProperty('name')
    const { sub } = signedIn.claims
    expect(await site.userInfo(signedIn.accessToken)).toEqual({
      sub,
      name: `Ada${count}`,
      connections: [],
    })
    expect((await site.refreshed(signedIn.refreshToken)).idToken).toBeTruthy()
  })

  it('gives nothing that no scope of the client has, and is no error (O06)', async () => {
    const site = new TestSite(app, 'wiki')
    const claims = asked({ id_token: { email: { essential: true } }, userinfo: { email: null } })
    const signedIn = await site.signIn(ada, { claims, prompt: 'none' })
    expect(signedIn.claims).not.toHaveProperty('email')
    expect(await site.userInfo(signedIn.accessToken)).not.toHaveProperty('email')
  })

  it('of a third party asks the player for the scope of its claims (O06)', async () => {
    const site = new TestSite(app, 'guild')
    const given = { scope: 'openid', claims: asked({ userinfo: { email: null } }) }
    const begun = await site.begin(given)
    const page = await site.follow(ada, begun.path)
    const { body } = await ada.send({ method: 'GET', url: page.pathname })
    expect(body).toContain('Guild')
    const { headers } = await ada.send({
      method: 'POST',
      url: page.pathname,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: ada.deployment.origin,
      },
      payload: 'answer=allow',
    })
    const signedIn = await site.exchange(begun, await site.follow(ada, headers.location ?? ''))
    expect((await site.userInfo(signedIn.accessToken))['email']).toBe(`ada${count}@site.test`)
    expect((await site.signIn(ada, { ...given, prompt: 'none' })).claims.sub).toBeTruthy()
  })

  it.each(['{', '[]', '7', '{}', '{"userinfo":7}', '{"id_token":[]}'])(
    'is refused where it is none: %s (O06)',
    async (claims) => {
      const site = new TestSite(app)
      const end = await site.follow(ada, (await site.begin({ claims })).path)
      expect(end.searchParams.get('error')).toBe('invalid_request')
    },
  )

  it('asks for a player by the subject, and takes no other (O06)', async () => {
    const site = new TestSite(app)
    const { sub } = (await site.signIn(ada)).claims
    const own = asked({ id_token: { sub: { value: sub } } })
    expect((await site.signIn(ada, { claims: own, prompt: 'none' })).claims.sub).toBe(sub)
    const other = asked({ id_token: { sub: { value: '999999' } } })
    const end = await site.follow(ada, (await site.begin({ claims: other, prompt: 'none' })).path)
    expect(end.searchParams.get('error')).toBe('login_required')
  })
})
