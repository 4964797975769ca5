import { lifetimes } from '@gatehouse/contract/limits'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import type { Account } from '../../database/federation/connectionStatements.ts'
import {
  findServiceTicket,
  type ServiceTicketKey,
} from '../../database/federation/serviceTickets.ts'
import { type Executor, insertRow } from '../../database/schema/executor.ts'
import { refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import { offersSignInWith } from '../../deployments/offersSignInWith.ts'
import type { SignInContext } from './signInServices.ts'

/** A proof that a service has confirmed an account to this browser. */
export interface ServiceTicket {
  readonly service: IdentityProviderName
  readonly account: Account
  readonly issuedAt: Date
  readonly key: ServiceTicketKey
}

type Context = Pick<SignInContext, 'deployment' | 'clientContext'> & {
  readonly services: Pick<SignInContext['services'], 'clock' | 'database' | 'key'>
}

/**
 * Issues a ticket for an account: a secret for fifteen minutes, once, and for this browser alone. The
 * account is sealed in the database: no field of a form can change it.
 */
export async function issueServiceTicket(
  { deployment, services: { clock, database, key } }: Context,
  executor: Executor | null,
  { service, account, browser }: Pick<ServiceTicket, 'service' | 'account'> & { browser: string },
): Promise<{ readonly Ticket: string; readonly ExpiresAt: string }> {
  const Ticket = newSecret()
  const now = clock.now()
  const expiresAt = after(now, lifetimes.serviceTicket)
  await insertRow(executor ?? database.kysely, 'service_tickets', {
    deployment: deployment.name,
    token_hash: hashOf(Ticket),
    service,
    browser_hash: hashOf(browser),
    sealed: seal(account, key.arrivals),
    created_at: now,
    expires_at: expiresAt,
  })
  return { Ticket, ExpiresAt: expiresAt.toISOString() }
}

/** Reads a ticket. Refuses one that is unknown, expired, used or another browser's. */
export async function readServiceTicket(
  { deployment, services: { clock, database, key }, clientContext }: Context,
  token: string,
): Promise<ServiceTicket> {
  const browser = clientContext.cookie('flow')
  if (browser === null || token === '') throw refuse('ERROR_SERVICE_EXPIRED')
  const [tokenHash, browserHash] = [hashOf(token), hashOf(browser)]
  const of = { deployment: deployment.name, tokenHash, browserHash }
  const row = await findServiceTicket(database.kysely, of, clock.now())
  if (!row) throw refuse('ERROR_SERVICE_EXPIRED')
  const service = row.service as IdentityProviderName
  // It may have been switched off since.
  if (!offersSignInWith(deployment, service)) throw refuse('ERROR_NOT_ALLOWED')
  const account = unseal(row.sealed, key.arrivals) as Account
  return { service, account, issuedAt: row.created_at, key: of }
}
