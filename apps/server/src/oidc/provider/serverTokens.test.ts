import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  apiClients,
  configurationOf,
  inventory,
  sendTo,
  serverOf,
  stats,
  studio,
} from '../../../test/fixtures/apiClients.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients } from '../../../test/fixtures/testClient.ts'
import { limits } from '../../platform/config/settings.ts'

const eager = serverOf('eager', { resources: { [inventory]: ['inventory:read'] } })

let app: TestApp
let server: openid.Configuration

beforeAll(async () => {
  const clients = [...sampleClients, ...apiClients, eager]
  app = await startApp({ deployments: { local: { ...studio, clients } }, nodes: 2 })
  shareClock(app.clock)(3600)
  server = await configurationOf(app, 'inventory')
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

describe('a token of a server', () => {
  it('is for an API, names no player, and is active for that API alone (O64)', async () => {
    const { access_token: token, scope } = await openid.clientCredentialsGrant(server, {
      resource: stats,
      scope: 'stats:write',
    })
    expect(scope).toBe('stats:write')
    const read = await openid.tokenIntrospection(await configurationOf(app, 'stats'), token)
    expect(read).toMatchObject({ active: true, client_id: 'inventory', aud: stats, scope })
    expect(read.sub).toBeUndefined()
    const outsider = await configurationOf(app, 'game')
    expect(await openid.tokenIntrospection(outsider, token)).toEqual({ active: false })
  })

  it('needs no name of the API where there is only one, and a name where there are two (O64)', async () => {
    const { access_token: one } = await openid.clientCredentialsGrant(server, {
      scope: 'stats:write',
    })
    const api = await configurationOf(app, 'stats')
    expect((await openid.tokenIntrospection(api, one)).aud).toBe(stats)
    await expect(openid.clientCredentialsGrant(api)).rejects.toMatchObject({
      error: 'invalid_target',
    })
    const { access_token: token } = await openid.clientCredentialsGrant(api, {
      resource: inventory,
      scope: 'inventory:read',
    })
    expect(decodeJwt(token)).toMatchObject({ aud: inventory, sub: 'stats', client_id: 'stats' })
  })

  it('has no scope of a player, none that the client has not, and opens nothing of ours (O65)', async () => {
    for (const scope of [
      'openid',
      'profile email',
      'stats:write blocks',
      'stats:read',
      'offline_access',
    ]) {
      await expect(
        openid.clientCredentialsGrant(server, { resource: stats, scope }),
      ).rejects.toMatchObject({ error: 'invalid_scope' })
    }
    await expect(
      openid.clientCredentialsGrant(server, { resource: inventory }),
    ).rejects.toMatchObject({ error: 'invalid_target' })
    const { access_token: token } = await openid.clientCredentialsGrant(server, {
      scope: 'stats:write',
    })
    const { origin } = app.deployment('local')
    const headers = { authorization: `Bearer ${token}` }
    expect((await sendTo(app, `${origin}/oidc/me`, { headers })).status).toBe(401)
  })

  it('is for those clients alone whose entry says so, and these sign no player in (O65)', async () => {
    for (const clientId of ['community', 'game']) {
      const configuration = await configurationOf(
        app,
        clientId,
        openid.ClientSecretBasic(`sample-${clientId}-secret`),
      )
      await expect(
        openid.clientCredentialsGrant(configuration, { resource: inventory }),
      ).rejects.toMatchObject({ error: 'unauthorized_client' })
    }
    const query = new URLSearchParams({
      client_id: 'inventory',
      response_type: 'code',
      redirect_uri: 'https://inventory.site.test/callback',
      scope: 'openid',
    })
    const answer = await sendTo(app, `http://localhost:4000/oidc/auth?${query.toString()}`, {
      headers: { accept: 'text/html' },
    })
    expect(answer.headers.get('location')).toContain('/errors/bad-request')
  })

  it('is not asked for with each request: a client that does so waits (O65)', async () => {
    const configuration = await configurationOf(app, 'eager')
    const { rateLimiter } = app.services
    for (let count = 0; count < limits.serverTokens.max; count += 1) {
      await rateLimiter.consume(app.deployment('local'), 'serverTokens', 'eager')
    }
    await expect(openid.clientCredentialsGrant(configuration)).rejects.toMatchObject({
      status: 429,
      error: 'temporarily_unavailable',
    })
    await expect(openid.clientCredentialsGrant(server)).resolves.toBeTruthy()
  })
})
