import { paths } from '@gatehouse/contract/routes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../platform/escapeHtml.ts'
import { apiPrefix } from '../http/registerRoutes.ts'
import { renderPage } from './page.ts'
import type { SiteServices } from './siteServices.ts'

/** The words for people; programs have the status and the body. */
const words = {
  title: 'Ooops, something went wrong.',
  reasons: new Map([
    [400, 'We do not understand this address.'],
    [404, 'There is nothing at this address.'],
    [421, 'There is no portal at this address. Please check how it is spelled.'],
    [429, 'There were too many requests from your network. Please wait a minute and try again.'],
    [503, 'We cannot answer right now. Please try again in a moment.'],
  ]),
  ours: 'The fault is ours. Please try again in a moment.',
  theirs: 'We cannot answer this request.',
  retry: 'Try again',
  home: 'Return to Home',
} as const

/** Whether a person in a browser waits for a page; calls of the account API never do. */
export function asksForPage({ url, headers }: FastifyRequest): boolean {
  const isCall = url === apiPrefix || url.startsWith(`${apiPrefix}/`)
  return !isCall && (headers.accept ?? '').includes('text/html')
}

/** Says in the deployment's look what the reply's status means, and leads on where there is a way. */
export function sendErrorPage(
  { deployments, look }: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { statusCode } = reply
  const deployment = deployments.byHost(request.host)
  const reason = words.reasons.get(statusCode) ?? (statusCode < 500 ? words.theirs : words.ours)
  const mayRetry = (statusCode >= 500 || statusCode === 429) && request.method === 'GET'
  const page = renderPage(look, deployment, {
    title: words.title,
    body: ({ actions, link }) => {
      const ways = [
        // Nothing that was asked for becomes a link: this one leads to wherever we are.
        ...(mayRetry ? [link(words.retry, '')] : []),
        ...(deployment ? [link(words.home, paths.home, mayRetry ? 'secondary' : 'primary')] : []),
      ]
      return `<h1>${escapeHtml(words.title)}</h1>
<p>${escapeHtml(reason)}</p>
${ways.length === 0 ? '' : `<div ${actions}>${ways.join('')}</div>`}`
    },
  })
  return reply.headers(page.headers).send(page.html)
}
