import { lifetimes } from '@gatehouse/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../../tenants/deployments.ts'

/** `__Host-` keeps sibling domains from planting the cookie; browsers take it over https alone. */
function nameFor(isSecure: boolean): string {
  return isSecure ? '__Host-sso_age' : 'sso_age'
}

/** Whether somebody has said in this browser, within a day, to be too young for an account. */
export function hasAgeCookie(request: FastifyRequest, isSecure: boolean): boolean {
  return request.cookies[nameFor(isSecure)] !== undefined
}

/** Keeps that it was said, and neither the date nor who: nothing is known of a child. */
export function keepAgeCookie(reply: FastifyReply, { isSecure, sessionBinding }: Deployment): void {
  // An account API on another site gets cookies from the portal's page under these terms alone.
  const crossesSites = sessionBinding === 'none'
  reply.setCookie(nameFor(isSecure), '1', {
    path: '/',
    httpOnly: true,
    sameSite: crossesSites ? 'none' : 'lax',
    secure: isSecure || crossesSites,
    maxAge: lifetimes.refusedAge,
  })
}
