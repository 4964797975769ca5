import { reasonsOf } from '@gatehouse/server/staff/acts/imports/importedPlayer'
import * as z from 'zod'
import type { Conversion } from './conversion.ts'
import { fieldsLeftOut, nameFrom } from './leftOut.ts'
import { serviceOf } from './serviceOf.ts'

const moment = z.string().transform((text) => new Date(text).toISOString())

/** A user of the export of users: one JSON object a line. */
const auth0User = z.object({
  user_id: z.string(),
  email: z.string().optional(),
  email_verified: z.boolean().default(false),
  username: z.string().nullish(),
  given_name: z.string().nullish(),
  family_name: z.string().nullish(),
  created_at: moment.optional(),
  blocked: z.boolean().default(false),
  multifactor: z.array(z.string()).default([]),
  identities: z
    .array(
      z.object({
        provider: z.string(),
        connection: z.string(),
        user_id: z.union([z.string(), z.number()]).transform(String),
      }),
    )
    .default([]),
})

/** A user of the export of passwords, which Auth0's support makes. */
const auth0Password = z.object({
  _id: z.object({ $oid: z.string() }),
  email: z.string(),
  email_verified: z.boolean().default(false),
  username: z.string().nullish(),
  passwordHash: z.string(),
})

/** Fields that say nothing about a player. */
const ignored =
  'updated_at last_login last_ip logins_count last_password_reset tenant connection _tmp_is_unique version identifiers'.split(
    ' ',
  )

/** The provider name of Auth0's own passwords. */
const ownPasswords = 'auth0'

/**
 * Converts a user of Auth0's export of users, or of its export of passwords: `sub`, the hash and
 * linked accounts stay. Both may be given one after the other: the second adds the passwords.
 */
export function convertAuth0User(given: unknown, now: Date): Conversion {
  const password = auth0Password.safeParse(given)
  if (password.success) return passwordOf(given, password.data, now)
  const read = auth0User.safeParse(given)
  if (!read.success) return { error: reasonsOf(read.error) }
  const user = read.data
  const linked = user.identities
    .filter(({ provider }) => provider !== ownPasswords)
    .map((identity) => ({
      ...identity,
      service: serviceOf(identity.connection) ?? serviceOf(identity.provider),
    }))
  const { named, leftOut } = nameFrom(user.username)
  return {
    player: {
      sub: user.user_id,
      ...named,
      email: user.email ?? '',
      ...(user.given_name && { firstname: user.given_name }),
      ...(user.family_name && { lastname: user.family_name }),
      ...(user.created_at && { createdAt: user.created_at }),
      ...(user.email_verified && { confirmedAt: user.created_at ?? now.toISOString() }),
      ...(user.blocked && { bannedAt: now.toISOString() }),
      // Ids of custom connections carry the connection's name and a bar.
      links: linked.flatMap(({ service, user_id: id }) =>
        service === null ? [] : [{ service, id: id.slice(id.lastIndexOf('|') + 1) }],
      ),
      leftOut: [
        ...leftOut,
        ...linked.flatMap(({ service, connection }) =>
          service === null ? [`links to ${connection}`] : [],
        ),
        ...user.multifactor.map((kind) => `a second factor (${kind})`),
        ...fieldsLeftOut(given, [...Object.keys(auth0User.shape), ...ignored]),
      ],
    },
  }
}

function passwordOf(given: unknown, user: z.output<typeof auth0Password>, now: Date): Conversion {
  const { named, leftOut } = nameFrom(user.username)
  return {
    player: {
      sub: `${ownPasswords}|${user._id.$oid}`,
      ...named,
      email: user.email,
      ...(user.email_verified && { confirmedAt: now.toISOString() }),
      passwordHash: user.passwordHash,
      leftOut: [
        ...leftOut,
        ...fieldsLeftOut(given, [...Object.keys(auth0Password.shape), ...ignored]),
      ],
    },
  }
}
