import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientCallNames, clientCalls } from '@gatehouse/contract/calls/clients'
import { type NoteServices, sealNote } from '../http/supportCodes.ts'
import { apiPrefix } from '../http/registerRoutes.ts'
import type { RenderPage } from '../http/renderPage.ts'

/** A page has no codes. */
const notNamed = new Error('It has no code.')

const clientPaths: ReadonlySet<string> = new Set(
  clientCallNames.map((name) => clientCalls[name].path),
)

/** True where a person waits for a page. No call does, although Java asks for HTML by default. */
export function asksForPage({ url, headers }: FastifyRequest): boolean {
  const isCall = url === apiPrefix || url.startsWith(`${apiPrefix}/`) || isOfPrograms(url)
  return !isCall && (headers.accept ?? '').includes('text/html')
}

/** Addresses of the OpenID provider for programs, and those of every host. */
const programs = /^(\/oidc\/(token|me|jwks|request|device\/auth)(\/|$)|(\/oidc)?\/\.well-known\/)/

function isOfPrograms(url: string): boolean {
  const path = url.replace(/\?.*$/, '')
  return clientPaths.has(path) || programs.test(path)
}

const misdirected =
  'No portal has this host. The Host header has to be that of the issuer, with its port.'

/**
 * The body of an error that never reached the OpenID provider, as its clients read errors (RFC 6749,
 * 5.2); for every other request what is given.
 */
export function errorBody({ url }: FastifyRequest, status: number, body: object): object {
  if (!programs.test(url.replace(/\?.*$/, ''))) return body
  if (status === 421) return { error: 'invalid_request', error_description: misdirected }
  if (status === 503 || status === 429) {
    return { error: 'temporarily_unavailable', error_description: 'Please try again later.' }
  }
  const error = status >= 500 ? 'server_error' : 'invalid_request'
  return { error, error_description: `The request was answered with ${status}.` }
}

interface ErrorPageServices extends NoteServices {
  readonly renderPage: RenderPage
}

/** Stands for a note in a page that is remembered: each request has another. */
const anyNote = 'a-sealed-note'

/**
 * Explains the reply's status, with a link where there is a next step, and one to a support code where
 * the deployment makes them.
 */
export function sendErrorPage(
  services: ErrorPageServices,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = reply.statusCode
  const mayRetry = (status >= 500 || status === 429) && request.method === 'GET'
  const visit = { request, deployment: services.deployments.byHost(request.host) }
  const { url: row = 'page' } = request.routeOptions
  const note = sealNote(services, request, { status, error: notNamed, page: row })
  const supportNote = note === null ? '' : anyNote
  const page = services.renderPage(visit, 'error', { status, mayRetry, supportNote })
  return reply.headers(page.headers).send(page.html.replace(anyNote, () => note ?? ''))
}
