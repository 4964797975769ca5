import { countTry, forgiveTry } from '../../database/auth/safetyLinkStatements.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { refuse } from '../../platform/apiError.ts'
import type { AuthCall } from '../authServices.ts'
import { consumeOrRefuse } from '../rate-limits/rateLimiter.ts'
import { recordMailedAct } from '../security-acts/recordAct.ts'
import { isNumberOf } from '../security-acts/securityMails.ts'
import { type LinkFound, mostTries, subjectOf } from './safetyLinks.ts'

/**
 * Refuses a wrong number. Each is counted before it is compared: for the link, and for its address,
 * whose player is notified of the one that ends the link.
 */
export async function requireNumber(
  context: AuthCall,
  { sought, link, player }: Pick<LinkFound, 'sought' | 'link' | 'player'>,
  { Link, Number: given }: { readonly Link: string; readonly Number: string },
): Promise<void> {
  const { deployment, services } = context
  const { kysely } = services.database
  // What the mail cannot show is no try.
  if (!/^\d{6}$/.test(given)) throw refuse('ERROR_NUMBER_INVALID')
  const limited = ['wrongSafetyNumbers', subjectOf({ link, player })] as const
  await consumeOrRefuse({ ...context, refuse }, ...limited)
  const tries = await countTry(kysely, deployment.name, sought, mostTries)
  if (tries === null) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  if (!isNumberOf(services.key.links, Link, given)) {
    if (tries === mostTries) {
      const act = { act: 'numbers-guessed', shown: {}, actor: 'mail', kind: link.kind } as const
      await inTransaction(kysely, (transaction) =>
        recordMailedAct(context, transaction, player, act),
      )
    }
    throw refuse('ERROR_NUMBER_INVALID')
  }
  await forgiveTry(kysely, deployment.name, sought)
  await services.rateLimiter.refund(deployment, [limited], 'one')
}
