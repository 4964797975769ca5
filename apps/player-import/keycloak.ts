import { clientScopes } from '@gatehouse/server/deployments/client'
import { reasonsOf } from '@gatehouse/server/staff/acts/imports/importedPlayer'
import * as z from 'zod'
import type { Conversion } from './conversion.ts'
import { fieldsLeftOut, nameFrom } from './leftOut.ts'
import { serviceOf } from './serviceOf.ts'

const moment = z.number().transform((milliseconds) => new Date(milliseconds).toISOString())

/** The two JSON texts in which Keycloak keeps a password. */
const secretData = z.object({ value: z.string(), salt: z.string().nullish() })
const credentialData = z.object({
  algorithm: z.string(),
  hashIterations: z.number(),
  additionalParameters: z.record(z.string(), z.array(z.string())).default({}),
})

/** A user of a realm's export, as far as we read it. */
const keycloakUser = z.object({
  id: z.string(),
  username: z.string().optional(),
  email: z.string().optional(),
  emailVerified: z.boolean().default(false),
  enabled: z.boolean().default(true),
  createdTimestamp: moment.optional(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  requiredActions: z.array(z.string()).default([]),
  realmRoles: z.array(z.string()).default([]),
  serviceAccountClientId: z.string().nullish(),
  credentials: z
    .array(
      z.object({
        type: z.string(),
        temporary: z.boolean().default(false),
        secretData: z.string().optional(),
        credentialData: z.string().optional(),
      }),
    )
    .default([]),
  federatedIdentities: z
    .array(
      z.object({
        identityProvider: z.string(),
        userId: z.string(),
        userName: z.string().nullish(),
      }),
    )
    .default([]),
  clientConsents: z
    .array(
      z.object({
        clientId: z.string(),
        grantedClientScopes: z.array(z.string()).default([]),
        createdDate: moment.optional(),
      }),
    )
    .default([]),
})

/** Fields of a user that say nothing about a player. */
const ignored = ['totp', 'notBefore', 'access', 'self', 'disableableCredentialTypes', 'credentials']

type KeycloakUser = z.output<typeof keycloakUser>

/**
 * Converts a user of a realm's export (`kc.sh export`): id, password, accounts of identity providers,
 * and consents stay. A client's own account is no player.
 */
export function convertKeycloakUser(given: unknown, now: Date): Conversion {
  const read = keycloakUser.safeParse(given)
  if (!read.success) return { error: reasonsOf(read.error) }
  const user = read.data
  if (user.serviceAccountClientId) return { leftOut: 'accounts of clients' }
  const { links, leftOut } = linksOf(user)
  const { named, leftOut: unnamed } = nameFrom(user.username)
  const isProven = user.emailVerified && !user.requiredActions.includes('VERIFY_EMAIL')
  return {
    player: {
      sub: user.id,
      ...named,
      email: user.email ?? '',
      ...(user.firstName && { firstname: user.firstName }),
      ...(user.lastName && { lastname: user.lastName }),
      ...(user.createdTimestamp && { createdAt: user.createdTimestamp }),
      ...(isProven && { confirmedAt: user.createdTimestamp ?? now.toISOString() }),
      ...(!user.enabled && { bannedAt: now.toISOString() }),
      ...(mustChange(user) ? {} : passwordOf(user)),
      links,
      consents: consentsOf(user),
      leftOut: [
        ...unnamed,
        ...leftOut,
        ...partsLeftOut(user),
        ...fieldsLeftOut(given, [...Object.keys(keycloakUser.shape), ...ignored]),
      ],
    },
  }
}

/** A password that another person knows, or that was to be changed, opens nothing here. */
function mustChange({ requiredActions, credentials }: KeycloakUser): boolean {
  const password = credentials.find(({ type }) => type === 'password')
  return (
    password !== undefined && (password.temporary || requiredActions.includes('UPDATE_PASSWORD'))
  )
}

/** Every other lock of the account, and what it was waiting for. */
function partsLeftOut(user: KeycloakUser): readonly string[] {
  const { credentials, requiredActions, realmRoles } = user
  return [
    ...(mustChange(user) ? ['the password, which was to be changed'] : []),
    ...credentials.flatMap(({ type }) => (type === 'password' ? [] : [credentialNamed(type)])),
    ...requiredActions
      .filter((action) => !['UPDATE_PASSWORD', 'VERIFY_EMAIL'].includes(action))
      .map((action) => `required action ${action}`),
    ...realmRoles
      .filter((role) => !/^(?:default-roles-.*|offline_access|uma_authorization)$/.test(role))
      .map((role) => `role ${role}`),
  ]
}

function credentialNamed(type: string): string {
  if (type === 'webauthn-passwordless') return 'a passkey'
  return ['otp', 'webauthn', 'recovery-authn-codes'].includes(type)
    ? `a second factor (${type})`
    : `a credential (${type})`
}

function linksOf({ federatedIdentities }: KeycloakUser) {
  const found = federatedIdentities.map((identity) => ({
    ...identity,
    service: serviceOf(identity.identityProvider),
  }))
  return {
    links: found.flatMap(({ service, userId, userName }) =>
      service === null ? [] : [{ service, id: userId, name: userName ?? '' }],
    ),
    leftOut: found.flatMap(({ service, identityProvider }) =>
      service === null ? [`links to ${identityProvider}`] : [],
    ),
  }
}

/** Scopes of ours alone: a consent to others says nothing about what a client gets here. */
function consentsOf({ clientConsents }: KeycloakUser) {
  return clientConsents.flatMap(({ clientId, grantedClientScopes, createdDate }) => {
    const scopes = clientScopes.filter(
      (scope) => scope === 'openid' || grantedClientScopes.includes(scope),
    )
    return [{ clientId, scopes, ...(createdDate && { givenAt: createdDate }) }]
  })
}

function passwordOf({ credentials }: KeycloakUser): { readonly passwordHash?: string } {
  const password = credentials.find(({ type }) => type === 'password')
  const secret = parsed(secretData, password?.secretData)
  const costs = parsed(credentialData, password?.credentialData)
  if (password === undefined) return {}
  // The import counts a password that cannot be read like any unknown hash: the player sets another one.
  return { passwordHash: secret && costs ? hashOf(secret, costs) : 'unreadable' }
}

function hashOf(
  { value, salt }: z.output<typeof secretData>,
  { algorithm, hashIterations: rounds, additionalParameters }: z.output<typeof credentialData>,
): string {
  // The plugins for bcrypt write the whole hash, and no salt.
  if (value.startsWith('$')) return value
  const key = `${bare(salt ?? '')}$${bare(value)}`
  if (algorithm !== 'argon2') return `$${algorithm}$i=${rounds}$${key}`
  const parameter = (name: string, otherwise: string) =>
    additionalParameters[name]?.[0] ?? otherwise
  const version = parameter('version', '1.3') === '1.0' ? 16 : 19
  const costs = `m=${parameter('memory', '7168')},t=${rounds},p=${parameter('parallelism', '1')}`
  return `$argon2${parameter('type', 'id')}$v=${version}$${costs}$${key}`
}

const bare = (base64: string) => base64.replaceAll('=', '')

function parsed<Schema extends z.ZodType>(schema: Schema, text = ''): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
