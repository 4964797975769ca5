import { maskEmail } from '@gatehouse/contract/display'
import { lifetimes } from '@gatehouse/contract/limits'
import { paths } from '@gatehouse/contract/routes'
import { mailAbout } from '../../auth/security-acts/securityMails.ts'
import { requireRecentAuth } from '../../auth/password/requireRecentAuth.ts'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { findCallerWithoutPartner, withLockedCaller } from '../../auth/session/lockCaller.ts'
import {
  findOpenEmailChange,
  insertEmailChange,
  isEmailTaken,
} from '../../database/accounts/emailChanges.ts'
import { findByEmail, keyOf } from '../../database/accounts/players.ts'
import { endOpen } from '../../database/schema/endOpen.ts'
import { ErrorCollector, refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import { type AccountContext, handler } from '../accountServices.ts'
import { undoSecretOf } from './emailChangeLinks.ts'
import { emailRefusal } from './emailRefusal.ts'

type Context = AccountContext<'updateEmail'> | AccountContext<'repeatEmailChange'>

/**
 * Asks for another address. Nothing changes until the link in the mail to the new address is
 * followed (24 hours); the mail to the old one undoes it (7 days). An earlier request ends. Refuses
 * addresses that are not accepted or taken, and a session without a recent authentication. Under
 * strict protection a taken address looks like any other, but its owner gets a notice instead of
 * the link, so that no other person can follow it.
 */
export const updateEmail = handler(
  'updateEmail',
  async (context) => {
    const { input, inputErrors, deployment, services } = context
    const { Email, ConfirmEmail } = input.body
    const { database, clock } = services
    const player = await findCallerWithoutPartner(context)
    await consumeOrRefuse(context, 'emailChanges', `${player.id}`)

    const { name } = deployment
    const isTaken = await isEmailTaken(database.kysely, name, Email, player.id, clock.now())
    const revealsAccounts = deployment.enumerationProtection === 'spec'
    const errors = new ErrorCollector<'updateEmail'>(inputErrors)
    if (!errors.has('Email')) {
      errors.add(await emailRefusal(services, deployment, Email))
      if (isTaken && (revealsAccounts || keyOf(Email) === keyOf(player.email))) {
        await consumeOrRefuse(context, 'takenEmailsOfPlayer', `${player.id}`)
        errors.add('ERROR_EMAIL_EXIST')
      }
    }
    if (keyOf(ConfirmEmail) !== keyOf(Email)) errors.add('ERROR_CONFIRM_EMAIL_INVALID')
    errors.throwIfAny()
    requireRecentAuth(context, 'updateEmail')

    await askFor(context, Email, isTaken)
    return {}
  },
  { collectsErrors: true },
)

/** The change of the caller that waits for its link; the address is masked, as everywhere. */
export const readEmailChange = handler(
  'readEmailChange',
  async ({ deployment, services, caller }) => {
    const { database, clock } = services
    const { name } = deployment
    const change = await findOpenEmailChange(database.kysely, name, caller.player_id, clock.now())
    return { Email: change ? maskEmail(change.new_email) : '' }
  },
)

/** Ends the caller's waiting change. The undo links of the old address stay valid. */
export const cancelEmailChange = handler('cancelEmailChange', async (context) => {
  const at = context.services.clock.now()
  await withLockedCaller(context, (transaction, { id }) =>
    endOpen(transaction, 'email_changes', context.deployment.name, id, at),
  )
  return {}
})

/**
 * Sends the mails of the caller's change once more, as for a new request; the links before end. It
 * takes no fresh proof: the address is the one that was asked for with it. Refused when none waits.
 */
export const repeatEmailChange = handler('repeatEmailChange', async (context) => {
  const { deployment, services } = context
  const { database, clock } = services
  const { name } = deployment
  const { id } = await findCallerWithoutPartner(context)
  await consumeOrRefuse(context, 'emailChanges', `${id}`)
  const change = await findOpenEmailChange(database.kysely, name, id, clock.now())
  if (!change) throw refuse('ERROR_NOT_ALLOWED')
  const { new_email: email } = change
  await askFor(context, email, await isEmailTaken(database.kysely, name, email, id, clock.now()))
  return {}
})

async function askFor(context: Context, newEmail: string, isTaken: boolean): Promise<void> {
  const { deployment, services } = context
  // The limit keeps an attacker from flooding an owner with mails by typing the address.
  const mails = await services.rateLimiter.consume(deployment, 'mailsToAddress', keyOf(newEmail))
  if (mails.isAdmitted) await ask(context, newEmail, isTaken)
}

async function ask(context: Context, newEmail: string, isTaken: boolean): Promise<void> {
  const { deployment, services, report } = context
  const { key, secrets, clock } = services
  const at = clock.now()
  // Of two requests at once, the second waits here and ends the first.
  await withLockedCaller(context, async (transaction, player) => {
    const { id: playerId, email: oldEmail } = player
    const confirmToken = secrets.valueOf('email confirmation', playerId, newSecret())
    const undoSecret = undoSecretOf(key.links[0], confirmToken)
    const undoToken = secrets.valueOf('email undo', playerId, undoSecret)
    // Of the tokens only the hashes are kept.
    await insertEmailChange(transaction, {
      deployment: deployment.name,
      player_id: playerId,
      old_email: oldEmail,
      old_email_key: keyOf(oldEmail),
      new_email: newEmail,
      new_email_key: keyOf(newEmail),
      confirm_hash: hashOf(confirmToken),
      undo_hash: hashOf(undoToken),
      asked_at: at,
      confirm_until: after(at, lifetimes.updateEmailLink),
      undo_until: after(at, lifetimes.updateEmailRecoveryLink),
    })
    if (isTaken) {
      const owner = await findByEmail(transaction, deployment.name, newEmail)
      if (owner) await mailAbout(context, transaction, owner, { name: 'emailClaimed' })
    } else {
      const path = `${paths.updateEmailConfirm}?uid=${confirmToken}`
      const expiring = { kind: 'email confirmation', secret: confirmToken } as const
      const link = { path, expiring }
      const asked = { ...player, email: newEmail }
      await mailAbout(context, transaction, asked, { name: 'emailChangeConfirmation', link })
    }
    const path = `${paths.updateEmailRecovery}?uid=${undoToken}`
    await mailAbout(context, transaction, player, {
      name: 'emailChangeAsked',
      newEmail: maskEmail(newEmail),
      link: { path, expiring: { kind: 'email undo', secret: undoToken } },
    })
  })
  report('email_change.requested')
}
