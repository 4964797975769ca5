import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

interface ParseError extends Error {
  readonly code: string
  /** The bytes of the request up to where Node stopped reading: a Buffer. */
  readonly rawPacket: unknown
}

/**
 * Answers a request that Node could not read, and closes: 414 to an overlong address, 431 to other
 * headers that are too large, 408 to a request that never ends, 400 to anything else.
 */
export function onClientError(error: ParseError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const status = statusOf(error)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
        'Content-Type: application/json; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}',
    )
  }
  socket.destroy(error)
}

function statusOf({ code, rawPacket }: ParseError): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code !== 'HPE_HEADER_OVERFLOW') return 400
  return Buffer.isBuffer(rawPacket) && !rawPacket.includes('\r\n') ? 414 : 431
}

/** Answers CONNECT, which Node does not answer: 405, and the connection is closed. */
export function rejectConnect(_: unknown, socket: Duplex): void {
  socket.end(
    'HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nAllow: GET, HEAD, POST\r\n' +
      'Content-Length: 0\r\n\r\n',
  )
}
