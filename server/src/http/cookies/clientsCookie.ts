import { lifetimes } from '@gatehouse/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../../tenants/deployments.ts'

/*
 * A site sends its visitors here, and the session's own cookie, which is strict, does not come with
 * them. This one does. It is good for nothing but signing in at sites.
 */

/** `__Host-` keeps sibling domains from setting the cookie; browsers take it over https alone. */
export function clientsCookieName({ isSecure }: Pick<Deployment, 'isSecure'>): string {
  return isSecure ? '__Host-sso_sites' : 'sso_sites'
}

function attributes({ isSecure }: Deployment) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
}

/** By what the browser is known where it signs in at sites; null when it is not. */
export function readClientsCookie(request: FastifyRequest, deployment: Deployment): string | null {
  const value = request.cookies[clientsCookieName(deployment)]
  return value === undefined || value.length > 200 ? null : value
}

export function setClientsCookieOf(
  reply: FastifyReply,
  deployment: Deployment,
  secret: string,
): void {
  if (deployment.sessionBinding === 'none') return
  const maxAge = lifetimes.session
  reply.setCookie(clientsCookieName(deployment), secret, { ...attributes(deployment), maxAge })
}

export function clearClientsCookie(reply: FastifyReply, deployment: Deployment): void {
  if (deployment.sessionBinding === 'none') return
  reply.clearCookie(clientsCookieName(deployment), attributes(deployment))
}
