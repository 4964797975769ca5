import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

interface ParseError extends Error {
  readonly code: string
  /** The bytes of the request up to where Node stopped reading: a Buffer. */
  readonly rawPacket: unknown
}

/** For people, who see a page at a moment at which nothing knows the portal or its languages. */
const tooManyCookies = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Too many cookies</title>
<h1>This page cannot be shown</h1>
<p>Your browser has too many cookies for this site, or very long ones. Other sites of the same domain may have set them.</p>
<p>Delete the cookies of this site and of its domain in the settings of your browser. Then load the page again. You have to log in again.</p>
</html>
`

/**
 * Answers a request that Node could not read, and closes: 414 to an overlong address, 431 to other
 * headers that are too large, which has a page for people, 408 to a request that never ends, 400 to
 * anything else.
 */
export function onClientError(error: ParseError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const status = statusOf(error)
    const page = status === 431 && mayBeOfPerson(error) ? tooManyCookies : null
    const body = page ?? '{}'
    const type = page === null ? 'application/json' : 'text/html'
    const policy = page === null ? '' : "Content-Security-Policy: default-src 'none'\r\n"
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${policy}` +
        `Content-Type: ${type}; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }
  socket.destroy(error)
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
