import { lifetimes } from '@gatehouse/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../../tenants/deployments.ts'

/** `__Host-` keeps sibling domains from planting the cookie; browsers take it over https alone. */
function nameFor(isSecure: boolean): string {
  return isSecure ? '__Host-sso_flow' : 'sso_flow'
}

/** From leaving for a partner's page to the session: the way there, the form, the exchange. */
const maxAge = lifetimes.pendingFlow + lifetimes.partnerProof + lifetimes.partnerCreated

/**
 * The secret of the browser that set out to a partner, which its return, its registration and its
 * first session are bound to; null without one, and when somebody planted a second one.
 */
export function readFlowCookie(request: FastifyRequest, isSecure: boolean): string | null {
  const name = nameFor(isSecure)
  const value = request.cookies[name]
  if (value === undefined || !/^[\w-]{43}$/.test(value)) return null
  const occurrences = (request.headers.cookie ?? '').split(`${name}=`).length - 1
  return occurrences === 1 ? value : null
}

export function keepFlowCookie(
  reply: FastifyReply,
  { isSecure, sessionBinding }: Deployment,
  secret: string,
): void {
  // An account API on another site gets cookies from the portal's page under these terms alone.
  const crossesSites = sessionBinding === 'none'
  reply.setCookie(nameFor(isSecure), secret, {
    path: '/',
    httpOnly: true,
    sameSite: crossesSites ? 'none' : 'lax',
    secure: isSecure || crossesSites,
    maxAge,
  })
}
