import { lifetimes } from '@gatehouse/contract/limits'
import { noteLeak } from '../../database/accounts/credentials.ts'
import type { LoginCandidate } from '../../database/auth/loginCandidates.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { after } from '../../platform/clock.ts'
import { logEvent } from '../../platform/observability/events.ts'
import type { AuthCall } from '../authServices.ts'
import { mailAbout, mayMail } from '../security-acts/securityMails.ts'

/**
 * Looks the password of a log-in up in data leaks, at most once a month, apart from the request: the
 * log-in neither waits for it nor fails by it. A player whose password is found reads it in the
 * security section, and in a mail.
 */
export function lookUpPassword(context: AuthCall, player: LoginCandidate, password: string): void {
  const { deployment, services } = context
  if (deployment.breachedPasswords !== 'range') return
  const due = after(services.clock.now(), -lifetimes.leakLookup)
  if (player.leak_checked_at !== null && player.leak_checked_at > due) return
  void lookUp(context, player, password, due).catch((error: unknown) =>
    logEvent(services.log, 'breached_passwords.lookup_failed', { err: error }),
  )
}

async function lookUp(
  context: AuthCall,
  player: LoginCandidate,
  password: string,
  due: Date,
): Promise<void> {
  const { services } = context
  const isFound = await services.breachedPasswords.has(password)
  // The next log-in tries again.
  if (isFound === null) return
  const isMailed = isFound && (await mayMail(context, player.email, 'mailsToAddress'))
  await inTransaction(services.database.kysely, async (transaction) => {
    const isNoted = await noteLeak(transaction, player, { isFound, due }, services.clock.now())
    if (isNoted && isMailed) {
      await mailAbout(context, transaction, player, { name: 'leakedPassword' })
    }
  })
}
