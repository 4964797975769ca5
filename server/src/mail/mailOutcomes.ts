import type { Clock } from '../platform/clock.ts'
import { countLinkFrom, noteMailRefused } from '../database/operations/mailOutcomes.ts'
import type { PlayerSecrets, SecretLookup } from '../platform/crypto/playerSecret.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Metrics } from '../platform/observability/metrics.ts'

/** A mail of a deployment to an address, with the secret of its link where the link expires. */
export interface DeliveryTarget {
  readonly deployment: string
  readonly to: string
  readonly link: string | null
}

/** Records the outcome of an attempt to send a mail. */
export interface MailOutcomes {
  readonly handedOver: (dispatch: DeliveryTarget) => Promise<void>
  /** The address takes no mail. */
  readonly refused: (dispatch: DeliveryTarget) => Promise<void>
  /** The mail server refused the mail itself. */
  readonly dropped: () => void
  readonly deferred: () => void
}

const linkKinds = ['mail link', 'email confirmation', 'email undo'] as const

/** Counts the outcomes of mails and updates players and links. */
export function createMailOutcomes(
  { kysely }: Pick<Database, 'kysely'>,
  clock: Clock,
  metrics: Metrics,
  secrets: PlayerSecrets,
): MailOutcomes {
  /** A mail does not say of which kind its link is. */
  function soughtLink(link: string): SecretLookup {
    const kind = linkKinds.find((each) => secrets.playerOf(each, link) !== null)
    return secrets.lookup(kind ?? 'mail link', link)
  }

  return {
    async handedOver({ deployment, to, link }) {
      metrics.countMail('sent')
      if (link !== null) await countLinkFrom(kysely, deployment, soughtLink(link), clock.now())
      await noteMailRefused(kysely, deployment, to, null)
    },
    async refused({ deployment, to }) {
      metrics.countMail('undeliverable')
      await noteMailRefused(kysely, deployment, to, clock.now())
    },
    dropped: () => metrics.countMail('undeliverable'),
    deferred: () => metrics.countMail('deferred'),
  }
}
