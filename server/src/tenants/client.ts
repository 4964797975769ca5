import * as z from 'zod'
import { webhookSecretPrefix } from '../platform/crypto/signWebhook.ts'

/** What a site may ask to know of a player; `openid` alone says who comes back, not who it is. */
export const clientScopes = ['openid', 'profile', 'email', 'connections'] as const
export type ClientScope = (typeof clientScopes)[number]

const isLoopback = ({ hostname }: URL) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '127.0.0.1' ||
  hostname === '[::1]'

/** An address of a site: compared letter by letter, so that it has no part that could vary. */
const siteAddress = z.string().refine((text) => {
  const url = URL.parse(text)
  if (url === null || text.includes('*') || text.includes('#')) return false
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}, 'is no https address (http on this machine alone, no fragment, no wildcard)')

/** As Standard Webhooks wants it: whatever library a site uses takes it as it is. */
const webhookSecret = z.string().refine((text) => {
  const { length } = Buffer.from(text.slice(webhookSecretPrefix.length), 'base64')
  return text.startsWith(webhookSecretPrefix) && length >= 24 && length <= 64
}, `is not ${webhookSecretPrefix} and base64 of 24 to 64 bytes`)

/** A site that players sign in to with their account. */
const siteClientSchema = z
  .strictObject({
    clientId: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'is not made of letters, digits, dots and dashes'),
    /** As players read it. */
    name: z.string().min(1).max(100),
    /** Absent: a program in the browser, which cannot keep one. */
    clientSecret: z.string().min(16).optional(),
    redirectUris: z.array(siteAddress).min(1),
    /** Where a log-out that the site asks for may lead. */
    postLogoutRedirectUris: z.array(siteAddress).default([]),
    /** Where the site hears that a player has logged out elsewhere. */
    backchannelLogoutUri: siteAddress.optional(),
    scopes: z.array(z.enum(clientScopes)).default(['openid', 'profile']),
    /** The studio's own site: players are not asked what it may know. */
    firstParty: z.boolean().default(false),
    /** Where the site hears what happens to accounts, and the secret that signs it. */
    webhook: z.strictObject({ url: siteAddress, secret: webhookSecret }).optional(),
  })
  .refine(({ scopes }) => scopes.includes('openid'), { error: 'lacks openid', path: ['scopes'] })

export type OidcClient = z.output<typeof siteClientSchema>

export const oidcClientsSchema = z
  .array(siteClientSchema)
  .refine(
    (clients) => new Set(clients.map(({ clientId }) => clientId)).size === clients.length,
    'has a clientId twice',
  )

/** What is wrong with clients in production: addresses that anybody on the way could read. */
export function openAddressesOf(clients: readonly OidcClient[]): string[] {
  return clients
    .flatMap((client) => [
      ...client.redirectUris,
      ...client.postLogoutRedirectUris,
      client.backchannelLogoutUri,
      client.webhook?.url,
    ])
    .filter((address) => address !== undefined)
    .filter((address) => !address.startsWith('https://'))
}
