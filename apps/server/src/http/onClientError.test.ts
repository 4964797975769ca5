import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '@gatehouse/contract/languages'
import { negotiateLanguage, offerAt } from './negotiateLanguage.ts'
import { createOnClientError } from './onClientError.ts'
import type { RenderPage } from './renderPage.ts'

/** Says in which language the portal would say it. */
const renderPage: RenderPage = ({ request, deployment }, name, props) => ({
  html: `<p>${JSON.stringify([name, props, negotiateLanguage(request, offerAt(deployment))])}</p>`,
  headers: { 'content-type': 'text/html; charset=utf-8' },
})
const saidIn = (language: string) =>
  `["error",{"status":431,"mayRetry":true,"supportNote":""},"${language}"]`

let server: Server

beforeAll(async () => {
  server = createServer(
    { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 20 },
    (request, response) => request.on('end', () => response.end()).resume(),
  )
  server.on('clientError', createOnClientError(renderPage))
  // Says that a piece has come, so that the next one is another.
  server.on('connection', (socket) => {
    socket.prependListener('data', () => setImmediate(() => server.emit('piece')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

/** The server's answer to these bytes, up to the end of the connection. */
async function answerTo(...pieces: readonly string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.setNoDelay(true)
  await once(socket, 'connect')
  const answer = textOf(socket)
  const [last = '', ...before] = pieces.toReversed()
  for (const piece of before.toReversed()) {
    const read = once(server, 'piece')
    socket.write(piece)
    await read
  }
  socket.write(last)
  return answer
}

const long = 'x'.repeat(17 * 1024)

/** The beginning of a request, as browsers order its headers. */
const first = (accept: string) => `GET /login HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\n`

describe('an unreadable request', () => {
  it.each([
    ['an address without an end', `GET /${long}`, '414 URI Too Long'],
    ['the rest of an address', ['GET /', long], '414 URI Too Long'],
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
    expect(await answerTo(...[bytes].flat())).toBe(
      `HTTP/1.1 ${status}\r\nconnection: close\r\n` +
        'content-type: application/json; charset=utf-8\r\ncontent-length: 2\r\n\r\n{}',
    )
  })

  const cookie = Array.from({ length: 45 }, (_, at) => `c${at}=${'x'.repeat(400)}`).join('; ')

  it.each([
    ['at once', [`${first('text/html,*/*;q=0.8')}Cookie: ${cookie}\r\n\r\n`]],
    ['in pieces', [first('text/html'), `Cookie: ${cookie.slice(0, 9000)}`, cookie.slice(9000)]],
  ])('with more cookies than fit, sent %s, shows a person a page', async (_, pieces) => {
    const answer = await answerTo(...pieces)
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
    expect(answer).toContain('content-type: text/html; charset=utf-8')
    expect(answer).toContain(saidIn('en'))
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
  })

  it.each(languages)('is answered in the language of its browser: %s', async (tag) => {
    const wish = `${first('text/html')}Accept-Language: ${tag},en;q=0.5\r\n`
    expect(await answerTo(`${wish}Cookie: ${cookie}\r\n\r\n`)).toContain(saidIn(tag))
    // What a visitor has chosen counts for more, also where it stands in the last piece alone.
    const chosen = `sso_language=${tag}; ${cookie}`
    const french = `${first('text/html')}Accept-Language: fr\r\n`
    expect(await answerTo(`${french}Cookie: ${chosen}\r\n\r\n`)).toContain(saidIn(tag))
    const split = [`Cookie: ${cookie.slice(0, 9000)}`, `; sso_language=${tag}; ${cookie}`]
    expect(await answerTo(first('text/html'), ...split)).toContain(saidIn(tag))
  })

  it('of a program with more cookies than fit has its status alone', async () => {
    const answer = await answerTo(`${first('application/json')}Cookie: ${cookie}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 [^]*\r\n\r\n\{\}$/)
  })
})
