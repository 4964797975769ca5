import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Answers CONNECT, for which Node has no answer of its own: 405, and the connection is closed. */
export function rejectConnect(_: IncomingMessage, socket: Duplex): void {
  socket.end(
    'HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nAllow: GET, HEAD, POST\r\n' +
      'Content-Length: 0\r\n\r\n',
  )
}
