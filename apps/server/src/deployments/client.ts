import { createPublicKey } from 'node:crypto'
import { line } from '@gatehouse/contract/calls/values'
import { gameServices } from '@gatehouse/contract/identityProviderRow'
import { webAddress } from '@gatehouse/contract/redirect'
import * as z from 'zod'
import { eventTypes } from '../database/schema/values.ts'
import { credential } from './credential.ts'

/** The scopes of a client; `openid` alone recognizes a returning player without personal data. */
export const clientScopes = ['openid', 'profile', 'email', 'connections', 'blocks'] as const
export type ClientScope = (typeof clientScopes)[number]

/** The algorithms that a deployment can sign by; every client library knows the first. */
export const signingAlgorithms = ['RS256', 'ES256', 'EdDSA'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** The claims about a player, each with its scope. */
export const claimScopes = {
  name: 'profile',
  preferred_username: 'profile',
  nickname: 'profile',
  profile: 'profile',
  picture: 'profile',
  updated_at: 'profile',
  locale: 'profile',
  titles: 'profile',
  email: 'email',
  email_verified: 'email',
  connections: 'connections',
} as const satisfies Readonly<Record<string, ClientScope>>
const playerClaims = Object.keys(claimScopes) as (keyof typeof claimScopes)[]

/** Names that no entry may give to another claim. */
const protocolClaims: ReadonlySet<string> = new Set(
  `sub iss aud exp nbf iat jti nonce auth_time acr amr azp sid at_hash c_hash s_hash cnf scope client_id
  events txn`
    .split(/\s+/)
    .concat(playerClaims),
)

/** What a client's sign-ins need beside a state, from the strictest on. */
const pkceRules = ['required', 'with-secret-optional', 'none-with-secret'] as const

const isLoopback = ({ hostname }: URL) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')

const longestUrl = 500

/** Compared letter by letter, so it has no variable part. */
function fixedUrl(text: string): URL | null {
  return /[*#]/.test(text) ? null : webAddress(text)
}

/** An address of a client. */
const siteAddress = z
  .string()
  .max(longestUrl)
  .refine((text) => {
    const url = fixedUrl(text)
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url))
  }, 'is no https address (http on this machine alone, no fragment, no wildcard)')

/** RFC 8252: the loopback interface, a reversed domain name as scheme, or an https address. */
function isNativeAddress(text: string): boolean {
  const url = fixedUrl(text)
  if (url?.protocol === 'https:') return !isLoopback(url)
  if (url !== null) return ['127.0.0.1', '[::1]'].includes(url.hostname)
  // Without a dot a scheme may be a browser's own, like `javascript:`, or another program's.
  return /^[a-z][\da-z-]*(?:\.[\da-z-]+)+:\/(?!\/)[\w./-]*$/.test(text)
}

/** An address that a player's browser is sent to; its client's `applicationType` decides on it. */
const returnAddress = z.string().max(longestUrl)

/** The prefix of a Standard Webhooks secret; base64 of its bytes follows. */
export const webhookSecretPrefix = 'whsec_'

/** As Standard Webhooks requires, so that every library accepts it. */
const webhookSecret = z.string().refine((text) => {
  const encoded = text.slice(webhookSecretPrefix.length)
  const { length } = Buffer.from(encoded, 'base64')
  const isEncoded = text.startsWith(webhookSecretPrefix) && /^[A-Za-z0-9+/]+={0,2}$/.test(encoded)
  return isEncoded && length >= 24 && length <= 64
}, `is not ${webhookSecretPrefix} and base64 of 24 to 64 bytes`)

/** The parts by which a key is more than its public half, and a secret. */
const privateParts = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** The public half of a client's key; its own half never leaves the client. */
const publicKey = z
  .looseObject({ kty: z.enum(['RSA', 'EC', 'OKP']), kid: line(200).min(1).optional() })
  .refine((jwk) => privateParts.every((part) => !(part in jwk)), 'has a private part')
  .refine((jwk) => {
    try {
      const { asymmetricKeyDetails } = createPublicKey({ key: jwk, format: 'jwk' })
      return (asymmetricKeyDetails?.modulusLength ?? 2048) >= 2048
    } catch {
      return false
    }
  }, 'is no public key in the form of RFC 7517, or has less than 2048 bits')

/** A client that players sign in to with their account. */
export const siteClientSchema = z
  .strictObject({
    clientId: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'is not made of letters, digits, dots and dashes'),
    /** The name that players read. */
    name: line(100).min(1, 'is empty'),
    /** Absent for a program in the browser, which cannot keep a secret. */
    clientSecret: credential(16).optional(),
    /** The secret that clientSecret replaces, accepted until it is removed. */
    previousClientSecret: credential(16).optional(),
    redirectUris: z.array(returnAddress).default([]),
    /** The addresses after a log-out that the client asks for. */
    postLogoutRedirectUris: z.array(returnAddress).default([]),
    /** The address for notices of a player's log-out elsewhere. */
    backchannelLogoutUri: siteAddress.optional(),
    scopes: z
      .array(
        z.enum(clientScopes, {
          error: ({ input }) =>
            input === 'offline_access'
              ? 'a refresh token comes without offline_access: leave it out'
              : undefined,
        }),
      )
      .default(['openid', 'profile']),
    /**
     * The studio's own client: players are not asked for consent, and it knows them by their ids
     * unless it has a sector. Every other client gets a pairwise subject for each player.
     */
    firstParty: z.boolean().default(false),
    /** Its clients know a player by one subject; imported players keep an earlier `sub` in one. */
    sector: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'is not made of letters, digits, dots and dashes')
      .optional(),
    /**
     * What binds a sign-in to its browser: PKCE always; `with-secret-optional`: of a client with a
     * secret or keys PKCE or a nonce, and at `GET oauth` neither; `none-with-secret`: neither.
     */
    pkce: z.enum(pkceRules).default('required'),
    /** The address for account events, and the secret that signs them; a replaced one signs too. */
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
     * `webhook`: JSON with a signature of the secret (Standard Webhooks). `set`: Security Event
     * Tokens (RFC 8417) that the deployment's key signs, pushed as RFC 8935 has it.
     */
    eventFormat: z.enum(['webhook', 'set']).default('webhook'),
    /** ID tokens carry the claims of the granted scopes, for a client that never asks userinfo. */
    idTokenClaims: z.boolean().default(false),
    /**
     * More names of claims, for software that reads others: `{"roles": "titles"}`. The claims keep
     * their own names too.
     */
    claims: z
      .record(
        z
          .string()
          .regex(/^[A-Za-z][\w:./-]{0,99}$/, 'is no name of a claim')
          .refine((name) => !protocolClaims.has(name), 'is a claim of the protocol, or of ours'),
        z.enum(playerClaims),
      )
      .default({}),
    /** `native`: a program on a player's machine, which keeps no secret. */
    applicationType: z.enum(['web', 'native']).default('web'),
    /** Devices without a browser sign in by a code (RFC 8628). */
    device: z.boolean().default(false),
    /** Services whose tokens a game exchanges for those of the linked account (RFC 8693). */
    exchanges: z.array(z.enum(gameServices)).default([]),
    /**
     * The game's own ids at these services, where a deployment has several games: an app id of Steam, a
     * client id of Epic Games. By default the one of `connections`.
     */
    gameIds: z
      .partialRecord(z.enum(gameServices), z.string().regex(/^[\w-]{1,100}$/, 'is no id of a game'))
      .default({}),
    /** How it comes to tokens: by players' sign-ins, or as a server, for APIs alone. */
    grants: z
      .array(z.enum(['authorization_code', 'client_credentials']))
      .min(1)
      .default(['authorization_code']),
    /** The scopes that it may ask for at each of the deployment's `resources`. */
    resources: z.record(z.string(), z.array(z.string()).min(1)).default({}),
    /** The `resources` that it is: it may ask about their tokens alone (RFC 7662). */
    introspects: z.array(z.string()).default([]),
    /** By which algorithm its ID tokens and logout tokens are signed. */
    idTokenSignedResponseAlg: z.enum(signingAlgorithms).default('RS256'),
    /** Its public keys, in place of a secret (`private_key_jwt`); or where they are. */
    jwks: z.strictObject({ keys: z.array(publicKey).min(1).max(20) }).optional(),
    jwksUri: siteAddress.optional(),
    /** Each sign-in begins with a request of its server (RFC 9126). */
    requirePar: z.boolean().default(false),
    /** Its tokens are bound to its own key (RFC 9449). */
    dpop: z.boolean().default(false),
    /** The page that forgets its visitor in a frame of ours, for a client without a server. */
    frontchannelLogoutUri: siteAddress.optional(),
  })
  .superRefine((client, { addIssue }) => {
    const { applicationType, redirectUris, postLogoutRedirectUris } = client
    const returns = { redirectUris, postLogoutRedirectUris }
    for (const [field, addresses] of Object.entries(returns)) {
      for (const [index, address] of addresses.entries()) {
        const message = refusalOf(applicationType, address)
        if (message !== null) addIssue({ code: 'custom', message, path: [field, index] })
      }
    }
    for (const [isWrong, field, message] of contradictionsOf(client)) {
      if (isWrong) addIssue({ code: 'custom', message, path: [field] })
    }
  })

function refusalOf(applicationType: 'web' | 'native', address: string): string | null {
  if (applicationType === 'web') {
    const { success, error } = siteAddress.safeParse(address)
    return success ? null : (error.issues[0]?.message ?? '')
  }
  return isNativeAddress(address)
    ? null
    : 'is no https address, no http://127.0.0.1 or http://[::1], and no scheme like com.studio.game:/callback'
}

interface Proofs {
  readonly clientSecret?: string | undefined
  readonly jwks?: unknown
  readonly jwksUri?: unknown
}

/** Returns whether a client can prove that it is itself. */
export function isConfidential(client: Proofs): boolean {
  return client.clientSecret !== undefined || hasKeys(client)
}

/** Returns whether a client proves by its own key that it is itself. */
export function hasKeys({ jwks, jwksUri }: Pick<Proofs, 'jwks' | 'jwksUri'>): boolean {
  return jwks !== undefined || jwksUri !== undefined
}

/** The contradictions that an entry may have: true where it has one, its field, and the message. */
function contradictionsOf(
  client: OidcClient,
): readonly (readonly [boolean, keyof OidcClient, string])[] {
  const { clientSecret, jwks, jwksUri, grants, resources, firstParty, webhook } = client
  const proofs = [clientSecret, jwks, jwksUri].filter((proof) => proof !== undefined)
  const hasSecret = clientSecret !== undefined
  const unscoped = Object.values(client.claims).filter(
    (claim) => !client.scopes.includes(claimScopes[claim]),
  )
  const signsPlayersIn = grants.includes('authorization_code')
  const isServer = grants.includes('client_credentials')
  const asks = Object.keys(resources).length > 0
  const isUnsigned = client.eventFormat !== 'set' && webhook !== undefined && !webhook.secret
  const { device, exchanges, redirectUris } = client
  const isWithoutPage = !device && exchanges.length === 0 && redirectUris.length === 0
  const unproven = 'needs a clientSecret, jwks or jwksUri'
  return [
    [
      hasSecret && client.applicationType === 'native',
      'clientSecret',
      'is no secret in a program that players have',
    ],
    [!client.scopes.includes('openid'), 'scopes', 'lacks openid'],
    [
      unscoped.length > 0,
      'claims',
      `${unscoped.join(', ')} ${unscoped.length === 1 ? 'is' : 'are'} of no scope of the client`,
    ],
    [proofs.length === 0 && client.pkce !== 'required', 'pkce', unproven],
    [
      !hasSecret && client.previousClientSecret !== undefined,
      'previousClientSecret',
      'needs a clientSecret',
    ],
    [isUnsigned, 'webhook', 'lacks a secret, which signs what is posted'],
    [proofs.length > 1, 'clientSecret', 'is one of three: clientSecret, jwks, jwksUri'],
    [
      signsPlayersIn && isWithoutPage,
      'redirectUris',
      'needs an address, unless device is true or it exchanges tokens',
    ],
    [isServer && proofs.length === 0, 'grants', unproven],
    [isServer && !asks, 'grants', 'client_credentials needs resources'],
    [
      gameServices.some((name) => client.gameIds[name] && !exchanges.includes(name)),
      'gameIds',
      'are for services of exchanges',
    ],
    // Without a page nobody is asked for consent.
    [client.exchanges.length > 0 && !firstParty, 'exchanges', 'is for firstParty clients'],
    [client.exchanges.length > 0 && client.dpop, 'exchanges', 'gives no tokens that are bound'],
    // Players are asked about the scopes of accounts alone.
    [asks && signsPlayersIn && !firstParty, 'resources', 'are for firstParty clients'],
    [client.introspects.length > 0 && proofs.length === 0, 'introspects', unproven],
    // A request is written down for an hour: its client has to be known.
    [client.requirePar && proofs.length === 0, 'requirePar', unproven],
  ]
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

/**
 * By what a client's server hears that a player was logged out or banned; empty where it goes on until
 * its own session ends.
 */
export function hearsBy(
  { backchannelLogoutUri, webhook, events }: OidcClient,
  event: string = 'account.sessions_revoked',
): readonly ('log-outs' | 'events')[] {
  const isTold = webhook && (!events || events.some((one) => one === event))
  return [
    ...(backchannelLogoutUri ? ['log-outs' as const] : []),
    ...(isTold ? ['events' as const] : []),
  ]
}

/** The clients with a server of their own that do not hear of a player's end of sessions by an event. */
export function deafClients(clients: Iterable<OidcClient>, event: string): OidcClient[] {
  return [...clients].filter(
    (client) =>
      client.grants.includes('authorization_code') &&
      isConfidential(client) &&
      hearsBy(client, event).length === 0,
  )
}

/** The place of a client that players read: its host, or the scheme of a native one. */
export function placeOf(address: string): string {
  const { host, protocol } = new URL(address)
  return host === '' ? protocol.slice(0, -1) : host
}

/** The errors of clients in production: addresses without TLS. */
export function openAddressesOf(clients: readonly OidcClient[]): string[] {
  return clients
    .flatMap((client) => [
      // The other addresses of a native client stay on the player's machine.
      ...(client.applicationType === 'native'
        ? []
        : [...client.redirectUris, ...client.postLogoutRedirectUris]),
      client.backchannelLogoutUri,
      client.frontchannelLogoutUri,
      client.jwksUri,
      client.webhook?.url,
    ])
    .filter((address) => address !== undefined)
    .filter((address) => !address.startsWith('https://'))
}
