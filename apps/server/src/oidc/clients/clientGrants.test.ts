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

const clientIds = Object.keys(allowed) as ClientId[]

/** Every client's ways to ask for a grant. */
const ways = clientIds.flatMap((clientId) => [
  ...grants.map((grant) => ({
    clientId,
    grant,
    url: '/oidc/token',
    form: { grant_type: grant, ...asked[grant] },
  })),
  { clientId, grant: device, url: '/oidc/device/auth', form: { scope: 'openid' } },
])

const mayUse = ({ clientId, grant }: (typeof ways)[number]) =>
  allowed[clientId].some((one) => one === grant)

/** The answer, and the lines about a refused client. */
async function played({ clientId, url, form }: (typeof ways)[number]) {
  pass(61)
  const start = app.logged.length
  const answer = await ask(clientId, url, form)
  const lines = app.logged.slice(start).filter((line) => line.includes('"client.refused"'))
  return {
    status: answer.statusCode,
    body: answer.json<{ error?: string; error_description?: string }>(),
    lines: lines.map((line) => JSON.parse(line) as object),
  }
}

describe('a client', () => {
  it.each(ways.filter(mayUse))('$clientId may ask $url for $grant', async (way) => {
    const { body, lines } = await played(way)
    // Its code or token is an invented one.
    expect(body.error ?? 'tokens').toMatch(/^(invalid_grant|tokens)$/)
    expect(lines).toEqual([])
  })

  it.each(ways.filter((way) => !mayUse(way)))(
    '$clientId may not ask $url for $grant, and is told which field forbids it',
    async (way) => {
      const { clientId, grant, url } = way
      const { status, body, lines } = await played(way)
      const entry = grant === device ? 'device is not true' : `grants is ${grantsOf(clientId)}`
      const words = `client ${clientId} may not use the grant ${grant}: in its entry ${entry}`
      // No client of any deployment has that one.
      const [error, description] =
        grant === 'password'
          ? ['unsupported_grant_type', 'unsupported grant_type requested']
          : ['unauthorized_client', words]
      expect([status, body]).toEqual([400, { error, error_description: description }])
      const value = url === '/oidc/token' ? grant : ''
      const refused = { fault: 'grant_type', value, reason: `${error}: ${description}` }
      expect(lines).toMatchObject([{ client: clientId, ...refused }])
      expect(await refusedOf(clientId)).toMatchObject(refused)
    },
  )
})

const grantsOf = (clientId: ClientId) =>
  clientId === 'machine' ? 'client_credentials' : 'authorization_code'
