import { reasonsOf } from '@gatehouse/server/staff/acts/imports/importedPlayer'
import * as z from 'zod'
import type { Conversion } from './conversion.ts'
import { fieldsLeftOut, nameFrom } from './leftOut.ts'
import { serviceOf } from './serviceOf.ts'

const moment = z.coerce.number().transform((milliseconds) => new Date(milliseconds).toISOString())

/** A user of `firebase auth:export`. */
const firebaseUser = z.object({
  localId: z.string(),
  email: z.string().optional(),
  emailVerified: z.boolean().default(false),
  displayName: z.string().optional(),
  passwordHash: z.string().optional(),
  salt: z.string().optional(),
  createdAt: moment.optional(),
  disabled: z.boolean().default(false),
  mfaInfo: z.array(z.unknown()).default([]),
  providerUserInfo: z
    .array(
      z.object({
        providerId: z.string(),
        rawId: z.string(),
        displayName: z.string().optional(),
      }),
    )
    .default([]),
})

/** Fields that say nothing about a player. */
const ignored = ['lastSignedInAt', 'lastLoginAt', 'validSince', 'passwordUpdatedAt']

type FirebaseUser = z.output<typeof firebaseUser>

/** A project's password hash parameters, as Firebase's console shows them. */
export interface FirebaseParameters {
  readonly signerKey: string
  readonly saltSeparator: string
  readonly rounds: number
  readonly memCost: number
}

/**
 * Reads the password hash parameters as the console shows them
 * (`hash_config { algorithm: SCRYPT, base64_signer_key: …, … }`); null for another text.
 */
export function readFirebaseParameters(text: string): FirebaseParameters | null {
  const value = (name: string) =>
    new RegExp(String.raw`${name}:\s*"?(?<value>[\w+/=-]+)`).exec(text)?.groups?.['value']
  const [signerKey, saltSeparator] = [value('base64_signer_key'), value('base64_salt_separator')]
  const [rounds, memCost] = [Number(value('rounds')), Number(value('mem_cost'))]
  if (signerKey === undefined || !(rounds > 0) || !(memCost > 0)) return null
  return { signerKey, saltSeparator: saltSeparator ?? '', rounds, memCost }
}

/**
 * Converts a user of `firebase auth:export`: `sub`, the hash and linked accounts stay. A password
 * needs the project's parameters; without them it is refused.
 */
export function convertFirebaseUser(
  given: unknown,
  now: Date,
  parameters: FirebaseParameters | null,
): Conversion {
  const read = firebaseUser.safeParse(given)
  if (!read.success) return { error: reasonsOf(read.error) }
  const user = read.data
  if (user.passwordHash !== undefined && parameters === null) {
    return { error: 'passwordHash: needs the file of hash parameters' }
  }
  const linked = user.providerUserInfo
    .filter(({ providerId }) => !['password', 'phone'].includes(providerId))
    .map((account) => ({ ...account, service: serviceOf(account.providerId) }))
  const { named, leftOut } = nameFrom(user.displayName)
  return {
    player: {
      sub: user.localId,
      ...named,
      email: user.email ?? '',
      ...(user.createdAt && { createdAt: user.createdAt }),
      ...(user.emailVerified && { confirmedAt: user.createdAt ?? now.toISOString() }),
      ...(user.disabled && { bannedAt: now.toISOString() }),
      ...passwordOf(user, parameters),
      links: linked.flatMap(({ service, rawId, displayName: name = '' }) =>
        service === null ? [] : [{ service, id: rawId, name }],
      ),
      leftOut: [
        ...leftOut,
        ...linked.flatMap(({ service, providerId }) =>
          service === null ? [`links to ${providerId}`] : [],
        ),
        ...user.mfaInfo.map(() => 'a second factor'),
        ...fieldsLeftOut(given, [...Object.keys(firebaseUser.shape), ...ignored]),
      ],
    },
  }
}

function passwordOf(
  { passwordHash, salt = '' }: FirebaseUser,
  parameters: FirebaseParameters | null,
): { readonly passwordHash?: string } {
  if (passwordHash === undefined || parameters === null) return {}
  const { memCost, rounds, saltSeparator, signerKey } = parameters
  const parts = [salt, passwordHash, saltSeparator, signerKey].map(standard)
  return { passwordHash: `$firescrypt$ln=${memCost},r=${rounds},p=1$${parts.join('$')}` }
}

/** Base64 without padding, also where the export writes the alphabet of addresses. */
function standard(base64: string): string {
  return base64.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '')
}
