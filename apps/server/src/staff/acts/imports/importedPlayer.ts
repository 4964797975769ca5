import type { KindOfText } from '@gatehouse/contract/cleanText'
import { typedLine } from '@gatehouse/contract/calls/values'
import { emailError, usernameError } from '@gatehouse/contract/fields'
import { identityProviders, type IdentityProviderName } from '@gatehouse/contract/identityProviders'
import * as z from 'zod'
import { judgeHash } from '../../../auth/password/matchPassword.ts'
import { clientScopes } from '../../../deployments/client.ts'

const moment = z.iso
  .datetime({ offset: true, error: 'is no moment like 2026-11-21T00:00:00Z' })
  .transform((text) => new Date(text))
const text = typedLine('line', 1000).min(1)

const checked = (kind: KindOfText, errorOf: (text: string) => string | null) =>
  typedLine(kind, 1000).superRefine((given, context) => {
    const message = errorOf(given)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

const services = Object.keys(identityProviders) as IdentityProviderName[]

/** A linked account of an identity provider; without a name it is shown by its id. */
const link = z
  .strictObject({
    service: z.enum(services),
    id: z.string().max(64),
    name: z.string().max(64).default(''),
  })
  .refine(({ service, id }) => identityProviders[service].accountId.test(id), {
    error: 'is no account of this service',
    path: ['id'],
  })
  .transform(({ service, id, name }) => ({
    service,
    id: 'foldsAccountIds' in identityProviders[service] ? id.toLowerCase() : id,
    name: name === '' ? id : name,
  }))

const consent = z.strictObject({
  clientId: z.string().min(1).max(100),
  scopes: z.array(z.enum(clientScopes)).min(1),
  givenAt: moment.optional(),
})

/** Null for a hash that no reader knows: the player comes without a password, and sets one by mail. */
const passwordHash = z.string().transform((given, context) => {
  const judged = judgeHash(given)
  if (typeof judged === 'object') context.addIssue({ code: 'custom', message: judged.refusal })
  return judged === 'unknown' ? null : given
})

/** A player of another system. Without a hash they need a recovery, without a name they get ours. */
export const importedPlayer = z.strictObject({
  /** The earlier system's `sub`: its clients go on knowing the player by it. */
  sub: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'is not 1 to 255 visible ASCII characters')
    .optional(),
  username: checked('name', usernameError).optional(),
  email: checked('address', emailError),
  passwordHash: passwordHash.optional(),
  firstname: text.optional(),
  lastname: text.optional(),
  dateOfBirth: z.iso.date().optional(),
  createdAt: moment.optional(),
  confirmedAt: moment.optional(),
  bannedAt: moment.optional(),
  links: z
    .array(link)
    .refine((links) => new Set(links.map(({ service }) => service)).size === links.length, {
      error: 'has two accounts of one service',
    })
    .default([]),
  consents: z.array(consent).default([]),
  /** What the earlier system knew of the player and this file does not say, in words: it is counted. */
  leftOut: z.array(z.string().min(1).max(200)).max(100).default([]),
})

export type ImportedPlayer = z.output<typeof importedPlayer>

/** A player of a file, before it is checked. */
export type GivenPlayer = z.input<typeof importedPlayer>

/** The reasons why a record cannot be a player, in one line. */
export function reasonsOf(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) =>
      path.length === 0 ? message : `${z.core.toDotPath(path)}: ${message}`,
    )
    .join('; ')
}
