import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestOf } from '../platform/crypto/digestOf.ts'
import { type DeploymentName, startApp, type TestApp } from '../../test/fixtures/startApp.ts'

const pageOfBuild =
  '<html><head><link rel="stylesheet" crossorigin href="/assets/base-1.css"><title>x</title></head>' +
  '<body><div id="root"></div><div id="late"></div></body></html>'
const painter = `export async function prerender({ Environment }, path, isConsentGiven) {
  if (path === '/password-recovery') throw new Error('broken')
  return path === '/register' ? null : '<p>' + [Environment, path, isConsentGiven].join(' ') + '</p>'
}`
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#abc" d="M0 0h50%"/></svg>'
const files = {
  'index.html': pageOfBuild,
  'themes.json': JSON.stringify({ relic: { sheet: '/assets/theme-r.css' } }),
  'prerender/prerender.mjs': painter,
  'assets/base-1.css': 'p{background:url(/assets/gate.svg)}',
  'assets/theme-r.css': 'p{background:url(/assets/march.svg);src:url(/assets/march.woff2)}',
  'assets/gate.svg': drawing,
  'assets/march.svg': drawing,
}

let folder: string
let app: TestApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-painted-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'prerender'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  app = await startApp({
    settings: { PORTAL_DIST: folder },
    deployments: { prod: { theme: { tokens: { '--accent': 'light-dark(#4a3ba2, #f6b84d)' } } } },
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

/** What stands in the page's root, with what the root says of it. */
async function rootOf(...asked: Parameters<typeof get>): Promise<string> {
  return /<div id="root".*?<\/div>/.exec((await get(...asked)).body)?.[0] ?? ''
}

const empty = '<div id="root"></div>'

describe('a page comes with its screen', () => {
  it('where a visitor comes in, painted for the deployment and not to be used', async () => {
    expect(await rootOf('/login?redirectUrl=%2Faccount')).toBe(
      '<div id="root" inert data-painted="LOCAL"><p>LOCAL /login false</p></div>',
    )
    expect(await rootOf('/', {}, 'relic')).toContain('<p>RELIC / false</p>')
  })

  it('without the question about cookies for whoever has answered it', async () => {
    expect(await rootOf('/', { cookie: 'sso_consent_given=1' })).toContain('<p>LOCAL / true</p>')
  })

  it.each([
    ['where the visitor is sent elsewhere', '/register', {}],
    ['at any other path', '/account', {}],
    ['for a player who is signed in', '/login', { cookie: 'sso_identity=IDENT' }],
    ['where another site keeps the cookies back', '/login', { 'sec-fetch-site': 'cross-site' }],
  ])('but not %s', async (_, path, headers) => {
    expect(await rootOf(path, headers)).toBe(empty)
  })

  it('but not where it cannot be painted, and the log says so', async () => {
    expect(await rootOf('/password-recovery')).toBe(empty)
    expect(app.logged).toContainEqual(expect.stringContaining('no picture of'))
  })

  it('and nobody is served the program that paints it', async () => {
    const { statusCode, body } = await get('/prerender/prerender.mjs', { accept: '*/*' })
    expect([statusCode, body]).toEqual([404, '{}'])
  })
})

describe('the styles of a painted page', () => {
  it('are in it, with the art that is seen, and are let in by what they say alone', async () => {
    for (const deployment of ['local', 'relic', 'prod'] as const) {
      const { body, headers } = await get('/', {}, deployment)
      const styles = [...body.matchAll(/<style[^>]*>(.*?)<\/style>/g)].map(([, text = '']) => text)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain(`style-src 'self' ${styles.map(digestOf).join(' ')};`)
      expect(policy).not.toContain('unsafe')
      expect(styles.join('').split('data:image/svg+xml')).toHaveLength(2)
      expect(body).toContain(
        '<link disabled rel="stylesheet" crossorigin href="/assets/base-1.css">',
      )
    }
    const { body } = await get('/', {}, 'relic')
    expect(body).toContain('<style data-environment="RELIC">')
    expect(body).toContain('url(/assets/march.woff2)')
    expect(body).toContain('as="font" type="font/woff2" href="/assets/march.woff2" crossorigin>')
    expect(decodeURIComponent(/svg\+xml,([^"]*)/.exec(body)?.[1] ?? '')).toBe(drawing)
  })

  it('stay in their files on every other page', async () => {
    const { body, headers } = await get('/account')
    expect(body).not.toContain('<style')
    expect(headers['content-security-policy']).toContain("style-src 'self';")
  })
})

describe('a page is packed', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('for a browser that takes %s', async (accepted, encoding, unpack) => {
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
