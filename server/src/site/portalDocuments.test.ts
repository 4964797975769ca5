import { rm } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { DocumentRequest } from '@gatehouse/contract/serverPages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakePortal } from '../../test/fixtures/fakePortal.ts'
import { type DeploymentName, startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { digestOf } from '../platform/crypto/digestOf.ts'

let folder: string
let app: TestApp

beforeAll(async () => {
  folder = await fakePortal()
  app = await startApp({ settings: { PORTAL_DIST: folder } })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}, deployment?: DeploymentName) =>
  app.visitor(deployment).send({
    method: 'GET',
    url,
    headers: { accept: 'text/html', 'sec-fetch-site': 'none', ...headers },
  })

/** The request to the portal's renderer. */
async function requestOf(...asked: Parameters<typeof get>): Promise<DocumentRequest> {
  const { body } = await get(...asked)
  return JSON.parse(body.slice(body.indexOf('{'))) as DocumentRequest
}

describe('the document of a path', () => {
  it('contains its screen where visitors begin', async () => {
    const { path, screen } = await requestOf('/login?redirectUrl=%2Faccount')
    expect([path, screen]).toEqual(['/login', { isConsentGiven: false }])
    const { deployment } = await requestOf('/', {}, 'relic')
    expect(deployment.configuration.Environment).toBe('RELIC')
  })

  it('omits the question about cookies for a visitor who has answered it', async () => {
    const { screen } = await requestOf('/', { cookie: 'sso_consent_given=1' })
    expect(screen).toEqual({ isConsentGiven: true })
  })

  it.each([
    ['at any other path', '/account', {}],
    ['for a player who is signed in', '/login', { cookie: 'sso_identity=IDENT' }],
    ['where another site keeps the cookies back', '/login', { 'sec-fetch-site': 'cross-site' }],
  ])('contains no screen %s', async (_, path, headers) => {
    expect((await requestOf(path, headers)).screen).toBeNull()
  })

  it('omits a screen that cannot be rendered and logs the failure', async () => {
    expect((await requestOf('/password-recovery')).screen).toBeNull()
    expect(app.logged).toContainEqual(expect.stringContaining('prerender.failed'))
  })

  it('is the same at every path that the portal does not have', async () => {
    expect((await requestOf('/no/such/path')).path).toBe('')
  })

  it.each(['/prerender/prerender.mjs', '/.vite/manifest.json'])(
    'is rendered by files that no browser gets: %s',
    async (file) => {
      const { statusCode, body } = await get(file, { accept: '*/*' })
      expect([statusCode, body]).toEqual([404, '{}'])
    },
  )
})

describe('the policy of a document', () => {
  it('allows the styles of a prerendered document and no others', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain(`style-src 'self' ${['p{}', 'a{}'].map(digestOf).join(' ')};`)
    expect(policy).not.toContain('unsafe')
  })

  it('allows no inline style elsewhere', async () => {
    const { headers } = await get('/account')
    expect(headers['content-security-policy']).toContain("style-src 'self';")
  })
})

describe('a document', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('is compressed for a browser that accepts %s', async (accepted, encoding, unpack) => {
    const plain = await get('/login')
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const time of [1, 2]) {
      const { headers, rawPayload } = await get('/login', { 'accept-encoding': accepted })
      expect([time, headers['content-encoding']]).toEqual([time, encoding])
      expect(headers['vary']).toContain('accept-encoding')
      expect(unpack(rawPayload).toString()).toBe(plain.body)
    }
  })
})
