import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { maskEmail } from '@gatehouse/contract/display'
import { lifetimes } from '@gatehouse/contract/limits'
import { paths } from '@gatehouse/contract/routes'
import { after } from '../../platform/clock.ts'
import { insertEmailChange } from '../../database/accounts/emailChanges.ts'
import { findByEmail, findById, keyOf } from '../../database/accounts/players.ts'
import { emailRefusal } from './emailRefusal.ts'
import { newEmailChangeTokens } from './emailChangeTokens.ts'
import { isEmailTaken } from '../../database/accounts/emailChanges.ts'
import { type AccountContext, handler } from '../handler.ts'
import { mailAbout } from '../../auth/acts/securityMails.ts'
import { lockCaller } from '../../auth/session/lockCaller.ts'
import { requireRecentAuth } from '../../auth/password/requireRecentAuth.ts'
import { ErrorCollector } from '../../platform/apiError.ts'

type Context = AccountContext<'updateEmail'>

/**
 * Asks for another address. Nothing changes until the link in the mail to the new address is
 * followed (24 hours); the mail to the old one undoes it (7 days). An earlier request ends. Refuses
 * addresses that are not accepted or taken, and a session without a recent authentication. Under
 * strict protection a taken address looks like any other, but its owner gets a notice instead of the
 * link, so that nobody can follow it.
 */
export const updateEmail = handler(
  'updateEmail',
  async (context) => {
    const { input, inputErrors, deployment, services, caller, refuse } = context
    const { Email, ConfirmEmail } = input.body
    const { database, rateLimiter } = services
    const { kysely } = database
    const player = await findById(kysely, deployment.name, caller.player_id)
    if (!player || player.auth_type === 2) throw refuse('ERROR_NOT_ALLOWED')
    const admission = await rateLimiter.consume(deployment, 'emailChanges', `${player.id}`)
    if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)

    const isTaken = await isEmailTaken(
      kysely,
      deployment.name,
      Email,
      player.id,
      services.clock.now(),
    )
    const revealsAccounts = deployment.enumerationProtection === 'spec'
    const errors = new ErrorCollector<'updateEmail'>(inputErrors)
    if (!errors.has('Email')) {
      errors.add(await emailRefusal(services, deployment, Email))
      if (isTaken && (revealsAccounts || keyOf(Email) === keyOf(player.email))) {
        const disclosure = await rateLimiter.consume(
          deployment,
          'takenEmailsOfPlayer',
          `${player.id}`,
        )
        if (!disclosure.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', disclosure)
        errors.add('ERROR_EMAIL_EXIST')
      }
    }
    if (keyOf(ConfirmEmail) !== keyOf(Email)) errors.add('ERROR_CONFIRM_EMAIL_INVALID')
    errors.throwIfAny()
    requireRecentAuth(context, 'updateEmail')

    // The limit keeps an attacker from flooding an owner with mails by typing the address.
    const mails = await rateLimiter.consume(deployment, 'mailsToAddress', keyOf(Email))
    if (!mails.isAdmitted) return {}
    await ask(context, isTaken)
    return {}
  },
  { collectsErrors: true },
)

async function ask(context: Context, isTaken: boolean): Promise<void> {
  const { input, deployment, services, caller, refuse, report } = context
  const { database, key, secrets, clock } = services
  const newEmail = input.body.Email
  const at = clock.now()
  await inTransaction(database.kysely, async (transaction) => {
    // Of two requests at once, the second waits here and ends the first.
    const player = await lockCaller(transaction, deployment, caller)
    if (!player) throw refuse('ERROR_NOT_ALLOWED')
    const { id: playerId, email: oldEmail } = player
    const tokens = newEmailChangeTokens(key, secrets, playerId)
    const change = {
      playerId,
      oldEmail,
      newEmail,
      confirmToken: tokens.confirm,
      undoToken: tokens.undo,
      confirmUntil: after(at, lifetimes.updateEmailLink),
      undoUntil: after(at, lifetimes.updateEmailRecoveryLink),
    }
    await insertEmailChange(transaction, deployment.name, change, at)
    if (isTaken) {
      const owner = await findByEmail(transaction, deployment.name, newEmail)
      if (owner) await mailAbout(context, transaction, owner, { name: 'emailClaimed' })
    } else {
      const path = `${paths.updateEmailConfirm}?uid=${tokens.confirm}`
      const link = { path, secret: tokens.confirm }
      const asked = { ...player, email: newEmail }
      await mailAbout(context, transaction, asked, { name: 'emailChangeConfirmation', link })
    }
    const path = `${paths.updateEmailRecovery}?uid=${tokens.undo}`
    await mailAbout(context, transaction, player, {
      name: 'emailChangeAsked',
      newEmail: maskEmail(newEmail),
      link: { path, secret: tokens.undo },
    })
  })
  report('email_change.requested')
}
