import { jwtVerify } from 'jose'
import { type SecurityEvent, securityEventTypes } from './events.ts'
import { asOfPortal, createReceiver, type Receiver } from './receiver.ts'
import { algorithms, issuerOf, type Trust } from './trust.ts'

/**
 * Takes account events as Security Event Tokens (RFC 8417, pushed as RFC 8935 has it) for the
 * address that is the `webhook.url` of a client whose `eventFormat` is `set`: by signature, issuer,
 * audience and type. Answers 202 when `hear` is done. An event may come twice and late: recognise
 * it by its id.
 */
export function securityEvents(
  options: Trust & {
    readonly clientId: string
    readonly hear: (event: SecurityEvent) => Promise<void> | void
  },
): Receiver {
  return createReceiver(
    async ({ body }) => {
      const what = 'No Security Event Token of the portal.'
      await options.hear(await asOfPortal(what, () => readSecurityEvent(body.trim(), options)))
    },
    { accepted: 202, refusal: { err: 'invalid_request' } },
  )
}

/**
 * Verifies a Security Event Token and returns its event, for a site with its own receiver. Throws
 * for any other token: an ID token or logout token, another issuer, audience or key. The token
 * has no expiry.
 */
export async function readSecurityEvent(
  token: string,
  trust: Trust & { readonly clientId: string },
): Promise<SecurityEvent> {
  const { issuer, keys } = await issuerOf(token, trust)
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: trust.clientId,
    algorithms: [...algorithms],
    typ: 'secevent+jwt',
    requiredClaims: ['jti', 'iat', 'events'],
  })
  const { jti = '', iat = 0, events } = payload
  const [[type, claims] = ['', null], ...others] = Object.entries(isRecord(events) ? events : {})
  const sub = subjectOf(payload['sub_id'], issuer)
  const isVerification = type === securityEventTypes.verification
  if (!isRecord(claims) || others.length > 0 || (sub === null && !isVerification)) {
    throw new Error('No event of a player.')
  }
  const { event_timestamp: at = iat, ...rest } = claims
  return { id: jti, iss: issuer, sub, type, at: Number(at), claims: rest }
}

/** The player of a subject (RFC 9493) that the issuer itself names; null where there is none. */
function subjectOf(subject: unknown, issuer: string): string | null {
  if (!isRecord(subject)) return null
  const { format, iss, sub } = subject
  const isPlayer = format === 'iss_sub' && iss === issuer && typeof sub === 'string'
  if (!isPlayer) throw new Error('The subject is none of the issuer.')
  return sub
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
