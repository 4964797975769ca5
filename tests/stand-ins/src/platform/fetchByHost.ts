import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'

/**
 * A `fetch` to a portal of this machine. Some resolvers lack the names under localhost, and `fetch`
 * itself cannot set the host. A site on the internet needs no such function.
 */
export async function fetchByHost(
  input: string | URL | Request,
  init: object = {},
): Promise<Response> {
  const asked = new Request(input, { ...init, redirect: 'manual' })
  const { host, port, pathname, search } = new URL(asked.url)
  const body = await asked.text()
  const sent = request({
    host: '127.0.0.1',
    port,
    path: `${pathname}${search}`,
    method: asked.method,
    headers: { ...Object.fromEntries(asked.headers), host },
  })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const text = await textOf(answer)
  const { statusCode: status = 500 } = answer
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return new Response(status === 204 || status === 304 ? null : text, { status, headers })
}
