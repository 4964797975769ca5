import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../../../scripts/freePort.mjs'
import { createOutbound, UnreachableError, whyUnreachable } from './outbound.ts'

let server: Server
let origin: string
let asked = 0
let answer: RequestListener

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = 0
})
afterAll(() => {
  server.close()
})

function answering(status: number, body = '', headers: Record<string, string> = {}) {
  answer = (_, response) => response.writeHead(status, headers).end(body)
}

function why(address: string): Promise<string> {
  return createOutbound('Steam')(address).then(String, (error: Error) => error.message)
}

function failed(code: string): string {
  const cause = Object.assign(new Error(code), { code })
  return whyUnreachable(new TypeError('fetch failed', { cause }))
}

describe('a call to an outside service', () => {
  it('fails without the name, without TLS or without a listener (T24)', async () => {
    const plain = origin.replace('http:', 'https:')
    for (const address of ['https://steam.invalid', plain, 'http://127.0.0.1:1']) {
      await expect(createOutbound('Steam')(address)).rejects.toThrow(UnreachableError)
    }
  })

  it('fails when the answer or its end is late (T24)', async () => {
    const late = 'Steam is out of reach: it did not answer in time.'
    for (const begin of [() => undefined, (response: ServerResponse) => response.write('{')]) {
      answer = (_, response) => void begin(response)
      await expect(createOutbound('Steam', 50)(origin)).rejects.toThrow(late)
    }
    server.closeAllConnections()
  })

  it('that fails says why (T81)', async () => {
    answering(503)
    expect([await why(`http://127.0.0.1:${await freePort()}`), await why(origin)]).toEqual([
      'Steam is out of reach: it refuses connections.',
      'Steam is out of reach: status 503.',
    ])
    const codes = [
      'CERT_HAS_EXPIRED',
      'ENOTFOUND',
      'UND_ERR_CONNECT_TIMEOUT',
      'SELF_SIGNED_CERT_IN_CHAIN',
    ]
    expect(codes.map(failed)).toEqual([
      'its certificate has expired',
      'its name is unknown',
      'it did not answer in time',
      'its certificate is not signed by an authority that this machine trusts',
    ])
    const timeout = AbortSignal.abort(new DOMException('late', 'TimeoutError'))
    await expect(fetch(origin, { signal: timeout }).catch(whyUnreachable)).resolves.toBe(
      'it did not answer in time',
    )
  })

  it('returns the service’s answer, including its refusals', async () => {
    for (const status of [200, 400, 401, 404]) {
      answering(status, '{"said":1}', { 'content-type': 'application/json' })
      const response = await createOutbound('Somebody')(origin)
      expect([response.status, await response.json()]).toEqual([status, { said: 1 }])
    }
    answering(204)
    expect((await createOutbound('Somebody')(origin)).status).toBe(204)
  })

  it.each([429, 500, 502, 503])('fails with %i', async (status) => {
    answering(status)
    await expect(createOutbound('Somebody')(origin)).rejects.toThrow(UnreachableError)
  })

  it('reads 256 kB and no more (H11)', async () => {
    answering(200, 'x'.repeat(256 * 1024))
    await expect(createOutbound('Somebody')(origin)).resolves.toHaveProperty('status', 200)
    answering(200, 'x'.repeat(256 * 1024 + 1))
    await expect(createOutbound('Somebody')(origin)).rejects.toThrow(UnreachableError)
  })

  it('follows no redirect', async () => {
    answering(302, '', { location: `${origin}/elsewhere` })
    await expect(createOutbound('Somebody')(origin)).rejects.toThrow(UnreachableError)
    expect(asked).toBe(1)
  })

  it.each([
    ['retry-after', (seconds: number) => String(seconds)],
    ['retry-after', (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()],
    ['ratelimit-reset', (seconds: number) => String(Math.ceil(Date.now() / 1000) + seconds)],
  ])('waits as long as the service asks by %s (O48)', async (header, valueIn) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const outbound = createOutbound('Twitch')
    answering(429, '', { [header]: valueIn(60) })
    await expect(outbound(origin)).rejects.toThrow('status 429')
    answering(200)
    vi.setSystemTime(Date.now() + 50_000)
    await expect(outbound(origin)).rejects.toThrow('status 429; it asked us to wait until')
    expect(asked).toBe(1)
    vi.setSystemTime(Date.now() + 12_000)
    expect((await outbound(origin)).status).toBe(200)
    vi.useRealTimers()
  })

  it('waits at most an hour, and not for what it cannot read (O48)', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const outbound = createOutbound('Steam')
    answering(503, '', { 'retry-after': '999999999' })
    await outbound(origin).catch(() => undefined)
    vi.setSystemTime(Date.now() + 3_600_001)
    for (const header of ['', '-5', 'soon', 'NaN', '1e9']) {
      answering(429, '', { 'retry-after': header, 'ratelimit-reset': header })
      await outbound(origin).catch(() => undefined)
      answering(200)
      expect([header, (await outbound(origin)).status]).toEqual([header, 200])
    }
    vi.useRealTimers()
  })

  it('pauses after five failures in a row', async () => {
    const outbound = createOutbound('Somebody')
    for (const status of [500, 500, 500, 500, 200, 500, 500, 500, 500, 500]) {
      answering(status)
      await outbound(origin).catch(() => undefined)
    }
    expect(asked).toBe(10)
    answering(200)
    await expect(outbound(origin)).rejects.toThrow(
      'Somebody is out of reach: status 500; it failed five times in a row and is left alone',
    )
    expect(asked).toBe(10)
    await expect(createOutbound('Somebody else')(origin)).resolves.toHaveProperty('status', 200)
  })
})
