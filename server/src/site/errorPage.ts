import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientCallNames, clientCalls } from '@gatehouse/contract/calls/clients'
import { apiPrefix } from '../http/registerRoutes.ts'
import type { RenderPage } from '../http/renderPage.ts'
import type { Deployments } from '../tenants/deployments.ts'

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

/** Explains the reply's status, with a link where there is a next step. */
export function sendErrorPage(
  services: { readonly deployments: Deployments; readonly renderPage: RenderPage },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = reply.statusCode
  const mayRetry = (status >= 500 || status === 429) && request.method === 'GET'
  const visit = { request, deployment: services.deployments.byHost(request.host) }
  const page = services.renderPage(visit, 'error', { status, mayRetry })
  return reply.headers(page.headers).send(page.html)
}
