import { lifetimes } from '@gatehouse/contract/limits'
import * as z from 'zod'
import type { HashedCodes } from '../../database/auth/recoveryCodeStatements.ts'
import { after } from '../../platform/clock.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import type { PlayerCall } from '../authServices.ts'

/*
 * Recovery codes that a player has seen, and has not said to have stored. They are nowhere but in the
 * sealed answer that their page sends back: until then the codes from before are valid.
 */

const purpose = 'recovery-codes'

const sealed = z.object({
  purpose: z.literal(purpose),
  deployment: z.string(),
  playerId: z.number(),
  family: z.string(),
  until: z.number(),
  salt: z.string(),
  hashes: z.array(z.string()),
  /** They came with a player's first app, or the deployment requires it: the second step begins with them. */
  switchesOn: z.boolean(),
})

interface Pending extends HashedCodes {
  readonly switchesOn: boolean
}

/** What the page of these codes sends back once they are stored: in this session, within an hour. */
export function sealCodes(
  { deployment, services, caller }: PlayerCall,
  { salt, hashes, switchesOn }: Pending,
): string {
  const value: z.infer<typeof sealed> = {
    purpose,
    deployment: deployment.name,
    playerId: caller.player_id,
    family: caller.family,
    until: after(services.clock.now(), lifetimes.pendingRecoveryCodes).getTime(),
    salt: salt.toString('base64'),
    hashes: hashes.map((hash) => hash.toString('base64')),
    switchesOn,
  }
  return seal(value, services.key.factors)
}

/** The codes of a seal; null for one that is none, is over, or is another session's. */
export function unsealCodes(
  { deployment, services, caller }: PlayerCall,
  text: string,
): Pending | null {
  const found = sealed.safeParse(opened(text, services.key.factors))
  if (!found.success) return null
  const { playerId, family, until, salt, hashes, switchesOn, ...of } = found.data
  const isOwn =
    of.deployment === deployment.name && playerId === caller.player_id && family === caller.family
  if (!isOwn || until <= services.clock.now().getTime()) return null
  return { salt: bytes(salt), hashes: hashes.map(bytes), switchesOn }
}

const bytes = (encoded: string) => Buffer.from(encoded, 'base64')

function opened(text: string, keys: Parameters<typeof unseal>[1]): unknown {
  try {
    return unseal(text, keys)
  } catch {
    return null
  }
}
