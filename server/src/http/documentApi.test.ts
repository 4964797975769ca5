import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { languages } from '@gatehouse/contract/languages'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { apiIntroduction } from './apiIntroduction.ts'
import { documentApi } from './documentApi.ts'
import { createOperatorApp } from './operatorApp.ts'
import { makeViewerScript, readViewerScript, writeViewerScript } from './viewer/viewerScript.ts'
import { freePort } from '../../../scripts/freePort.mjs'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'

/** The processor time of this process for some work, in microseconds. */
async function spent(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

let app: TestApp
/** The server as it is in production. */
let production: FastifyInstance

beforeAll(async () => {
  app = await startApp({ nodes: 1 })
  production = await createApp(servicesWith({ NODE_ENV: 'production' }))
})
afterAll(async () => {
  await production.close()
  await app.close()
})

function servicesWith(settings: Partial<TestApp['services']['settings']>) {
  return { ...app.services, settings: { ...app.services.settings, ...settings } }
}

const get = (url: string, headers: Record<string, string> = {}) =>
  app.visitor('local', '198.51.100.9').send({ method: 'GET', url, headers })

async function scriptAddresses(): Promise<string[]> {
  const { body } = await get('/api/docs')
  return [...body.matchAll(/src="([^"]+)"/g)].map(([, address = '']) => address)
}

/** What is code in a line, in any order: sentences of other languages begin elsewhere. */
const codeIn = (text: string) => (text.match(/`[^`\n]+`/g) ?? []).toSorted()
const rowsIn = (text: string) => text.split('\n').filter((line) => line.startsWith('|')).length

describe('the introduction of the API documentation', () => {
  it.each(languages)('says in %s what it says in English', (language) => {
    const [english, text] = [apiIntroduction('en'), apiIntroduction(language)]
    expect(codeIn(text)).toEqual(codeIn(english))
    expect(rowsIn(text)).toBe(rowsIn(english))
    expect(text.match(/\b[2345]\d\d\b/g)?.toSorted()).toEqual(
      english.match(/\b[2345]\d\d\b/g)?.toSorted(),
    )
    const sentence = 'Too many requests from one address.'
    expect(text.includes(sentence)).toBe(language === 'en')
  })

  it('is in the language of its reader, where the host offers it', async () => {
    const french = { 'accept-language': 'fr-CA' }
    const own = await get('/api/openapi.json', french)
    expect(own.headers['content-language']).toBeUndefined()
    expect(own.body).toContain('Too many requests from one address.')
    const operators = Fastify()
    documentApi(operators)
    const url = '/api/openapi.json'
    const answer = await operators.inject({ url, headers: french })
    expect(answer.headers['content-language']).toBe('fr')
    expect(answer.headers['vary']).toBe('accept-encoding, accept-language, cookie')
    expect(answer.body).toContain('Trop de requêtes d’une même adresse.')
    const unasked = await operators.inject({ url })
    expect(unasked.headers['content-language']).toBe('en')
    await operators.close()
  })
})

describe('the API documentation', () => {
  it('is a page with a strict policy and scripts that are kept for ever (N07)', async () => {
    for (const url of ['/api/docs', '/api/docs/']) {
      const page = await get(url)
      expect([page.statusCode, page.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
      const policy = String(page.headers['content-security-policy'])
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toMatch(/default-src 'none'; script-src 'self';/)
      expect(page.body).not.toMatch(/<script>|<script [^>]*>[^<]/)
    }
    const addresses = await scriptAddresses()
    expect(addresses).toHaveLength(2)
    for (const address of addresses) {
      expect(address).toMatch(/^\/api\/docs\/(?:viewer|start)-[0-9a-f]{16}\.js$/)
      const script = await get(address, { 'accept-encoding': 'gzip, br' })
      expect(script.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
        'content-type': 'text/javascript; charset=utf-8',
        vary: 'accept-encoding, Origin',
      })
      const zipped = await get(address, { 'accept-encoding': 'gzip' })
      const plain = await get(address)
      expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
      expect(brotliDecompressSync(script.rawPayload).equals(plain.rawPayload)).toBe(true)
    }
    expect((await get('/api/docs/viewer-0000000000000000.js')).statusCode).toBe(404)
    expect((await get('/api/docs/..%2fpackage.json')).statusCode).toBe(404)
  })

  it('is asked for sixty times at once without a wait for the others (T58)', async () => {
    const [viewer = ''] = await scriptAddresses()
    const plain = (await get(viewer)).rawPayload
    const ofCompressing = await spent(() => gzipSync(plain))
    const answers: Awaited<ReturnType<typeof get>>[] = []
    const ofSixty = await spent(async () => {
      const sent = Array.from({ length: 60 }, () => get(viewer, { 'accept-encoding': 'br' }))
      answers.push(...(await Promise.all(sent)))
    })
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    // None of them is compressed for its visitor.
    expect(ofSixty / 60).toBeLessThan(ofCompressing)
    const sizes = answers.map(({ rawPayload }) => rawPayload.length)
    expect(Math.max(...sizes)).toBeLessThan(1_500_000)
  })

  it('is on no address of players in production, but on that of operators (N07)', async () => {
    const headers = { host: 'localhost:4000' }
    const [viewer = ''] = await scriptAddresses()
    for (const url of ['/api/docs', '/api/docs/', '/api/openapi.json', viewer]) {
      const answer = await production.inject({ method: 'GET', url, headers })
      expect([url, answer.statusCode]).toEqual([url, 404])
    }
    const port = await freePort()
    const operators = await createOperatorApp(
      servicesWith({ NODE_ENV: 'production', OPERATOR_PORT: port, OPERATOR_HOST: '127.0.0.1' }),
    )
    const answer = await fetch(`http://127.0.0.1:${port}/api/docs`)
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await answer.text()).toContain(viewer)
    const document = await fetch(`http://127.0.0.1:${port}/api/openapi.json`)
    expect(await document.json()).toMatchObject({ openapi: '3.1.0' })
    await operators?.close()
  })

  it('is nowhere where the setting says so (N07)', async () => {
    const off = await createApp(servicesWith({ API_DOCS: false }))
    const answer = await off.inject({ url: '/api/docs', headers: { host: 'localhost:4000' } })
    expect(answer.statusCode).toBe(404)
    await off.close()
  })

  it('comes from the files of the build without its package, and says so without them (N14)', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'gatehouse-viewer-'))
    const folder = pathToFileURL(`${join(parent, 'viewer')}/`)
    const documented = Fastify()
    documentApi(documented, { prepareViewer: () => readViewerScript(folder) })
    const none = await documented.inject('/api/docs')
    expect([none.statusCode, none.headers['content-type']]).toEqual([
      404,
      'text/plain; charset=utf-8',
    ])
    expect(none.body).toMatch(/not part of this installation: `npm run build`/)
    expect((await documented.inject('/api/docs/viewer-0.js')).statusCode).toBe(404)
    expect((await documented.inject('/api/openapi.json')).json()).toMatchObject({
      openapi: '3.1.0',
    })
    await documented.close()

    const script = await makeViewerScript()
    await writeViewerScript(folder, script)
    const read = await readViewerScript(folder)
    expect(read?.hash).toBe(script.hash)
    expect(brotliDecompressSync(read?.br ?? Buffer.alloc(0)).length).toBeGreaterThan(1_000_000)
    expect(gunzipSync(read?.gzip ?? '')).toEqual(brotliDecompressSync(read?.br ?? ''))
    await rm(parent, { recursive: true })
  })
})
