import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiPrefix } from '../http/registerRoutes.ts'
import type { RenderPage } from '../http/renderPage.ts'
import type { Deployments } from '../tenants/deployments.ts'

/** Returns whether a person in a browser waits for a page; calls of the account API never do. */
export function asksForPage({ url, headers }: FastifyRequest): boolean {
  const isCall = url === apiPrefix || url.startsWith(`${apiPrefix}/`)
  return !isCall && (headers.accept ?? '').includes('text/html')
}

interface ErrorPageServices {
  readonly deployments: Pick<Deployments, 'byHost'>
  readonly renderPage: RenderPage
}

/**
 * Explains the reply's status in the deployment's design, with a link where there is a next step.
 */
export function sendErrorPage(
  { deployments, renderPage }: ErrorPageServices,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = reply.statusCode
  const mayRetry = (status >= 500 || status === 429) && request.method === 'GET'
  const page = renderPage(deployments.byHost(request.host), 'error', { status, mayRetry })
  return reply.headers(page.headers).send(page.html)
}
