import { lifetimes } from '@gatehouse/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../deployments/deployments.ts'

interface CookieRow {
  /** `portal`: from the portal's page, also where the account API is on another site. */
  readonly sameSite: 'strict' | 'lax' | 'portal'
  /** Null where the deployment decides. */
  readonly seconds: number | null
  /** Any other value is none. */
  readonly shape: RegExp
  /** Two of them, one of which a sibling domain has set, are none. */
  readonly isSingle: boolean
  /**
   * The portal's scripts read it: it has its plain name, and is set where the portal has the host of
   * its account API. Browsers keep what a script has set for some days only.
   */
  readonly isOfPortal?: true
}

const upTo200 = /^[^]{0,200}$/
const upTo1000 = /^[^]{0,1000}$/
const secret = /^[\w-]{43}$/
const consent = {
  sameSite: 'lax',
  seconds: lifetimes.consentCookie,
  shape: /^[01]$/,
  isSingle: true,
  isOfPortal: true,
} as const

/** From the authorization request at a partner to the session: callback, form, exchange. */
const flowSeconds = lifetimes.pendingFlow + lifetimes.partnerProof + lifetimes.partnerCreated

/** The cookies of a portal, which browsers know as `sso_session` and so on. */
const cookies = {
  /** The secret half of a session. Strict: no other site's request carries it. */
  session: { sameSite: 'strict', seconds: lifetimes.session, shape: upTo200, isSingle: true },
  /** The public half, by which the portal knows its player. */
  identity: {
    sameSite: 'strict',
    seconds: lifetimes.identityCookie,
    shape: /^[^]{1,200}$/,
    isSingle: true,
    isOfPortal: true,
  },
  /** The choice of cookies in this browser, which the portal makes. */
  consent_given: consent,
  consent_analytics: consent,
  consent_marketing: consent,
  /**
   * Signs a browser in at clients and opens nothing else. Lax: a client sends its visitors here, and
   * the session's own cookie does not come with them.
   */
  sites: { sameSite: 'lax', seconds: lifetimes.session, shape: upTo200, isSingle: false },
  /** A visitor of this browser is too young. No data of a child is kept: neither date nor visitor. */
  age: { sameSite: 'portal', seconds: lifetimes.refusedAge, shape: /^/, isSingle: false },
  /** The players that logged in from this browser, signed. */
  browser: {
    sameSite: 'strict',
    seconds: lifetimes.knownBrowser,
    shape: upTo1000,
    isSingle: false,
  },
  /** Binds a second step to the browser of its password. */
  step: { sameSite: 'strict', seconds: lifetimes.secondStep, shape: secret, isSingle: true },
  /** Shows that an account was registered in this browser: it needs no log-in once confirmed. */
  registration: {
    sameSite: 'strict',
    seconds: lifetimes.registeredBrowser,
    shape: secret,
    isSingle: true,
  },
  /** Lets players skip their second step in this browser. */
  trust: { sameSite: 'strict', seconds: null, shape: upTo1000, isSingle: true },
  /** Binds a partner's callback, registration and first session to this browser. */
  flow: { sameSite: 'portal', seconds: flowSeconds, shape: secret, isSingle: true },
} as const satisfies Readonly<Record<string, CookieRow>>

export type OwnCookie = keyof typeof cookies

const rowOf = (cookie: OwnCookie): CookieRow => cookies[cookie]

/** True where the portal has the host of its account API, whose cookies it then shares. */
export function sharesCookies({
  origin,
  configuration,
  sessionBinding,
}: Pick<Deployment, 'origin' | 'configuration' | 'sessionBinding'>): boolean {
  return sessionBinding !== 'none' && new URL(configuration.AccountApiUrl).origin === origin
}

/** `__Host-` keeps sibling domains from setting one; browsers accept it over https only. */
export function cookieName({ isSecure }: Pick<Deployment, 'isSecure'>, cookie: OwnCookie): string {
  return `${isSecure && rowOf(cookie).isOfPortal !== true ? '__Host-' : ''}sso_${cookie}`
}

export function readCookie(
  request: FastifyRequest,
  deployment: Pick<Deployment, 'isSecure'>,
  cookie: OwnCookie,
): string | null {
  const { shape, isSingle } = cookies[cookie]
  const name = cookieName(deployment, cookie)
  const value = isSingle ? onlyCookie(request, name) : (request.cookies[name] ?? null)
  return value !== null && shape.test(value) ? value : null
}

export function setCookie(
  reply: FastifyReply,
  deployment: Deployment,
  cookie: OwnCookie,
  value: string,
): void {
  const attributes = attributesOf(deployment, cookie)
  if (attributes === null) return
  const maxAge = cookies[cookie].seconds ?? deployment.trustDays * 24 * 3600
  reply.setCookie(cookieName(deployment, cookie), value, { ...attributes, maxAge })
}

export function clearCookie(reply: FastifyReply, deployment: Deployment, cookie: OwnCookie): void {
  const attributes = attributesOf(deployment, cookie)
  if (attributes !== null) reply.clearCookie(cookieName(deployment, cookie), attributes)
}

/** Null for a cookie that an account API on another site does not have. */
function attributesOf(deployment: Deployment, cookie: OwnCookie) {
  const { isSecure, sessionBinding } = deployment
  const { sameSite, isOfPortal = false } = rowOf(cookie)
  if (isOfPortal && !sharesCookies(deployment)) return null
  const attributes = { path: '/', httpOnly: !isOfPortal }
  const crossesSites = sessionBinding === 'none'
  if (sameSite === 'portal' && crossesSites) {
    return { ...attributes, sameSite: 'none', secure: true } as const
  }
  if (crossesSites) return null
  const own = sameSite === 'portal' ? 'lax' : sameSite
  return { ...attributes, sameSite: own, secure: isSecure } as const
}

/** Null without one, and when a sibling domain has set a second one. */
function onlyCookie(request: FastifyRequest, name: string): string | null {
  const occurrences = (request.headers.cookie ?? '').split(`${name}=`).length - 1
  return occurrences === 1 ? (request.cookies[name] ?? null) : null
}
