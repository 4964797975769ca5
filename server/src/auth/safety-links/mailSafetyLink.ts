import { lifetimes } from '@gatehouse/contract/limits'
import { paths } from '@gatehouse/contract/routes'
import type { Player } from '../../database/accounts/players.ts'
import { issueSafetyLink } from '../../database/auth/safetyLinks.ts'
import type { Executor } from '../../database/connection/openDatabase.ts'
import type { SafetyLinkKind } from '../../database/connection/securityTables.ts'
import type { ClientContext } from '../../http/clientContext.ts'
import { accountNotice } from '../../mail/accountNotice.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { after, type Clock } from '../../platform/clock.ts'
import type { PlayerSecrets } from '../../platform/crypto/playerSecret.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { numberOf } from './numberOf.ts'

export interface SafetyMailServices {
  readonly clock: Clock
  readonly key: ServerKey
  readonly outbox: Outbox
  readonly secrets: PlayerSecrets
}

/** Each mail that carries a safety link, with the link's kind and its life in seconds. */
const safetyMails = {
  newBrowser: { kind: 'freeze', life: lifetimes.freezeLink },
  frozen: { kind: 'unfreeze', life: lifetimes.unfreezeLink },
  unfrozen: { kind: 'freeze', life: lifetimes.freezeLink },
} as const satisfies Record<string, { readonly kind: SafetyLinkKind; readonly life: number }>

/** To whom a safety link goes: to the present address alone. */
export type SafetyLinkOwner = Pick<Player, 'deployment' | 'id' | 'username' | 'email' | 'language'>

/**
 * Mails a player a link to the account's safety with its number, as part of a transaction. Older links of its
 * kind end. `visitor` is who caused it; null for an operator.
 */
export async function mailSafetyLink(
  { clock, key, outbox, secrets }: SafetyMailServices,
  transaction: Executor,
  deployment: Deployment,
  player: SafetyLinkOwner,
  name: keyof typeof safetyMails,
  visitor: ClientContext | null,
): Promise<void> {
  const at = clock.now()
  const { kind, life } = safetyMails[name]
  const token = secrets.valueOf('safety link', player.id, newSecret())
  await issueSafetyLink(transaction, player, { kind, token, expiresAt: after(at, life) }, at)
  const reader = {
    username: player.username,
    language: mailLanguageOf(deployment, player, visitor),
  }
  const about = {
    path: `${paths.accountSafety}?link=${token}`,
    number: numberOf(key.links[0], token),
  }
  const occasion = { at, clientContext: visitor }
  const content = accountNotice(deployment, reader, name, occasion, about)
  await outbox.post(
    transaction,
    { deployment: deployment.name, playerId: player.id },
    player.email,
    content,
  )
}
