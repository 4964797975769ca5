import { type JWTPayload, jwtVerify } from 'jose'
import { Webhook } from 'standardwebhooks'
import type { AccountEvent } from './events.ts'
import { asOfPortal, createReceiver, NotOfPortalError, type Receiver } from './receiver.ts'
import { algorithms, issuerOf, type Trust } from './trust.ts'

export type { Receiver, Trust }
export * from './events.ts'
export { readSecurityEvent, securityEvents } from './securityEvents.ts'

/** A player, as a token of the portal names them. Identify players only by `iss` and `sub`. */
export interface Player extends JWTPayload {
  readonly iss: string
  readonly sub: string
}

/**
 * Verifies a player's token and returns its claims: signature, issuer, audience, type and times.
 * Throws for any other token. `audience` is your clientId for an ID token, and the address of your
 * API for an access token (`use: 'access'`, a JWT of RFC 9068). Neither can be revoked: an ID token lives
 * an hour, an access token as long as its API's entry says. Require a fresh one before important acts.
 */
export async function verifyPlayer(
  token: string,
  trust: Trust & { readonly audience: string; readonly use?: 'id' | 'access' },
): Promise<Player> {
  const { issuer, keys } = await issuerOf(token, trust)
  const isAccess = trust.use === 'access'
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience: trust.audience,
    algorithms: [...algorithms],
    requiredClaims: ['sub', 'iat', 'exp'],
    ...(isAccess ? { typ: 'at+jwt' } : {}),
  })
  const { typ = 'JWT' } = protectedHeader
  // Logout tokens and others have the same keys and audience.
  if (!isAccess && typ !== 'JWT') throw new Error('No ID token.')
  const { sub = '', azp = trust.audience } = payload
  if (!isAccess && azp !== trust.audience) throw new Error('The token is of another client.')
  return { ...payload, iss: issuer, sub }
}

/** The sessions that end: those with `sid`; without one, all of `sub`. */
export interface Logout {
  readonly iss: string
  readonly sub: string | null
  readonly sid: string | null
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Takes the portal's log-outs (OpenID Connect Back-Channel Logout 1.0) for the address that is the
 * client's `backchannelLogoutUri`. `end` ends sessions; the same log-out may come again.
 */
export function logouts(
  options: Trust & {
    readonly clientId: string
    readonly end: (logout: Logout) => Promise<void> | void
  },
): Receiver {
  return createReceiver(async ({ body }) => {
    const token = new URLSearchParams(body).get('logout_token') ?? ''
    const what = 'No log-out of the portal.'
    await options.end(await asOfPortal(what, () => readLogout(token, options)))
  })
}

/** Reads a log-out that is at most two minutes old. An ID token must not pass for one. */
async function readLogout(
  token: string,
  trust: Trust & { readonly clientId: string },
): Promise<Logout> {
  const { issuer, keys } = await issuerOf(token, trust)
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: trust.clientId,
    algorithms: [...algorithms],
    typ: 'logout+jwt',
    maxTokenAge: '2m',
    requiredClaims: ['jti', 'iat', 'events'],
  })
  const { sub = null, sid = null, events, nonce } = payload
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
  const namesSession = sub !== null || typeof sid === 'string'
  if (!isLogout || nonce !== undefined || !namesSession) throw new Error('No log-out.')
  return { iss: issuer, sub, sid: typeof sid === 'string' ? sid : null }
}

/**
 * Takes account events for the address that is the client's `webhook.url`, by their signature
 * (Standard Webhooks). While a secret is changed, pass both. An event may come twice and late.
 */
export function accountEvents(options: {
  readonly secret: string | readonly string[]
  readonly hear: (event: AccountEvent) => Promise<void> | void
}): Receiver {
  const webhooks = [options.secret].flat().map((secret) => new Webhook(secret))
  return createReceiver(async ({ body, headers }) => {
    const known = webhooks.find((webhook) => isSigned(webhook, body, headers))
    if (known === undefined) throw new NotOfPortalError('No signature of the portal.')
    const event = JSON.parse(body) as AccountEvent
    await options.hear({ ...event, id: headers['webhook-id'] ?? '' })
  })
}

function isSigned(
  webhook: Webhook,
  body: string,
  headers: Readonly<Record<string, string>>,
): boolean {
  try {
    webhook.verify(body, headers)
    return true
  } catch {
    return false
  }
}
