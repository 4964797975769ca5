import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { documentApi } from './documentApi.ts'
import { createOperatorApp } from './operatorApp.ts'
import { readBuiltViewer, readPackagedViewer } from './readViewer.ts'
import { freePort } from '../../../../scripts/freePort.mjs'
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

async function viewerAddress(): Promise<string> {
  const { body } = await get('/api/docs')
  return /<script src="([^"]+)"/.exec(body)?.[1] ?? ''
}

describe('the API documentation', () => {
  it('is a page with a strict policy and a script that is kept for ever (N07)', async () => {
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
    const address = await viewerAddress()
    expect(address).toMatch(/^\/api\/docs\/viewer-[0-9a-f]{16}\.js$/)
    const script = await get(address, { 'accept-encoding': 'gzip, br' })
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding, Origin',
    })
    const zipped = await get(address, { 'accept-encoding': 'gzip' })
    const plain = await get(address)
    expect(plain.body).toMatch(/\nScalar\.createApiReference\('#app', .+\)\n$/)
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(brotliDecompressSync(script.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect((await get('/api/docs/viewer-0000000000000000.js')).statusCode).toBe(404)
    expect((await get('/api/docs/..%2fpackage.json')).statusCode).toBe(404)
  })

  it('is asked for sixty times at once without a wait for the others (T58)', async () => {
    const viewer = await viewerAddress()
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
    const viewer = await viewerAddress()
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

  it('comes from the file of the build without its package, and says so without it (N14)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-viewer-'))
    const file = pathToFileURL(join(folder, 'viewer.js'))
    const withoutPackage = () => {
      const documented = Fastify()
      documentApi(documented, () => readBuiltViewer(file))
      return documented
    }
    const unbuilt = withoutPackage()
    const none = await unbuilt.inject('/api/docs')
    expect([none.statusCode, none.headers['content-type']]).toEqual([
      404,
      'text/plain; charset=utf-8',
    ])
    expect(none.body).toMatch(/not part of this installation: `npm run build`/)
    expect((await unbuilt.inject('/api/docs/viewer-0.js')).statusCode).toBe(404)
    expect((await unbuilt.inject('/api/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' })
    await unbuilt.close()

    await writeFile(file, await readPackagedViewer())
    const built = withoutPackage()
    expect((await built.inject('/api/docs')).body).toContain(await viewerAddress())
    await built.close()
    await rm(folder, { recursive: true })
  })
})
