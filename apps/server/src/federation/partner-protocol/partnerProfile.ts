import type { ConnectUserInfo } from '@gatehouse/contract/entities'
import { emailError } from '@gatehouse/contract/fields'
import { bounds } from '@gatehouse/contract/limits'
import * as z from 'zod'
import { isReadable } from '../../platform/readableText.ts'
import { accountIdOf, plainName } from '../providers/accounts.ts'

/** A partner's claims about a player that it has signed in. */
export interface PartnerProfile {
  /** The partner's own id of the player, which never changes. */
  readonly subject: string
  /** Null for a missing or a malformed address. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly username: string
  readonly steam: ConnectUserInfo | null
  readonly epicGames: ConnectUserInfo | null
}

/** A malformed claim counts as missing; a missing subject throws. */
const claimsSchema = z.object({
  sub: z.string().min(1).max(255).refine(isReadable),
  email: z.string().max(bounds.email.max).catch(''),
  email_verified: z.boolean().catch(false),
  preferred_username: z.string().max(bounds.text.max).catch(''),
  steam_id: accountIdOf('steam').catch(''),
  steam_name: z.unknown().optional(),
  epic_account_id: accountIdOf('epic-games').catch(''),
  epic_name: z.unknown().optional(),
})

export function partnerProfileOf(claims: unknown): PartnerProfile {
  const parsed = claimsSchema.parse(claims)
  return {
    subject: parsed.sub,
    email: emailError(parsed.email) === null ? parsed.email : null,
    isEmailVerified: parsed.email_verified,
    username: parsed.preferred_username,
    steam: accountOf(parsed.steam_id, parsed.steam_name),
    epicGames: accountOf(parsed.epic_account_id, parsed.epic_name),
  }
}

/** The avatar is left out, because its host is unknown to us. */
function accountOf(id: string, name: unknown): ConnectUserInfo | null {
  return id === '' ? null : { Id_Account: id, ConnectName: plainName(name, id), Avatar: '' }
}
