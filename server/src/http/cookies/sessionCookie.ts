import { lifetimes } from '@gatehouse/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../../tenants/deployments.ts'

/** `__Host-` keeps sibling domains from setting the cookie; browsers take it over https alone. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-sso_session' : 'sso_session'
}

function attributes({ isSecure }: Deployment) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure } as const
}

/** The secret half of a session; null without one, and when somebody planted a second one. */
export function readSessionCookie(request: FastifyRequest, isSecure: boolean): string | null {
  const name = sessionCookieName(isSecure)
  const value = request.cookies[name]
  if (value === undefined || value.length > 200) return null
  const occurrences = (request.headers.cookie ?? '').split(`${name}=`).length - 1
  return occurrences === 1 ? value : null
}

export function keepSessionCookie(reply: FastifyReply, deployment: Deployment, root: string): void {
  if (deployment.sessionBinding === 'none') return
  const maxAge = lifetimes.session
  reply.setCookie(sessionCookieName(deployment.isSecure), root, {
    ...attributes(deployment),
    maxAge,
  })
}

export function dropSessionCookie(reply: FastifyReply, deployment: Deployment): void {
  if (deployment.sessionBinding === 'none') return
  reply.clearCookie(sessionCookieName(deployment.isSecure), attributes(deployment))
}
