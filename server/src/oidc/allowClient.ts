import { type LedgerVisitor, writeLedger } from '../database/auth/ledger.ts'
import type { Executor } from '../database/schema/executor.ts'
import { addConsent } from '../database/oidc/clientConsents.ts'
import { appendConsents } from '../database/preferences/consents.ts'
import type { ClientScope, OidcClient } from '../tenants/client.ts'

interface Allowed {
  readonly deployment: string
  readonly playerId: number
  readonly clientId: string
  readonly scopes: readonly ClientScope[]
}

interface Act {
  readonly client: OidcClient
  readonly visitor: LedgerVisitor & { readonly family: string }
  readonly now: Date
}

/** Writes that a player lets a client in, where it is asked: the studio's own need no consent. */
export async function allowClient(
  transaction: Executor,
  consent: Allowed,
  { client, visitor, now }: Act,
): Promise<void> {
  const { deployment, playerId } = consent
  if (!client.firstParty) {
    await addConsent(transaction, consent, now)
    const given = { subject: `site ${client.clientId}`, accepted: true }
    const player = { id: playerId, ip: visitor.ip }
    await appendConsents(transaction, deployment, player, [given], now)
  }
  await writeLedger(transaction, {
    deployment,
    playerId,
    at: now,
    act: 'site-allowed',
    actor: 'player',
    shown: { Name: client.name },
    visitor,
    family: visitor.family,
  })
}
