import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { mayMail } from '../../auth/security-acts/securityMails.ts'
import { captchaStateOf } from '../../auth/captcha/captchaCalls.ts'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { sendConfirmation } from '../../auth/security-acts/confirmationMail.ts'
import { spendAccessKey } from '../../database/accounts/accessKeys.ts'
import { spendCaptchaPass } from '../../database/auth/captchaPasses.ts'
import { appendConsents } from '../../database/preferences/consents.ts'
import { isEmailTaken } from '../../database/accounts/emailChanges.ts'
import { optIntoOwnLists } from '../../database/preferences/newsletterStatements.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { findByEmail, insertPlayer, keyOf } from '../../database/accounts/players.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import { removeUnconfirmed } from '../../database/accounts/unconfirmedPlayers.ts'
import { type AccountContext, handler } from '../accountServices.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import { notice } from '../../mail/mails.ts'
import { refuse } from '../../platform/apiError.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import { isForOtherDeployment } from '../../deployments/isForOtherDeployment.ts'
import { correctedRegistration, isRepeated } from './isRepeated.ts'
import type { RegistrationContext } from './registrationContext.ts'
import { referrerOf, registrationErrors } from './registrationErrors.ts'

type Context = RegistrationContext

/**
 * Registers a player with an unconfirmed address: 201. All errors of the form are answered at once;
 * only success uses up access key and captcha. A robot in the honeypot gets 200, and nothing is
 * stored. Of two forms for one name, one is accepted. Any number may wait for one address: the
 * first to confirm has it. A form that corrects a registration replaces it.
 */
export const registerNewUser = handler(
  'registerNewUser',
  async (context) => {
    const { input, deployment, services, response, refuse, report } = context
    const form = input.body
    if (form.UsageNameHoneyPot !== '' || form.Additional) {
      report('bot.honeypot_filled')
      response.answerOk()
      return {}
    }
    await context.refuseBannedIp()
    if (isForOtherDeployment(services.deployments, deployment, form))
      throw refuse('ERROR_NOT_ALLOWED')
    if (await isRepeated(context)) return {}
    try {
      await registerOnce(context)
    } catch (error) {
      // A repeated request under the same key may have succeeded in the meantime.
      if (!(await isRepeated(context))) throw error
    }
    return {}
  },
  // A robot in the honeypot must not see a ban.
  { collectsErrors: true, checksIpBan: true },
)

function registerOnce(context: AccountContext<'registerNewUser'>): Promise<number> {
  const { input, services } = context
  const passwordHash = () => services.passwords.hash(input.body.Password)
  return registerPlayer(context, { passwordHash })
}

/** How a new player logs in. */
interface WayIn {
  /** Computed for a form without errors; null for a player without a password. */
  readonly passwordHash: () => Promise<string | null>
  /** Done in the transaction of the registration. */
  readonly alongside?: (transaction: Executor, playerId: number) => Promise<void>
}

/**
 * Refuses an invalid form; otherwise stores the player, and notifies the owner of an address that is
 * taken. Answers the id of the player.
 */
export async function registerPlayer(
  context: Context,
  { passwordHash: hash, alongside }: WayIn,
): Promise<number> {
  const { rules, services, clientContext, response, report } = context
  await consumeOrRefuse({ ...context, refuse }, 'registrations', clientContext.address)
  ;(await registrationErrors(context)).throwIfAny()
  await refuseRobots(context)
  const referrerId = await referrerOf(context)

  const passwordHash = await hash()
  const isMailed = await admitsMail(context)
  const corrected = await correctedRegistration(context)
  const browserSecret = rules.goesBeyondSpecification && passwordHash !== null ? newSecret() : null
  const prepared = { passwordHash, referrerId, isMailed, corrected, browserSecret }
  const { playerId, isAddressTaken } = await inTransaction(
    services.database.kysely,
    async (transaction) => {
      const registered = await register(context, transaction, prepared)
      await alongside?.(transaction, registered.playerId)
      return registered
    },
  ).catch(async (error: unknown) => {
    if (!isValueTaken(error) || (await isRepeated(context))) throw error
    // Another request was faster: now the form shows which of its fields is taken.
    ;(await registrationErrors(context)).throwIfAny()
    throw refuse('ERROR_USERNAME_EXIST')
  })
  // Of an address that is taken too: the cookie says nothing about it.
  if (browserSecret !== null) response.set('registration', browserSecret)
  if (isAddressTaken) await notifyOwner(context)
  else report('registration.succeeded', playerId)
  return playerId
}

/**
 * Counts a mail of the form. One visitor sends few to an address, and all visitors together not
 * many: no mailbox is flooded, and no single visitor keeps its owner from registering.
 */
async function admitsMail({ input, deployment, services, clientContext }: Context) {
  const address = keyOf(input.body.Email)
  const ofVisitor = ['mailsToAddress', `${address} ${clientContext.address}`] as const
  const ofAll = ['registrationMails', address] as const
  return (await services.rateLimiter.consumeBoth(deployment, ofVisitor, ofAll)).isAdmitted
}

async function refuseRobots(context: Context): Promise<void> {
  const { input, rules, report } = context
  const token = input.body.ReCAPTCHAToken
  if (!rules.asksCaptcha || token === undefined) return
  if (token === '') throw refuse('ERROR_REGISTER_TOKEN_EMPTY')
  const pass = await captchaStateOf(context, 'register', token)
  if (pass === 'open') return
  report('captcha.failed')
  const isWithoutSuccess = pass === 'without-success'
  throw refuse(isWithoutSuccess ? 'ERROR_REGISTER_NO_SUCCESS' : 'ERROR_REGISTER_INVALID')
}

interface Prepared {
  /** Null for a player without a password. */
  readonly passwordHash: string | null
  readonly referrerId: number | null
  /** True when the confirmation may be mailed. */
  readonly isMailed: boolean
  /** The registration that this one replaces. */
  readonly corrected: number | null
  /** Goes to the browser, which it binds the account to; null where browsers are not bound. */
  readonly browserSecret: string | null
}

/**
 * Every row of a registration and its mail, in one transaction. Strict protection does not reveal
 * that an address is taken: then the row has no address and no mail, so that it cannot be
 * confirmed, and answers a log-in like any other that is not confirmed.
 */
async function register(
  context: Context,
  transaction: Executor,
  { passwordHash, referrerId, isMailed, corrected, browserSecret }: Prepared,
) {
  const { input, deployment, rules, services, clientContext } = context
  const form = input.body
  const now = services.clock.now()
  const isAddressTaken = await isEmailTaken(transaction, deployment.name, form.Email, null, now)
  if (isAddressTaken && deployment.enumerationProtection === 'spec')
    throw refuse('ERROR_EMAIL_EXIST')
  const identity = rules.registerAsksIdentity
    ? { firstname: form.Firstname, lastname: form.Lastname, dateOfBirth: form.DateOfBirth }
    : { firstname: null, lastname: null, dateOfBirth: null }
  const player = {
    deployment: deployment.name,
    username: form.Username,
    email: form.Email,
    passwordHash,
    referrerId,
    ip: clientContext.ip,
    idempotencyKey: clientContext.idempotencyKey,
    isAddressTaken,
    ...identity,
  }
  if (
    corrected !== null &&
    (await removeUnconfirmed(transaction, deployment.name, [corrected], now)) === 0
  ) {
    // It has just been confirmed, or the same correction was faster.
    throw refuse('ERROR_USERNAME_EXIST')
  }
  const playerId = await insertPlayer(transaction, player, now)
  if (rules.registersWithAccessKeys) {
    const key = form.AccessKeyValue
    const isSpent = await spendAccessKey(transaction, deployment.name, key, playerId, now)
    if (!isSpent) throw refuse('ERROR_ACCESS_KEY_ALREADY_USED', { property: '' })
  }
  const token = form.ReCAPTCHAToken
  if (rules.asksCaptcha && token !== undefined) {
    const isSpent = await spendCaptchaPass(transaction, deployment.name, token, now)
    if (!isSpent) throw refuse('ERROR_REGISTER_INVALID')
  }
  const optedInto =
    rules.hasNewsletterSection && form.G2GSegaOptin
      ? await optIntoOwnLists(transaction, deployment.name, playerId, now)
      : []
  const approvals = [
    { subject: 'privacy-policy', accepted: true },
    { subject: 'eula', accepted: true },
    ...(rules.codeOfConduct === 'at-register'
      ? [{ subject: 'code-of-conduct', accepted: true }]
      : []),
    ...optedInto.map((listId) => ({ subject: `newsletter ${listId}`, accepted: true })),
  ]
  const owner = { id: playerId, ip: clientContext.ip }
  await appendConsents(transaction, deployment.name, owner, approvals, now)
  const { username, email } = player
  if (isMailed && !isAddressTaken) {
    const recipient = { playerId, username, email, language: null, isNew: true }
    const browserHash = browserSecret === null ? null : hashOf(browserSecret)
    await sendConfirmation(context, transaction, recipient, browserHash)
  }
  return { playerId, isAddressTaken }
}

async function notifyOwner(context: Context): Promise<void> {
  const { input, deployment, services, clientContext, report } = context
  const { kysely } = services.database
  const owner = await findByEmail(kysely, deployment.name, input.body.Email)
  if (!owner) return
  report('registration.known_email', owner.id)
  if (!(await mayMail(context, owner.email, 'mailsToAddress'))) return
  const language = mailLanguageOf(deployment, owner, clientContext)
  const content = notice(deployment, { username: owner.username, language }, 'registrationAttempt')
  const of = { deployment: deployment.name, playerId: owner.id }
  await inTransaction(kysely, (transaction) =>
    services.outbox.post(transaction, of, owner.email, content),
  )
}
