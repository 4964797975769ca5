import * as z from 'zod'
import { eventTypes } from '../database/connection/clientTables.ts'
import { webhookSecretPrefix } from '../platform/crypto/signWebhook.ts'

/** The scopes of a client; `openid` alone recognizes a returning player without personal data. */
export const clientScopes = ['openid', 'profile', 'email', 'connections', 'blocks'] as const
export type ClientScope = (typeof clientScopes)[number]

const isLoopback = ({ hostname }: URL) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '127.0.0.1' ||
  hostname === '[::1]'

/** An address of a client: compared letter by letter, so it has no variable part. */
const siteAddress = z.string().refine((text) => {
  const url = URL.parse(text)
  if (url === null || text.includes('*') || text.includes('#')) return false
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}, 'is no https address (http on this machine alone, no fragment, no wildcard)')

/**
 * An address that a program on a player's machine answers (RFC 8252): its loopback interface on any
 * port, a scheme in its maker's reversed domain name, or a claimed https address.
 */
function isNativeAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || text.includes('*') || text.includes('#')) return false
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return !isLoopback(url)
  if (url.protocol === 'http:') return ['127.0.0.1', '[::1]'].includes(url.hostname)
  // Without a dot a scheme may be a browser's own, like `javascript:`, or another program's.
  return /^[a-z][\da-z-]*(?:\.[\da-z-]+)+:\/(?!\/)[\w./-]*$/.test(text)
}

/** An address that a player's browser is sent to; its client's `applicationType` says which may be one. */
const returnAddress = z.string().max(500)

/** As Standard Webhooks requires, so that every library accepts it. */
const webhookSecret = z.string().refine((text) => {
  const { length } = Buffer.from(text.slice(webhookSecretPrefix.length), 'base64')
  return text.startsWith(webhookSecretPrefix) && length >= 24 && length <= 64
}, `is not ${webhookSecretPrefix} and base64 of 24 to 64 bytes`)

/** A client that players sign in to with their account. */
export const siteClientSchema = z
  .strictObject({
    clientId: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'is not made of letters, digits, dots and dashes'),
    /** The name that players read. */
    name: z.string().min(1).max(100),
    /** Absent for a program in the browser, which cannot keep a secret. */
    clientSecret: z.string().min(16).optional(),
    /** The secret that clientSecret replaces, accepted until it is removed. */
    previousClientSecret: z.string().min(16).optional(),
    redirectUris: z.array(returnAddress).default([]),
    /** The addresses after a log-out that the client asks for. */
    postLogoutRedirectUris: z.array(returnAddress).default([]),
    /** The address that learns of a player's log-out elsewhere. */
    backchannelLogoutUri: siteAddress.optional(),
    scopes: z.array(z.enum(clientScopes)).default(['openid', 'profile']),
    /**
     * The studio's own client: players are not asked for consent, and it knows them by their ids
     * unless it has a sector. Every other client gets a pairwise subject for each player.
     */
    firstParty: z.boolean().default(false),
    /**
     * Clients of one sector know a player by the same subject; by default a third-party client is its
     * own. Imported players keep the `sub` of an earlier system in a sector of theirs.
     */
    sector: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'is not made of letters, digits, dots and dashes')
      .optional(),
    /**
     * Whether each sign-in needs PKCE. `with-secret-optional`: a client with a secret may leave it
     * out at `GET oauth`, and at the authorization endpoint where it sends a nonce.
     */
    pkce: z.enum(['required', 'with-secret-optional']).default('required'),
    /**
     * The address for account events, and the secret that signs them; while it is changed, the one
     * before signs too.
     */
    webhook: z
      .strictObject({
        url: siteAddress,
        secret: webhookSecret.optional(),
        previousSecret: webhookSecret.optional(),
      })
      .optional(),
    /** The account events that the client wants; all that it may get by default. */
    events: z.array(z.enum(eventTypes)).min(1).optional(),
    /**
     * `webhook`: JSON with a signature of the secret (Standard Webhooks). `set`: Security Event Tokens
     * (RFC 8417) that the deployment's key signs, pushed as RFC 8935 has it.
     */
    eventFormat: z.enum(['webhook', 'set']).default('webhook'),
    /**
     * Whether ID tokens carry the claims of the granted scopes, for a client that never asks userinfo.
     * They are as old as the token.
     */
    idTokenClaims: z.boolean().default(false),
    /** `native`: a program on a player's machine, which keeps no secret. */
    applicationType: z.enum(['web', 'native']).default('web'),
    /** Whether devices without a browser sign in by a code (RFC 8628). */
    device: z.boolean().default(false),
  })
  .superRefine(({ applicationType, redirectUris, postLogoutRedirectUris }, { addIssue }) => {
    const returns = { redirectUris, postLogoutRedirectUris }
    for (const [field, addresses] of Object.entries(returns)) {
      for (const [index, address] of addresses.entries()) {
        const message = refusalOf(applicationType, address)
        if (message !== null) addIssue({ code: 'custom', message, path: [field, index] })
      }
    }
  })
  .refine(({ redirectUris, device }) => device || redirectUris.length > 0, {
    error: 'needs an address, unless device is true',
    path: ['redirectUris'],
  })
  .refine(
    ({ applicationType, clientSecret }) => applicationType === 'web' || clientSecret === undefined,
    {
      error: 'is no secret in a program that players have',
      path: ['clientSecret'],
    },
  )
  .refine(({ scopes }) => scopes.includes('openid'), { error: 'lacks openid', path: ['scopes'] })
  .refine(({ pkce, clientSecret }) => pkce === 'required' || clientSecret !== undefined, {
    error: 'needs a clientSecret',
    path: ['pkce'],
  })
  .refine(
    ({ clientSecret, previousClientSecret }) =>
      previousClientSecret === undefined || clientSecret !== undefined,
    { error: 'needs a clientSecret', path: ['previousClientSecret'] },
  )
  .refine(
    ({ webhook, eventFormat }) =>
      webhook === undefined || eventFormat === 'set' || webhook.secret !== undefined,
    { error: 'lacks a secret, which signs what is posted', path: ['webhook'] },
  )

function refusalOf(applicationType: 'web' | 'native', address: string): string | null {
  if (applicationType === 'web') {
    const { success, error } = siteAddress.safeParse(address)
    return success ? null : (error.issues[0]?.message ?? '')
  }
  return isNativeAddress(address)
    ? null
    : 'is no https address, no http://127.0.0.1 or http://[::1], and no scheme like com.studio.game:/callback'
}

export type OidcClient = z.output<typeof siteClientSchema>

export const oidcClientsSchema = z
  .array(siteClientSchema)
  .refine(
    (clients) => new Set(clients.map(({ clientId }) => clientId)).size === clients.length,
    'has a clientId twice',
  )

/** The sector whose subjects a client knows players by; null for one that knows their ids. */
export function sectorOf({
  firstParty,
  sector,
  clientId,
}: Pick<OidcClient, 'clientId' | 'firstParty' | 'sector'>): string | null {
  return sector ?? (firstParty ? null : clientId)
}

/** What players read of where a client answers: its host, or the scheme of a native one. */
export function placeOf(address: string): string {
  const { host, protocol } = new URL(address)
  return host === '' ? protocol.slice(0, -1) : host
}

/** The errors of clients in production: addresses without TLS. */
export function openAddressesOf(clients: readonly OidcClient[]): string[] {
  return clients
    .flatMap((client) => [
      // What a native client has besides https stays on the player's machine.
      ...(client.applicationType === 'native'
        ? []
        : [...client.redirectUris, ...client.postLogoutRedirectUris]),
      client.backchannelLogoutUri,
      client.webhook?.url,
    ])
    .filter((address) => address !== undefined)
    .filter((address) => !address.startsWith('https://'))
}
