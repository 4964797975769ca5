import { lifetimes } from '@gatehouse/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../tenants/deployments.ts'

/*
 * The cookies of the account API. `__Host-` keeps sibling domains from setting one; browsers accept
 * it over https only.
 */

/** The secret half of a session. Strict: no other site's request carries it. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-sso_session' : 'sso_session'
}

/**
 * Signs a browser in at clients and opens nothing else. Lax: a client sends its visitors here, and
 * the session's own cookie does not come with them.
 */
export function clientsCookieName({ isSecure }: Pick<Deployment, 'isSecure'>): string {
  return isSecure ? '__Host-sso_sites' : 'sso_sites'
}

function ageGateCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-sso_age' : 'sso_age'
}

function knownBrowserCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-sso_browser' : 'sso_browser'
}

function stepCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-sso_step' : 'sso_step'
}

function trustCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-sso_trust' : 'sso_trust'
}

function flowCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-sso_flow' : 'sso_flow'
}

/** From the authorization request at a partner to the session: callback, form, exchange. */
const flowSeconds = lifetimes.pendingFlow + lifetimes.partnerProof + lifetimes.partnerCreated

function ownSiteOnly({ isSecure }: Deployment) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure } as const
}

function fromLinks({ isSecure }: Deployment) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
}

/**
 * An account API on another site gets cookies from the portal's page only with these attributes.
 */
function fromPortal({ isSecure, sessionBinding }: Deployment) {
  const crossesSites = sessionBinding === 'none'
  return {
    path: '/',
    httpOnly: true,
    sameSite: crossesSites ? 'none' : 'lax',
    secure: isSecure || crossesSites,
  } as const
}

/** The session id in the portal's own cookie, which the portal alone writes. */
export function readIdentityCookie(request: FastifyRequest): string | null {
  const value = onlyCookie(request, 'sso_identity')
  return value === null || value === '' || value.length > 200 ? null : value
}

/** Null without one, and when a sibling domain has set a second one. */
function onlyCookie(request: FastifyRequest, name: string): string | null {
  const occurrences = (request.headers.cookie ?? '').split(`${name}=`).length - 1
  return occurrences === 1 ? (request.cookies[name] ?? null) : null
}

export function readSessionCookie(request: FastifyRequest, isSecure: boolean): string | null {
  const value = onlyCookie(request, sessionCookieName(isSecure))
  return value === null || value.length > 200 ? null : value
}

export function setSessionCookie(
  reply: FastifyReply,
  deployment: Deployment,
  secret: string,
): void {
  if (deployment.sessionBinding === 'none') return
  reply.setCookie(sessionCookieName(deployment.isSecure), secret, {
    ...ownSiteOnly(deployment),
    maxAge: lifetimes.session,
  })
}

export function clearSessionCookie(reply: FastifyReply, deployment: Deployment): void {
  if (deployment.sessionBinding === 'none') return
  reply.clearCookie(sessionCookieName(deployment.isSecure), ownSiteOnly(deployment))
}

export function readClientsCookie(request: FastifyRequest, deployment: Deployment): string | null {
  const value = request.cookies[clientsCookieName(deployment)]
  return value === undefined || value.length > 200 ? null : value
}

export function setClientsCookie(
  reply: FastifyReply,
  deployment: Deployment,
  secret: string,
): void {
  if (deployment.sessionBinding === 'none') return
  reply.setCookie(clientsCookieName(deployment), secret, {
    ...fromLinks(deployment),
    maxAge: lifetimes.session,
  })
}

export function clearClientsCookie(reply: FastifyReply, deployment: Deployment): void {
  if (deployment.sessionBinding === 'none') return
  reply.clearCookie(clientsCookieName(deployment), fromLinks(deployment))
}

/** Returns whether a visitor of this browser was too young for an account within the last day. */
export function hasAgeGateCookie(request: FastifyRequest, isSecure: boolean): boolean {
  return request.cookies[ageGateCookieName(isSecure)] !== undefined
}

/** Stores the refusal, and neither the date nor the visitor: no data of a child is kept. */
export function setAgeGateCookie(reply: FastifyReply, deployment: Deployment): void {
  reply.setCookie(ageGateCookieName(deployment.isSecure), '1', {
    ...fromPortal(deployment),
    maxAge: lifetimes.refusedAge,
  })
}

/** The players that logged in from this browser, signed; null without any. */
export function readKnownBrowserCookie(request: FastifyRequest, isSecure: boolean): string | null {
  const value = request.cookies[knownBrowserCookieName(isSecure)]
  return value === undefined || value.length > 1000 ? null : value
}

export function setKnownBrowserCookie(
  reply: FastifyReply,
  deployment: Deployment,
  players: string,
): void {
  if (deployment.sessionBinding === 'none') return
  reply.setCookie(knownBrowserCookieName(deployment.isSecure), players, {
    ...ownSiteOnly(deployment),
    maxAge: lifetimes.knownBrowser,
  })
}

/** The secret that binds a second step to the browser of its password. */
export function readStepCookie(request: FastifyRequest, isSecure: boolean): string | null {
  const value = onlyCookie(request, stepCookieName(isSecure))
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null
}

export function setStepCookie(reply: FastifyReply, deployment: Deployment, secret: string): void {
  if (deployment.sessionBinding === 'none') return
  reply.setCookie(stepCookieName(deployment.isSecure), secret, {
    ...ownSiteOnly(deployment),
    maxAge: lifetimes.secondStep,
  })
}

export function clearStepCookie(reply: FastifyReply, deployment: Deployment): void {
  if (deployment.sessionBinding === 'none') return
  reply.clearCookie(stepCookieName(deployment.isSecure), ownSiteOnly(deployment))
}

/** What lets players skip their second step in this browser; null without any. */
export function readTrustCookie(request: FastifyRequest, isSecure: boolean): string | null {
  const value = onlyCookie(request, trustCookieName(isSecure))
  return value === null || value.length > 1000 ? null : value
}

export function setTrustCookie(reply: FastifyReply, deployment: Deployment, trust: string): void {
  if (deployment.sessionBinding === 'none') return
  reply.setCookie(trustCookieName(deployment.isSecure), trust, {
    ...ownSiteOnly(deployment),
    maxAge: deployment.trustDays * 24 * 3600,
  })
}

/** The secret that binds a partner's callback, registration and first session to this browser. */
export function readFlowCookie(request: FastifyRequest, isSecure: boolean): string | null {
  const value = onlyCookie(request, flowCookieName(isSecure))
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null
}

export function setFlowCookie(reply: FastifyReply, deployment: Deployment, secret: string): void {
  reply.setCookie(flowCookieName(deployment.isSecure), secret, {
    ...fromPortal(deployment),
    maxAge: flowSeconds,
  })
}

export function clearFlowCookie(reply: FastifyReply, deployment: Deployment): void {
  reply.clearCookie(flowCookieName(deployment.isSecure), fromPortal(deployment))
}
