import { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { html, page } from '../platform/page.ts'
import { fieldsOf } from '../providers/oauth/oauthRequest.ts'

/** The provider below a path, made at the first request. */
export type ProviderOf = (request: FastifyRequest) => Promise<Provider>

/** The answers before the provider's. An answer that is not undefined replaces it. */
type Intercept = (request: FastifyRequest, reply: FastifyReply) => unknown

/** Adds an OpenID provider to all addresses below a path that have no route. */
export function mountProvider(
  app: FastifyInstance,
  path: string,
  make: (issuer: string) => Promise<Provider>,
  intercept: Intercept,
): ProviderOf {
  let made: Promise<Provider> | null = null
  const provider: ProviderOf = ({ socket }) =>
    (made ??= make(`http://localhost:${socket.localPort ?? 80}${path}`))

  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Error) || error.name !== 'SessionNotFound') throw error
    const words = html`<p>Start again where you came from.</p>`
    return reply.code(400).type('text/html').send(page('This took too long', words))
  })
  app.all(`${path}/*`, async (request, reply) => {
    const instead = await intercept(request, reply)
    // An answer may also be a connection that is cut.
    if (instead !== undefined || reply.sent) return instead
    const answer = (await provider(request)).callback()
    reply.hijack()
    return answer(unread(request, path), reply.raw)
  })
  return provider
}

/** Copies a request below a path, because its form is already read. */
function unread({ raw, body }: FastifyRequest, path: string): IncomingMessage {
  const again = new IncomingMessage(raw.socket)
  const form = new URLSearchParams(fieldsOf(body)).toString()
  const length = { 'content-length': String(Buffer.byteLength(form)) }
  Object.assign(again, {
    method: raw.method,
    url: raw.url?.slice(path.length),
    originalUrl: raw.url,
    httpVersion: raw.httpVersion,
    headers: { ...raw.headers, ...(form === '' ? {} : length) },
    complete: true,
  })
  again.push(form)
  again.push(null)
  return again
}
