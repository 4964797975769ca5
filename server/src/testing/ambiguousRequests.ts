const host = 'Host: localhost:4000\r\n'
const key = 'X-Api-Key: sample-local-key\r\n'
const json = 'Content-Type: application/json\r\n'
const post = `POST /api/log/identify HTTP/1.1\r\n${host}${key}${json}`
const body = '{"UsernameOrEmail":"a"}'
const length = `Content-Length: ${body.length}\r\n`
const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
/** What an attacker wants to have read as a request of its own: it would be answered 200. */
const smuggled = `GET /healthz HTTP/1.1\r\n${host}\r\n`

/** Requests that two servers in a row could read in two ways. */
export const ambiguousRequests: readonly (readonly [string, string])[] = [
  ['length and chunks', `${post}${length}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['chunks and length', `${post}Transfer-Encoding: chunked\r\n${length}\r\n${chunk}${smuggled}`],
  [
    'chunks twice',
    `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n${chunk}${smuggled}`,
  ],
  [
    'another coding after the chunks',
    `${post}Transfer-Encoding: chunked, gzip\r\n\r\n${chunk}${smuggled}`,
  ],
  [
    'a vertical tab after the coding',
    `${post}Transfer-Encoding: chunked\x0b\r\n\r\n${chunk}${smuggled}`,
  ],
  ['a coding that nobody knows', `${post}Transfer-Encoding: xchunked\r\n\r\n${chunk}${smuggled}`],
  ['two lengths', `${post}Content-Length: 0\r\n${length}\r\n${body}${smuggled}`],
  ['a list of lengths', `${post}Content-Length: 0, 23\r\n\r\n${body}${smuggled}`],
  ['a length with a sign', `${post}Content-Length: +23\r\n\r\n${body}${smuggled}`],
  ['a length in hexadecimal', `${post}Content-Length: 0x17\r\n\r\n${body}${smuggled}`],
  ['a space before the colon', `${post}Content-Length : 23\r\n\r\n${body}${smuggled}`],
  ['a folded header', `${post}Transfer-Encoding:\r\n chunked\r\n\r\n${chunk}${smuggled}`],
  ['bare line feeds', `${post.replaceAll('\r\n', '\n')}Content-Length: 23\n\n${body}${smuggled}`],
  ['a bare carriage return', `${post}X: a\rTransfer-Encoding: chunked\r\n\r\n${chunk}${smuggled}`],
  ['a NUL in a header', `${post}X: a\0b\r\n${length}\r\n${body}${smuggled}`],
  [
    'a size of chunk beyond counting',
    `${post}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(17)}\r\n${body}${smuggled}`,
  ],
]
