import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { RenderedPage, RenderPage } from './renderPage.ts'

interface ParseError extends Error {
  readonly code: string
  /** The bytes of the request up to where Node stopped reading: a Buffer. */
  readonly rawPacket: unknown
}

/**
 * Answers a request that Node could not read, and closes: 414 to an overlong address, 431 to other
 * headers that are too large, which has a page for people, 408 to a request that never ends, 400 to
 * anything else.
 */
export function createOnClientError(renderPage: RenderPage) {
  return (error: ParseError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) {
      const status = statusOf(error)
      const isForPerson = status === 431 && mayBeOfPerson(error)
      const { html: body, headers } = isForPerson ? pageFor(renderPage, error, status) : forPrograms
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\n${lines.join('')}` +
          `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    }
    socket.destroy(error)
  }
}

const forPrograms: RenderedPage = {
  html: '{}',
  headers: { 'content-type': 'application/json; charset=utf-8' },
}

/**
 * The page in the language of the browser, as far as the piece that Node has kept says it. It is of no
 * deployment: the files of a theme would be asked for with the same cookies.
 */
function pageFor(renderPage: RenderPage, { rawPacket }: ParseError, status: number): RenderedPage {
  const text = String(rawPacket)
  const wishes = /\r\naccept-language: *([^\r\n]*)/i.exec(text)?.[1] ?? ''
  // A piece may begin within the cookies.
  const [cookie = ''] =
    text
      .split(/\r\ncookie:/i)
      .at(-1)
      ?.split('\r\n') ?? []
  const headers = { 'accept-language': wishes, cookie }
  return renderPage({ request: { headers }, deployment: null }, 'error', {
    status,
    mayRetry: true,
    supportNote: '',
  })
}

/**
 * Node keeps only the last piece of a request. One that begins with its address and asks for no page
 * before its cookies, as browsers do, is a program's.
 */
function mayBeOfPerson({ rawPacket }: ParseError): boolean {
  if (!Buffer.isBuffer(rawPacket)) return false
  const text = rawPacket.toString('latin1')
  const accept = /\r\naccept:([^\r\n]*)/i.exec(text)?.[1]
  if (accept !== undefined) return accept.includes('text/html')
  return !/^[A-Z]{3,7} \S+ HTTP\/1/.test(text)
}

function statusOf({ code, rawPacket }: ParseError): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code !== 'HPE_HEADER_OVERFLOW') return 400
  // A piece of an address has no blank, and a piece of cookies has one between two of them.
  return Buffer.isBuffer(rawPacket) && /^(?:[A-Z]{3,7} )?[^\s]*$/.test(rawPacket.toString('latin1'))
    ? 414
    : 431
}

/** Answers CONNECT, which Node does not answer: 405, and the connection is closed. */
export function rejectConnect(_: unknown, socket: Duplex): void {
  socket.end(
    'HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nAllow: GET, HEAD, POST\r\n' +
      'Content-Length: 0\r\n\r\n',
  )
}
