import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onClientError } from './onClientError.ts'

let server: Server

beforeAll(async () => {
  server = createServer(
    { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 20 },
    (request, response) => request.on('end', () => response.end()).resume(),
  )
  server.on('clientError', onClientError)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

/** The server's answer to these bytes, up to the end of the connection. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return textOf(socket)
}

const long = 'x'.repeat(17 * 1024)

describe('an unreadable request', () => {
  it.each([
    ['an address without an end', `GET /${long}`, '414 URI Too Long'],
    [
      'headers without an end',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${long}`,
      '431 Request Header Fields Too Large',
    ],
    ['headers that never come', 'GET / HTTP/1.1\r\nHost: a\r\n', '408 Request Timeout'],
    [
      'a body that never comes',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n',
      '408 Request Timeout',
    ],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\r\n\r\n', '400 Bad Request'],
  ])('with %s gets its status and a closed connection', async (_, bytes, status) => {
    expect(await answerTo(bytes)).toBe(
      `HTTP/1.1 ${status}\r\nConnection: close\r\n` +
        'Content-Type: application/json; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}',
    )
  })
})
