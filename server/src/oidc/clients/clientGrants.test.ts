import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { gatehouse } from '../../../test/fixtures/processes/runGatehouse.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

/* Each client at each grant: one that its entry does not allow has a code of its own. */

const device = 'urn:ietf:params:oauth:grant-type:device_code'
const resource = 'https://api.site.test'
const redirectUris = ['https://site.test/callback']
const secretOf = (clientId: string) => `sample-${clientId}-secret`

const allowed = {
  site: ['authorization_code', 'refresh_token'],
  console: ['authorization_code', 'refresh_token', device],
  machine: ['client_credentials'],
} as const
type ClientId = keyof typeof allowed
const grants = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  device,
  'password',
] as const

const clients = (Object.keys(allowed) as ClientId[]).map((clientId) => ({
  clientId,
  name: clientId,
  clientSecret: secretOf(clientId),
  firstParty: true,
  ...(clientId === 'machine'
    ? {
        grants: ['client_credentials' as const],
        scopes: ['openid' as const],
        resources: { [resource]: ['read'] },
      }
    : { redirectUris, device: clientId === 'console' }),
}))

let app: TestApp
let pass: (seconds: number) => void

beforeAll(async () => {
  const resources = [{ identifier: resource, scopes: ['read'] }]
  app = await startApp({ deployments: { local: { clients, resources } }, nodes: 1 })
  pass = shareClock(app.clock)
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

function ask(clientId: string, url: string, form: Record<string, string>) {
  return app.app.inject({
    method: 'POST',
    url,
    headers: {
      host: 'localhost:4000',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa(`${clientId}:${secretOf(clientId)}`)}`,
    },
    payload: new URLSearchParams(form).toString(),
  })
}

const asked = {
  authorization_code: { code: 'x', redirect_uri: redirectUris[0] ?? '' },
  refresh_token: { refresh_token: 'x' },
  client_credentials: { resource },
  [device]: { device_code: 'x' },
  password: { username: 'a', password: 'b' },
}

async function refusedOf(clientId: string) {
  const { output } = await gatehouse(app, 'clients list --deployment local --json')
  const all = JSON.parse(output) as { clientId: string; refused: object | null }[]
  return all.find((one) => one.clientId === clientId)?.refused
}

describe.each(Object.keys(allowed) as ClientId[])('the client %s', (clientId) => {
  const may = (grant: string) => allowed[clientId].some((one) => one === grant)
  const ways = [
    ...grants.map(
      (grant) => ['/oidc/token', grant, { grant_type: grant, ...asked[grant] }] as const,
    ),
    ['/oidc/device/auth', device, { scope: 'openid' }] as const,
  ]

  it.each(ways)('at %s by the grant %s', async (url, grant, form) => {
    pass(61)
    const start = app.logged.length
    const answer = await ask(clientId, url, form)
    const body = answer.json<{ error?: string; error_description?: string }>()
    const lines = app.logged.slice(start).filter((line) => line.includes('"client.refused"'))
    if (may(grant)) {
      expect(body.error ?? 'tokens').toMatch(/^(invalid_grant|tokens)$/)
      expect(lines).toEqual([])
      return
    }
    // No client of any deployment has it.
    const isUnknown = grant === 'password'
    const error = isUnknown ? 'unsupported_grant_type' : 'unauthorized_client'
    expect([answer.statusCode, body.error]).toEqual([400, error])
    if (!isUnknown) {
      const entry = grant === device ? 'device is not true' : 'grants is '
      expect(body.error_description).toContain(`client ${clientId} may not use the grant ${grant}`)
      expect(body.error_description).toContain(entry)
    }
    const value = url === '/oidc/token' ? grant : ''
    const refused = { fault: 'grant_type', value, reason: expect.stringContaining(error) }
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { client: clientId, ...refused },
    ])
    expect(await refusedOf(clientId)).toMatchObject(refused)
  })
})
