import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { callNames } from '@gatehouse/contract/calls'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { routeOf } from '../../src/http/registerRoutes.ts'
import { ambiguousRequests } from '../fixtures/samples/ambiguousRequests.ts'
import { ownRows } from '../fixtures/samples/ownRows.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'

let app: TestApp
let server: FastifyInstance
let port: number

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
  server = await createApp(app.services)
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port
})
afterAll(async () => {
  await server.close()
  await app.close()
})

/** Writes bytes to a new connection and reads until the server closes it. */
async function written(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes, 'latin1')
  return textOf(socket)
}

const statusesOf = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))

const host = 'Host: localhost:4000\r\n'
const key = 'X-Api-Key: sample-local-key\r\n'
const json = 'Content-Type: application/json\r\n'
describe('a request that two servers could read in two ways', () => {
  it.each(ambiguousRequests)('gets 400 and a closed connection: %s (L04)', async (_, bytes) => {
    const answer = await written(bytes)
    expect([statusesOf(answer), answer.includes('"status":"ok"')]).toEqual([[400], false])
    expect(answer).toMatch(/^connection: close\r$/im)
  })

  it('is not hidden in the body of a call without fields (L04)', async () => {
    const head = `GET /api/cookie HTTP/1.1\r\n${host}${key}`
    const body = `GET /api/nothing HTTP/1.1\r\n${host}\r\n`
    const answer = await written(
      `${head}Content-Length: ${body.length}\r\n\r\n${body}` +
        `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    )
    expect([statusesOf(answer).at(-1), statusesOf(answer).includes(404)]).toEqual([200, false])
  })
})

const request = (line: string, headers = host) => `${line}\r\n${headers}Connection: close\r\n\r\n`

describe('an unneeded method or version', () => {
  it('is refused without an echo (L14)', async () => {
    const refused: readonly (readonly [string, number])[] = [
      [request('TRACE /api/cookie HTTP/1.1', `${host}X-Secret: echo-me\r\n`), 405],
      [request('TRACE /login HTTP/1.1', `${host}X-Secret: echo-me\r\n`), 405],
      [request('CONNECT evil.io:443 HTTP/1.1'), 405],
      [request('OPTIONS * HTTP/1.1'), 405],
      [request('BREW /api/cookie HTTP/1.1'), 400],
      [request('PROPFIND /api/cookie HTTP/1.1'), 405],
      [request('get /api/cookie HTTP/1.1'), 400],
      ['GET /api/cookie\r\n\r\n', 400],
      [request('GET /api/cookie HTTP/1.0', ''), 400],
      [request('GET /api/cookie HTTP/1.1', ''), 400],
      [request('GET http://evil.io/api/cookie HTTP/1.1', 'Host: evil.io\r\n'), 421],
    ]
    for (const [bytes, status] of refused) {
      const answer = await written(bytes)
      expect([bytes, statusesOf(answer)]).toEqual([bytes, [status]])
      expect(answer).not.toMatch(/echo-me|node|fastify/i)
    }
  })

  it('gets 405 at every call and changes nothing (J11)', async () => {
    const before = await ownRows(app)
    for (const name of callNames) {
      const url = routeOf(name).replace(/:\w+/, '1')
      for (const method of ['TRACE', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await written(request(`${method} ${url} HTTP/1.1`, `${host}${key}`))
        expect([method, url, statusesOf(answer)]).toEqual([method, url, [405]])
      }
    }
    expect(await ownRows(app)).toEqual(before)
  })
})

describe('an oversized body', () => {
  it('with a password of a megabyte gets 413 before any of it is read (B14)', async () => {
    const logIn = `POST /api/log/log-in HTTP/1.1\r\n${host}${key}${json}`
    const megabyte = 1024 * 1024
    // No byte of it is sent: the announced length alone is refused.
    const answer = await written(`${logIn}Content-Length: ${megabyte}\r\nConnection: close\r\n\r\n`)
    expect(statusesOf(answer)).toEqual([413])
    const long = `{"UsernameOrEmail":"a","Password":"${'x'.repeat(megabyte)}`
    const chunks = `${long.length.toString(16)}\r\n${long}\r\n`
    const endless = await written(
      `${logIn}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks}`,
    )
    // The text is not yet valid JSON, and the refusal comes before any parser sees it.
    expect(statusesOf(endless)).toEqual([413])
  })
})
