import { rm } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { languages, offerOf } from '@gatehouse/contract/languages'
import type { DocumentRequest, PageRenderer } from '@gatehouse/contract/serverPages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakePortal } from '../../test/fixtures/fakePortal.ts'
import { type DeploymentName, startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { negotiateLanguage } from '../http/negotiateLanguage.ts'
import { digestOf } from '../platform/crypto/digestOf.ts'
import { createPortalDocuments, type PortalDocument } from './portalDocuments.ts'

let folder: string
let app: TestApp

beforeAll(async () => {
  folder = await fakePortal()
  app = await startApp({
    settings: { PORTAL_DIST: folder },
    deployments: { avalanche: { Languages: 'en,fr,ar' } },
  })
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
    const refused = await requestOf('/', { 'sec-gpc': '1' })
    expect(refused.screen).toEqual({ isConsentGiven: true })
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

describe('a document that a browser has', () => {
  it('is sent again only when it or its policy has changed', async () => {
    const first = await get('/login', { 'accept-encoding': 'br' })
    const tag = String(first.headers['etag'])
    for (const asked of [tag, `"other", ${tag}`]) {
      const again = await get('/login', { 'if-none-match': asked, 'accept-encoding': 'gzip' })
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag])
      expect(again.headers['content-security-policy']).toBe(
        first.headers['content-security-policy'],
      )
    }
    for (const [path, headers] of [
      ['/', {}],
      ['/login', { cookie: 'sso_identity=IDENT' }],
      ['/login', { cookie: 'sso_consent_given=1' }],
      ['/register', {}],
    ] as const) {
      expect((await get(path, { ...headers, 'if-none-match': tag })).statusCode).toBe(200)
    }
  })
})

describe('a document where several languages are offered', () => {
  const french = { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.5' }

  it('is in the language of the visitor, and says what decides it (AT-LNG-02)', async () => {
    const { headers } = await get('/login', french, 'avalanche')
    expect(headers['content-language']).toBe('fr')
    expect(headers['vary']).toBe('accept-encoding, accept-language, cookie, Origin')
    expect(await requestOf('/login', french, 'avalanche')).toMatchObject({ language: 'fr' })
    const chosen = { ...french, cookie: 'sso_language=ar' }
    expect(await requestOf('/login', chosen, 'avalanche')).toMatchObject({ language: 'ar' })
    const wished = await requestOf('/login?ui_locales=ar%20fr', french, 'avalanche')
    expect(wished).toMatchObject({ language: 'ar' })
    expect(await requestOf('/login', {}, 'avalanche')).toMatchObject({ language: 'en' })
  })

  it('is English like ever where one is offered, whatever the visitor asks for (AT-LNG-15)', async () => {
    const asked = { ...french, cookie: 'sso_language=fr' }
    const { headers } = await get('/login?ui_locales=fr', asked)
    expect(headers['content-language']).toBeUndefined()
    expect(headers['vary']).toBe('accept-encoding, Origin')
    expect(await requestOf('/login?ui_locales=fr', asked)).toMatchObject({ language: 'en' })
  })

  it('carries nothing of what the visitor sent in its place (L61)', async () => {
    for (const evil of ['../../etc/passwd', '__proto__', 'ar"onload="x', `fr${'-x'.repeat(900)}`]) {
      const headers = {
        'accept-language': evil,
        cookie: `sso_language=${encodeURIComponent(evil)}`,
      }
      const url = `/login?ui_locales=${encodeURIComponent(evil)}`
      const answer = await get(url, headers, 'avalanche')
      expect(['en', 'fr']).toContain(answer.headers['content-language'])
      expect(answer.body).not.toContain(evil)
    }
  })
})

/** Documents whose renderings are counted. */
function counted() {
  const made: DocumentRequest[] = []
  const renderer: PageRenderer = {
    async renderDocument(request) {
      made.push(request)
      return { html: '', styles: [], scripts: [], links: '' }
    },
    renderPage: () => ({ html: '', styles: [], scripts: [] }),
  }
  return { made, documentOf: createPortalDocuments(renderer, app.services.log) }
}

describe('the documents that are kept', () => {
  const offer = offerOf({ Languages: '*', DefaultLanguage: 'en' })

  it('are one for each language, however many wishes there are (L62)', async () => {
    const { made, documentOf } = counted()
    const kept = new Set<PortalDocument>()
    const wishes = [...languages, 'tr', 'x-klingon', '*', '']
    for (let count = 0; count < 20_000; count++) {
      const wish = wishes[count % wishes.length] ?? ''
      const tag = count % 2 === 0 ? `${wish}-${count}` : `${wish};q=0.${count}`
      const headers = { 'accept-language': tag, cookie: `sso_language=${tag}` }
      const request = { headers, cookies: {}, language: negotiateLanguage({ headers }, offer) }
      kept.add(await documentOf(request, app.deployment('prod'), '/login', {}))
    }
    expect(made.map(({ language }) => language).toSorted()).toEqual([...languages].toSorted())
    expect(kept.size).toBe(languages.length)
  })

  it('are two hundred, and those that were asked for last (L62)', async () => {
    const { made, documentOf } = counted()
    const request = { headers: {}, cookies: {}, language: 'en' } as const
    const ask = (name: string) => documentOf(request, app.deployment('prod'), '/login', { name })
    const first = await ask('first')
    for (let count = 0; count < 199; count++) await ask(`${count}`)
    expect(await ask('first')).toBe(first)
    await ask('one more')
    expect(await ask('first')).toBe(first)
    expect(made).toHaveLength(201)
    await ask('0')
    expect(made).toHaveLength(202)
  })

  it('are rendered again for a deployment that has changed', async () => {
    const { made, documentOf } = counted()
    const request = { headers: {}, cookies: {}, language: 'en' } as const
    const deployment = app.deployment('prod')
    await documentOf(request, deployment, '/login', {})
    await documentOf(request, { ...deployment }, '/login', {})
    expect(made).toHaveLength(2)
  })
})
