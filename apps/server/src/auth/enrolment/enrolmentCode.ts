import { maskEmail } from '@gatehouse/contract/display'
import { bounds, lifetimes } from '@gatehouse/contract/limits'
import {
  beginEnrolmentCode,
  countEnrolmentTry,
  forgetEnrolmentTries,
  hasEnrolmentCode,
} from '../../database/auth/sessionStatements.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { isRestricted } from '../../deployments/secondStepPolicy.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import { enrolmentCodeMail } from '../../mail/mails.ts'
import { refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { derived, isSame } from '../../platform/crypto/secrets.ts'
import { handler, type PlayerCall } from '../authServices.ts'
import { hasRecentSecond } from '../password/requireRecentAuth.ts'
import { playerSubject } from '../rate-limits/guesses.ts'
import { consumeOrRefuse } from '../rate-limits/rateLimiter.ts'

/*
 * Where a deployment requires a second step, the first factor takes a code of a mail: whoever has the
 * password alone must not be the first to add one. The code is of one session, and derives from the
 * session and the time, so that no code is stored.
 */

/**
 * Mails the code to the caller, who has to add a factor. While the last one is valid it mails another only
 * with `Again`: a page that is loaded again sends nothing.
 */
export const sendEnrolmentCode = handler('sendEnrolmentCode', async (context) => {
  const { input, deployment, services, caller, clientContext, refuse } = context
  if (!isRestricted(deployment, caller)) throw refuse('ERROR_NOT_ALLOWED')
  const { name } = deployment
  const { database, clock, outbox, key } = services
  const answer = { Email: maskEmail(caller.email) }
  const isSent = await hasEnrolmentCode(database.kysely, name, caller, ruleOf(context))
  if (isSent && !input.body.Again) return answer
  await consumeOrRefuse(context, 'enrolmentCodes', playerSubject(caller.player_id))
  await inTransaction(database.kysely, async (transaction) => {
    const at = clock.now()
    await beginEnrolmentCode(transaction, name, caller, at)
    const language = mailLanguageOf(deployment, caller, clientContext)
    const reader = { username: caller.username, language }
    const code = codeOf(key.links[0], context, at)
    const content = enrolmentCodeMail(deployment, reader, code, { at, clientContext })
    const owner = { deployment: name, playerId: caller.player_id }
    await outbox.post(transaction, owner, caller.email, content)
  })
  return answer
})

/**
 * Refuses a caller whose session is restricted without the right code of its mail. A second factor that
 * has just authenticated the player is worth more than the mailbox, and takes its place.
 */
export async function requireEnrolmentCode(context: PlayerCall, typed = ''): Promise<void> {
  const { deployment, services, caller, report } = context
  if (!isRestricted(deployment, caller) || hasRecentSecond(context)) return
  const { kysely } = services.database
  // A text that is no code is no try.
  if (!/^[0-9]{6}$/.test(typed)) throw refuse('ERROR_CODE_INVALID')
  const at = await countEnrolmentTry(kysely, deployment.name, caller, ruleOf(context))
  const isRight =
    at !== null && services.key.links.some((key) => isSame(codeOf(key, context, at), typed))
  if (!isRight) {
    report('second_step.failed')
    throw refuse('ERROR_CODE_INVALID')
  }
  await forgetEnrolmentTries(kysely, deployment.name, caller)
}

function ruleOf({ services }: PlayerCall) {
  const since = after(services.clock.now(), -lifetimes.enrolmentCode)
  return { since, max: bounds.enrolmentCodeTries.max }
}

function codeOf(key: Buffer, { deployment, caller }: PlayerCall, at: Date): string {
  const subject = [deployment.name, caller.player_id, caller.session_id, at.getTime()]
  const bytes = Buffer.from(derived(key, 'enrolment code', JSON.stringify(subject)), 'base64url')
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}
