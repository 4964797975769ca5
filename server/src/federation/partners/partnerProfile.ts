import type { ConnectUserInfo } from '@gatehouse/contract/entities'
import { emailFault } from '@gatehouse/contract/fields'
import { bounds } from '@gatehouse/contract/limits'
import * as z from 'zod'
import { accountIdOf } from '../providers/accountIdOf.ts'
import { plainName } from '../providers/plainName.ts'

/** What a partner says of a player whom it has proven. */
export interface PartnerProfile {
  /** The partner's own name of the player, which never changes. */
  readonly subject: string
  /** Null when the partner names none, or none that is an address. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly username: string
  readonly steam: ConnectUserInfo | null
  readonly epicGames: ConnectUserInfo | null
}

/** Whatever of a profile is not as it should be counts as not said; without a subject it throws. */
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(bounds.email.max).catch(''),
  email_verified: z.boolean().catch(false),
  preferred_username: z.string().max(bounds.text.max).catch(''),
  steam_id: accountIdOf('steam').catch(''),
  steam_name: z.unknown().optional(),
  epic_account_id: accountIdOf('epic-games').catch(''),
  epic_name: z.unknown().optional(),
})

export function partnerProfileOf(claims: unknown): PartnerProfile {
  const told = claimsSchema.parse(claims)
  return {
    subject: told.sub,
    email: emailFault(told.email) === null ? told.email : null,
    isEmailVerified: told.email_verified,
    username: told.preferred_username,
    steam: accountOf(told.steam_id, told.steam_name),
    epicGames: accountOf(told.epic_account_id, told.epic_name),
  }
}

/** No picture of it: we show none whose host we do not know. */
function accountOf(id: string, name: unknown): ConnectUserInfo | null {
  return id === '' ? null : { Id_Account: id, ConnectName: plainName(name, id), Avatar: '' }
}
