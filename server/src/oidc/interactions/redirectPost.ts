import { urlLength } from '@gatehouse/contract/limits'
import { paths, providerPath } from '@gatehouse/contract/routes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../../tenants/deployments.ts'

/** Where a client may send its visitor by a form. */
export const postedPaths = [`${providerPath}/auth`, `${providerPath}/session/end`] as const

/**
 * Turns a form that another site has posted into the same request by GET: a browser sends no Lax
 * cookie along with such a form, and sends it along with this. Needs no script. A form that is too
 * long for an address is refused like an address.
 */
export function redirectPost(
  { origin }: Deployment,
  { url, body }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const [path = ''] = url.split('?', 1)
  const target = `${path}?${new URLSearchParams(typeof body === 'string' ? body : '').toString()}`
  const page = new URL(paths.badRequest, origin)
  page.searchParams.set('message', 'This request is not authorized.')
  const isTooLong = target.length > urlLength
  return reply
    .headers({ 'referrer-policy': 'no-referrer', 'content-security-policy': framed })
    .redirect(isTooLong ? page.href : `${origin}${target}`, 303)
}

const framed = "frame-ancestors 'none'"
