import { webAddress } from '@gatehouse/contract/redirect'
import * as z from 'zod'
import { clientScopes, type OidcClient, signingAlgorithms } from './client.ts'

/** Seconds that a token for a studio's API lives. A signed one cannot be revoked at once. */
const tokenLife = { min: 60, max: 900, usual: 600 }

const identifier = z
  .string()
  .max(500)
  .refine((text) => {
    return webAddress(text)?.protocol === 'https:' && !/[#*]/.test(text)
  }, 'is no https address without a fragment')

const scope = z
  .string()
  .regex(/^[\w.:/-]{1,100}$/, 'is not made of letters, digits and . : / - _')
  .refine(
    (text) => ![...clientScopes, 'offline_access'].includes(text),
    'is a scope of players’ accounts',
  )

/** An API of the studio, for which clients get tokens (RFC 8707). */
const resourceSchema = z.strictObject({
  /** Its tokens name it as their audience. */
  identifier,
  scopes: z.array(scope).min(1),
  /** Seconds that its tokens live. */
  lifetime: z.int().min(tokenLife.min).max(tokenLife.max).default(tokenLife.usual),
  /** `jwt`: the API checks tokens itself (RFC 9068). `opaque`: it asks us about each. */
  tokenFormat: z.enum(['jwt', 'opaque']).default('jwt'),
  signingAlg: z.enum(signingAlgorithms).default('RS256'),
})

export type Resource = z.output<typeof resourceSchema>

export const resourcesSchema = z
  .array(resourceSchema)
  .refine(
    (resources) => new Set(resources.map((one) => one.identifier)).size === resources.length,
    'has an identifier twice',
  )

/** An error for each name of clients that is no resource of their deployment, or no scope of it. */
export function unknownResourcesOf(
  clients: readonly OidcClient[],
  resources: readonly Resource[],
): string[] {
  const scopesOf = (name: string) => resources.find((one) => one.identifier === name)?.scopes
  return clients.flatMap(({ clientId, resources: asked, introspects }) => [
    ...[...Object.keys(asked), ...introspects]
      .filter((name) => scopesOf(name) === undefined)
      .map((name) => `clients: ${clientId} names ${name}, which is not in resources.`),
    ...Object.entries(asked).flatMap(([name, scopes]) =>
      scopes
        .filter((one) => scopesOf(name)?.includes(one) === false)
        .map(
          (one) => `clients: ${clientId} names ${one}, which is no scope of ${name} in resources.`,
        ),
    ),
  ])
}
