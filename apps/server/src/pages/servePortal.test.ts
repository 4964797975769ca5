import { rm } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import type { DocumentRequest } from '@gatehouse/contract/serverPages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deploymentsOf } from '../deployments/deployments.ts'
import { digestOf } from '../platform/crypto/digestOf.ts'
import { fakePortal } from '../../test/fixtures/fakePortal.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../../test/fixtures/startApp.ts'

let folder: string
let app: TestApp

beforeAll(async () => {
  folder = await fakePortal({
    'assets/main-abc.js': 'main()',
    'assets/main-abc.js.br': brotliCompressSync('main()'),
  })
  app = await startApp({
    settings: { PORTAL_DIST: folder },
    deployments: {
      prod: {
        AccountUrl: 'https://account.prod.test',
        AccountApiUrl: 'https://api.prod.test',
      },
      sandbox: {
        theme: {
          name: 'relic',
          tokens: { '--accent': 'light-dark(#4a3ba2, #f6b84d)' },
          artDark: 'https://images.test/night.jpg',
        },
      },
    },
  })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const page = (url: string, headers: Record<string, string> = {}, deployment?: DeploymentName) =>
  app.visitor(deployment).send({ method: 'GET', url, headers: { accept: 'text/html', ...headers } })

const get = (url: string, headers: Record<string, string>) =>
  app.visitor().send({ method: 'GET', url, headers })

describe('the file server', () => {
  it('answers every path of a visitor with the uncached page (A-45)', async () => {
    for (const url of ['/', '/login', '/account/newsletter', '/no/such/path', '/a.b/c']) {
      const response = await page(url)
      expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(response.body).toContain('<body id="page">')
    }
  })

  it('names what the portal waits for before a browser has read the page', async () => {
    const { headers } = await page('/login')
    expect(headers['link']).toBe('</words.js>; rel=preload; as=script; crossorigin')
    expect((await get('/assets/main-abc.js', {})).headers['link']).toBeUndefined()
  })

  it('answers a program that accepts anything with the page (R-2.1-1)', async () => {
    for (const accept of ['*/*', 'application/json, */*;q=0.1']) {
      expect((await get('/account', { accept })).body).toContain('<body id="page">')
    }
    expect((await get('/account', { accept: 'application/json' })).statusCode).toBe(404)
  })

  it('answers assets for ever, compressed where the browser can read it', async () => {
    const plain = await get('/assets/main-abc.js', {})
    expect([plain.statusCode, plain.body]).toEqual([200, 'main()'])
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const compressed = await get('/assets/main-abc.js', { 'accept-encoding': 'br' })
    expect(compressed.headers['content-encoding']).toBe('br')
  })

  it('answers HEAD as GET, without the body', async () => {
    const headers = { accept: 'text/html' }
    for (const url of ['/login', '/assets/main-abc.js', '/assets/gone.js?x', '/api/nothing']) {
      const whole = await app.visitor().send({ method: 'GET', url, headers })
      const head = await app.visitor().send({ method: 'HEAD', url, headers })
      expect([url, head.statusCode, head.body]).toEqual([url, whole.statusCode, ''])
      expect(head.headers['content-type']).toBe(whole.headers['content-type'])
    }
  })

  it('answers 404 to a path of neither a file nor a page (L12)', async () => {
    for (const url of ['/assets/gone.js', '/account/x.css', '/../package.json', '/%2e%2e/x.json']) {
      expect((await get(url, { accept: '*/*' })).statusCode).toBe(404)
    }
    expect((await get('/api/nothing', { accept: 'text/html' })).statusCode).toBe(404)
  })

  it('never lets a cache keep a player’s data, whatever the path (L12)', async () => {
    const { bearer, jar, identity } = await signedInPlayer(
      app,
      registerForm({ Username: 'Cached' }),
    )
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, accept: 'text/html', authorization: `Bearer ${bearer}` }
    for (const url of [
      '/account/x.css',
      '/account/information;.js',
      '/account/information%2f..%2fx.css',
      '/account/information/a.png',
      '/account/index.html%3f.js',
    ]) {
      const shell = await page(url, headers)
      expect([url, shell.headers['cache-control']]).toEqual([url, 'no-cache'])
      expect(shell.body).not.toMatch(new RegExp(`cached|${bearer}|${identity}`, 'i'))
      expect(shell.body).toBe((await page('/no/such/path')).body)
    }
    for (const url of ['/api/profile/connects', '/api/profile/connects/x.css', '/api/cookie;.js']) {
      const answer = await get(url, { ...headers, accept: '*/*' })
      expect([url, answer.headers['cache-control']]).toEqual([url, 'no-store'])
    }
  })

  it('forbids frames and foreign sources (K04)', async () => {
    const { headers } = await page('/login')
    const policy = String(headers['content-security-policy'])
    for (const rule of [
      "default-src 'self'",
      `script-src 'self' ${digestOf('scheme()')}`,
      "style-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
    ]) {
      expect(policy.split('; ')).toContain(rule)
    }
    expect(policy).not.toMatch(/unsafe|google/)
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it.each(['/', '/login', '/register', '/account', '/confirm-email?uid=x', '/no-such-page'])(
    'has a policy at %s in which the evaluator of Google finds its own host alone (K04)',
    async (url) => {
      const { headers } = await page(url, {}, 'prod')
      const { csp } = new CspParser(String(headers['content-security-policy']))
      const found = new CspEvaluator(csp)
        .evaluate()
        .filter(({ severity }) => severity < Severity.INFO)
      // The portal's own host serves built files alone: no JSONP, no AngularJS, no uploads.
      expect(found.map(({ directive, value }) => [directive, value])).toEqual([
        ['script-src', "'self'"],
      ])
    },
  )

  it('allows avatars of a stand-in only where there is no TLS (H11)', async () => {
    const settings = { PORTAL_DIST: folder, STEAM_API_BASE: 'http://localhost:4001/steam' }
    const deployments = {
      prod: { AccountUrl: 'https://account.prod.test', AccountApiUrl: 'https://api.prod.test' },
    }
    const other = await startApp({ settings, deployments })
    const imagesOf = async (deployment: DeploymentName) => {
      const headers = { accept: 'text/html' }
      const answer = await other.visitor(deployment).send({ method: 'GET', url: '/', headers })
      return /img-src ([^;]*)/.exec(String(answer.headers['content-security-policy']))?.[1]
    }
    expect(await imagesOf('local')).toBe("'self' https: data: http://localhost:4001")
    expect(await imagesOf('prod')).toBe("'self' https: data:")
    await other.close()
  })

  it('allows the account API on its own host and requires https', async () => {
    const { headers } = await page('/login', {}, 'prod')
    expect(headers['content-security-policy']).toMatch(
      /connect-src 'self' https:\/\/api\.prod\.test/,
    )
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
  })

  it('requires https in every answer: a page, a call, an error and the OpenID provider', async () => {
    const settings = { PORTAL_DIST: folder }
    const deployments = { prod: { AccountUrl: 'https://account.prod.test' } }
    const other = await startApp({ settings, deployments })
    const urls = ['/login', '/api/cookie', '/api/none', '/oidc/.well-known/openid-configuration']
    const answers = await Promise.all(
      urls.map((url) => other.visitor('prod').send({ method: 'GET', url })),
    )
    expect(answers.map(({ headers }) => headers['strict-transport-security'])).toEqual(
      urls.map(() => 'max-age=31536000; includeSubDomains'),
    )
    await other.close()
  })

  it('sends no referrer from a page with a secret in its address (D13)', async () => {
    for (const path of [
      '/confirm-email',
      '/register/validate',
      '/password-recovery/reset',
      '/account/update-email/confirm',
      '/account/update-email/recovery',
    ]) {
      expect((await page(`${path}?uid=x`)).headers['referrer-policy']).toBe('no-referrer')
    }
  })

  it.each([
    ['own', { 'sec-fetch-site': 'none' }],
    ['own', { 'sec-fetch-site': 'same-origin' }],
    ['own', { referer: 'http://localhost:4000/account' }],
    ['listed', { 'sec-fetch-site': 'cross-site', referer: 'https://www.site.test/x' }],
    ['foreign', { 'sec-fetch-site': 'cross-site', referer: 'https://evil.io/' }],
    ['foreign', { 'sec-fetch-site': 'same-site', referer: 'http://localhost.evil.io/' }],
    ['foreign', { 'sec-fetch-site': 'cross-site' }],
    ['foreign', {}],
  ])('gives the page the origin of the visit, %s: %j (M-6)', async (arrival, from) => {
    const { body } = await page('/steam/unlink', from)
    expect(body).toContain(`"arrival":"${arrival}"`)
  })

  it('gives the page the key of a concealed configuration', async () => {
    const key = app.deployment('preprod').configurationKey
    expect((await page('/', {}, 'preprod')).body).toContain(`"configuration-key":"${key}"`)
    expect((await page('/')).body).not.toContain('configuration-key')
  })

  it('gives the page its deployment’s theme and then the deployment’s own changes', async () => {
    const { body } = await page('/login', {}, 'sandbox')
    const { theme } = (JSON.parse(body.slice(body.indexOf('{'))) as DocumentRequest).deployment
    expect(theme.name).toBe('relic')
    const changes = theme.sheet?.address ?? ''
    const sheet = await app.visitor('sandbox').send({ method: 'GET', url: changes, headers: {} })
    expect(sheet.headers['content-type']).toBe('text/css; charset=utf-8')
    expect(sheet.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(sheet.body).toBe(
      '@layer tokens,base,parts,theme;@layer theme{:root{' +
        '--art-dark:url("https://images.test/night.jpg");--picture:var(--art);--picture-turn:1;--accent:light-dark(#4a3ba2, #f6b84d)}}',
    )
    const older = await app.visitor('sandbox').send({ method: 'GET', url: '/theme.css?old' })
    expect([older.body, older.headers['cache-control']]).toEqual([sheet.body, 'no-cache'])
    expect((await get('/theme.css', { accept: 'text/css' })).statusCode).toBe(404)
  })
})

const ofProd = (url: string) => app.visitor('prod').send({ method: 'GET', url })

describe('words of a deployment', () => {
  const own = { greet1: ['Hey </script><!-- you'] }

  beforeAll(() => {
    const { deployments } = app.services
    const all = deployments.all.map((deployment) =>
      deployment.name === 'prod'
        ? { ...deployment, wordings: new Map([['fr', { portal: own, mails: {} }]] as const) }
        : deployment,
    )
    deployments.replace(deploymentsOf(all))
  })

  it('come with its page, and in another language by their address (AT-LNG-13)', async () => {
    const { body } = await page('/login', {}, 'prod')
    const { deployment } = JSON.parse(body.replace('<body id="page">', '')) as DocumentRequest
    expect(deployment.wordings).toEqual({ fr: own })
    const words = await ofProd('/words/fr.json')
    expect(words.json()).toEqual(own)
    expect(words.headers['cache-control']).toBe('no-cache')
    expect((await ofProd('/words/de.json')).json()).toEqual({})
    const elsewhere = await app.visitor('relic').send({ method: 'GET', url: '/words/fr.json' })
    expect(elsewhere.json()).toEqual({})
  })

  it('are found by languages alone (L40)', async () => {
    for (const name of ['__proto__', 'constructor', 'tlh']) {
      expect((await ofProd(`/words/${name}.json`)).json()).toEqual({})
    }
    expect((await get('/words/..%2f..%2fetc.json', { accept: 'text/css' })).statusCode).toBe(404)
  })
})
