import { insertRow } from '../../database/schema/executor.ts'
import type { CallName } from '@gatehouse/contract/calls'
import type { ConnectUserInfo } from '@gatehouse/contract/entities'
import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import type { PartnerIdentity } from '../../database/federation/partnerPlayers.ts'
import {
  findRegistrationTicket,
  type TicketKey,
} from '../../database/federation/registrationTickets.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import { derived, hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'
import type { FederationContext, FederationServices } from '../federationServices.ts'

/** A subject that a partner has verified and that has no account here. */
export interface PendingPartnerUser extends PartnerIdentity {
  readonly email: string
  readonly steam: ConnectUserInfo | null
  readonly epicGames: ConnectUserInfo | null
}

type TicketContext = Pick<FederationContext<CallName>, 'deployment' | 'services' | 'clientContext'>

/** The contents of a ticket. */
export interface RegistrationTicket {
  readonly pendingUser: PendingPartnerUser
  readonly key: TicketKey
}

/**
 * Issues a ticket for the partner's claims: a secret for half an hour, one purpose and this browser
 * alone. The claims are sealed in the database.
 */
export async function issueRegistrationTicket(
  { database, clock, key }: FederationServices,
  deployment: Deployment,
  purpose: TicketKey['purpose'],
  browser: string,
  pendingUser: PendingPartnerUser,
): Promise<string> {
  const token = newSecret()
  const now = clock.now()
  await insertRow(database.kysely, 'registration_tickets', {
    deployment: deployment.name,
    token_hash: hashOf(token),
    purpose,
    partner: pendingUser.partner,
    browser_hash: hashOf(browser),
    sealed: seal(pendingUser, key.partners),
    created_at: now,
    expires_at: after(now, lifetimes.partnerProof),
  })
  return token
}

/** Reads a ticket; null for one that is unknown, expired, used or another browser's. */
export async function readRegistrationTicket(
  { deployment, services, clientContext }: TicketContext,
  purpose: TicketKey['purpose'],
  token: string,
): Promise<RegistrationTicket | null> {
  const browser = clientContext.cookie('flow')
  if (browser === null || token === '') return null
  const [tokenHash, browserHash] = [hashOf(token), hashOf(browser)]
  const key = { deployment: deployment.name, tokenHash, purpose, browserHash }
  const { database, clock } = services
  const row = await findRegistrationTicket(database.kysely, key, clock.now())
  if (!row) return null
  return { key, pendingUser: unseal(row.sealed, services.key.partners) as PendingPartnerUser }
}

/**
 * The number of a partner's player for the portal. A subject that is a number is used itself; no
 * decision depends on it.
 */
export function ssoIdOf([key]: Keys, subject: string): number {
  if (/^[1-9]\d{0,14}$/.test(subject)) return Number(subject)
  return Buffer.from(derived(key, 'sso id', subject), 'base64url').readUIntBE(0, 6)
}
