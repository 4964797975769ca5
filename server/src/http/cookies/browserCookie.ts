import { lifetimes } from '@gatehouse/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../../tenants/deployments.ts'

/** `__Host-` keeps sibling domains from planting the cookie; browsers take it over https alone. */
function nameFor(isSecure: boolean): string {
  return isSecure ? '__Host-sso_browser' : 'sso_browser'
}

/** What is noted in a browser about the players who use it; null when nothing is. */
export function readBrowserCookie(request: FastifyRequest, isSecure: boolean): string | null {
  const value = request.cookies[nameFor(isSecure)]
  return value === undefined || value.length > 1000 ? null : value
}

export function keepBrowserCookie(
  reply: FastifyReply,
  { isSecure, sessionBinding }: Deployment,
  notes: string,
): void {
  if (sessionBinding === 'none') return
  reply.setCookie(nameFor(isSecure), notes, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
    maxAge: lifetimes.knownBrowser,
  })
}
