import type { ErrorCode } from '@gatehouse/contract/errors'
import type { FastifyBaseLogger } from 'fastify'
import type { ApiError } from '../apiError.ts'

/*
 * Every event that the log may name. A line has `event`, the row's fields and, where `security` is
 * true, the flag `security`, the call, the deployment, the player and the address. No field holds a
 * secret. The security events are counted in the metric `gatehouse_security_events_total`. Alert
 * rules, the runbook and docs/security.md name members of this table only (events.test.ts).
 */
interface EventRow {
  readonly level: 'info' | 'warn' | 'error'
  readonly security?: true
  /** The event's own fields, besides those that every security event has. */
  readonly fields: readonly string[]
  readonly meaning: string
}

export const events = {
  // Log-in and sessions
  'login.succeeded': security('info', 'A player logged in.'),
  'login.failed': security('info', 'A password was wrong, or the name is unknown.'),
  'login.rate_limited': security(
    'info',
    'Too many wrong passwords: an unknown visitor waits with a proof of work, goes by mail, or is refused.',
  ),
  'second_step.failed': security('info', 'A code of an app or of recovery was wrong.'),
  'second_step.rate_limited': security('info', 'Too many wrong second steps of one player.'),
  'factors.changed': security(
    'info',
    'A player added or removed a way to prove the account, or switched the second step.',
    'act',
  ),
  'factors.proven': security('info', 'A signed-in player proved a second factor again.'),
  'logout.succeeded': security('info', 'A player logged out.'),
  'session.ended': security('info', 'A player ended log-ins of the own account.', 'count'),
  'request.blocked_ip': security('info', 'A banned address was refused.'),
  'request.refused': security('info', 'A call was refused by a protection, not by a typing error.'),
  'authz.subject_mismatch': security('info', 'A call named another player than the caller.'),
  'session.secret_missing': security(
    'info',
    'The id of a living session came without its secret: it was stolen, or the browser lost the cookie.',
  ),
  'refresh_token.reused': security(
    'warn',
    'A replaced session value was sent again: its family ended.',
  ),
  'credential_stuffing.detected': security(
    'warn',
    'Of 50 or more passwords tried within a minute, four in five were wrong.',
    'tried',
    'wrong',
  ),
  'credential_stuffing.notice_failed': operations(
    'error',
    'A notice of a log-in during credential stuffing could not be written: it is tried again.',
    'err',
  ),
  'captcha.failed': security('info', 'A captcha was not solved.'),
  'bot.honeypot_filled': security('info', 'A form was filled by a program.'),
  'password.verified': security('info', 'A signed-in player proved the password again.'),
  'password.changed': security('info', 'A signed-in player changed the password.'),
  'password.recovered': security('info', 'A player set a new password through a mail link.'),
  'password.removed': security('info', 'A player goes on with passkeys alone.'),
  'passkey.added': security('info', 'A player added a passkey.'),
  'passkey.removed': security('info', 'A player removed a passkey.'),
  'passkey.refused': security('info', 'What a passkey answered was not accepted.', 'reason'),
  'passkey.counter_regressed': security(
    'warn',
    'A passkey counted backwards: somebody may have copied it. The player gets a mail.',
  ),

  // Accounts
  'registration.succeeded': security('info', 'An account was made.'),
  'registration.known_email': security('info', 'A registration used the address of an account.'),
  'account.confirmed': security('info', 'An address was confirmed through its mail link.'),
  'account.deleted': security('info', 'A player deleted the account.'),
  'account.frozen': security('warn', 'A player froze the account, in a session or by a mail link.'),
  'account.unfrozen': security('info', 'A frozen account was opened through its mail link.'),
  'username.changed': security('info', 'A player changed the username.'),
  'email_change.requested': security('info', 'A player asked for another address.'),
  'email_change.confirmed': security('info', 'The new address was confirmed.'),
  'email_change.undone': security('info', 'The owner of the old address took the change back.'),
  'email_change.undo_conflict': operations(
    'error',
    'An address that was kept for an undo belongs to another player.',
    'deployment',
  ),
  'avatar.changed': security('info', 'A player changed or removed the picture.', 'source'),
  'avatar.refused': security(
    'warn',
    'An uploaded file was refused while it was read: too costly, or broken.',
    'reason',
  ),
  'avatar.not_stored': operations(
    'error',
    'The storage of pictures took no file: the player was asked to come back later.',
    'err',
    'deployment',
  ),
  'avatar.not_removed': operations(
    'warn',
    'A picture that no player shows could not be deleted; it is tried again for a day.',
    'err',
    'deployment',
  ),
  'survey.age_mismatch': security('info', 'A survey named another age than the registration.'),

  // Connections and partners
  'connection.linked': security('info', 'A player linked an account elsewhere.', 'provider'),
  'connection.unlinked': security('info', 'A player unlinked an account elsewhere.', 'provider'),
  'connection.refused': security('info', 'A link was refused.'),
  'connection.not_verified': operations(
    'info',
    'An identity provider did not verify the player.',
    'provider',
    'deployment',
    'reason',
  ),
  'connection.resync_failed': operations(
    'warn',
    'Names and avatars of an identity provider were not refreshed.',
    'provider',
    'deployment',
    'reason',
  ),
  'identity_provider.unreachable': operations(
    'warn',
    'An identity provider did not answer in a way that can be used.',
    'provider',
    'deployment',
    'reason',
  ),
  'partner.callback_refused': security('info', 'A return from a partner belonged to no flow.'),
  'partner.answer_refused': security('info', "A partner's answer did not name a usable player."),
  'partner.unreachable': operations(
    'warn',
    'A partner did not answer in a way that can be used.',
    'deployment',
    'reason',
  ),

  // Requests
  'request.answered': operations(
    'info',
    'A request was answered with a refusal or an error.',
    'call',
    'method',
    'route',
    'statusCode',
    'milliseconds',
  ),
  'request.internal_error': operations(
    'error',
    'A defect of the server: the player sees the requestId.',
    'err',
    'requestId',
  ),
  'request.unavailable': operations(
    'warn',
    'The database or another part did not answer.',
    'err',
    'requestId',
  ),
  'session.answers_failed': operations(
    'error',
    'What a new session begins with could not be read: the browser asks for it by calls of its own.',
    'err',
  ),
  'transaction.callback_failed': operations(
    'error',
    'What follows a committed act, such as a notice to its player, failed: the act stands.',
    'err',
  ),
  'process.unhandled_rejection': operations('error', 'A defect outside of any request.', 'err'),

  // Outside services
  'captcha.unreachable': operations(
    'warn',
    'The captcha service did not answer.',
    'err',
    'deployment',
  ),
  'email_validation.unreachable': operations(
    'warn',
    'The address validation did not answer.',
    'err',
  ),
  'oidc.internal_error': operations('error', 'The OpenID provider failed.', 'err'),

  // Mail, webhooks, log-outs, jobs
  'mail.delivery_failed': operations(
    'warn',
    'The mail server took no mail; it is tried again for a day.',
    'jobId',
    'reason',
  ),
  'mail.outcome_not_noted': operations(
    'error',
    'The mail server has taken or refused a mail, and the database did not take the note: the mail is not sent again.',
    'jobId',
    'err',
  ),
  'mail.refused': operations(
    'warn',
    'A mail was refused for good and is not tried again.',
    'jobId',
    'responseCode',
  ),
  'webhook.delivery_failed': operations(
    'warn',
    'A client took no account event; it is sent again for a day.',
    'client',
    'accountEvent',
    'reason',
  ),
  'webhook.stopped': operations(
    'warn',
    'A webhook answered 410: it gets nothing until an operator starts it again.',
    'client',
    'accountEvent',
  ),
  'backchannel_logout.relay_failed': operations('warn', 'Ended sessions could not be read.', 'err'),
  'job.queue_error': operations('error', 'The job queue reported an error.', 'err'),
  'outbox.relay_failed': operations(
    'warn',
    'What transactions have posted could not be handed to the job queue; it is handed over later.',
    'err',
  ),
  'outbox.job_rejected': operations(
    'error',
    'The job queue does not take something that a transaction has posted; it is offered again every minute.',
    'id',
    'err',
  ),
  'job.worker_stuck': operations(
    'error',
    'A worker has completed no look at its queue for 20 seconds: mails, log-outs or events wait.',
    'queues',
  ),

  // Operations
  'migration.blocked': operations(
    'warn',
    'A migration waits for open transactions; requests go first meanwhile.',
    'migration',
    'tries',
    'holders',
  ),
  'maintenance.failed': operations('warn', 'Some of the hourly maintenance failed.', 'err'),
  'unique_values.repaired': operations(
    'warn',
    'Look-ups of names, addresses or accounts were without a player, or players without theirs.',
    'deployment',
    'over',
    'orphaned',
    'missing',
  ),
  'erasure_log.write_failed': operations('error', 'The erasure log could not be written.', 'err'),
  'process.draining': operations(
    'info',
    'The server was told to stop: it is not ready any more and serves until the proxies know.',
    'seconds',
  ),
  'deployments.reloaded': operations('info', 'Changed deployment files are in use.', 'deployments'),
  'deployments.rejected': operations(
    'error',
    'Changed deployment files cannot be used: those of before stay.',
    'problems',
    'err',
  ),
  'clients.rejected': operations(
    'error',
    'Clients of the database cannot be used: those of before stay.',
    'problems',
    'err',
  ),
  'deployments.unreadable': operations('error', 'The deployment files could not be read.', 'err'),
  'deployments.orphaned_players': operations(
    'warn',
    'Players belong to a deployment that has no file in DEPLOYMENTS_DIR.',
    'deployments',
  ),
  'passkeys.lost': operations(
    'error',
    'Players have passkeys of another domain than the rpId of their deployment: they cannot use them.',
    'deployment',
    'rpId',
    'domains',
  ),
  'portal.not_built': operations(
    'warn',
    'PORTAL_DIST holds no portal: only the account API is served. npm run build makes it.',
    'folder',
  ),
  'prerender.failed': operations(
    'error',
    'A page could not be prerendered and is sent without its first view.',
    'err',
    'deployment',
    'page',
  ),
  'command_socket.unavailable': operations(
    'warn',
    'DATA_DIR takes no command socket: stop the server to run a command.',
    'err',
  ),
} as const satisfies Readonly<Record<string, EventRow>>

export type EventName = keyof typeof events

/** The events of the security log. */
export type SecurityEvent = {
  [N in EventName]: (typeof events)[N] extends { security: true } ? N : never
}[EventName]

/** The fields of an event's own. */
export type EventFields<N extends EventName> = {
  readonly [F in (typeof events)[N]['fields'][number]]?: unknown
}

/** The context of every security event. */
export interface SecurityContext {
  readonly call?: string
  readonly deployment: string
  readonly playerId?: number | null
  readonly ip?: string
}

/** The part of a log that events are written to. */
export type EventLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** Writes an event of operations to the log; its message is the name in words. */
export function logEvent<N extends Exclude<EventName, SecurityEvent>>(
  log: EventLog,
  name: N,
  fields: EventFields<N>,
): void {
  const line: object = { event: name, ...fields }
  log[events[name].level](line, wordsOf(name))
}

/** Writes a security event to the log. */
export function logSecurityEvent<N extends SecurityEvent>(
  log: EventLog,
  name: N,
  context: SecurityContext,
  fields: EventFields<N>,
): void {
  const line: object = { event: name, security: true, ...context, ...fields }
  log[events[name].level](line, wordsOf(name))
}

/** Refusals that a mistyped form never causes. */
const protections: ReadonlySet<string> = new Set<ErrorCode>([
  'ERROR_NOT_ALLOWED',
  'ERROR_REAUTHENTICATION_REQUIRED',
  'ERROR_SECOND_FACTOR_REQUIRED',
  'ERROR_SECOND_FACTOR_EXPIRED',
  'ERROR_AUTHENTICATOR_LIMIT',
  'ERROR_LAST_WAY_IN',
  'ERROR_TWO_STEP_NEEDED',
  'ERROR_TOO_MANY_ATTEMPTS',
  'ERROR_PASSKEY_UNKNOWN',
  'ERROR_PASSKEY_EXIST',
  'ERROR_PASSKEY_LIMIT',
  'ERROR_TOKEN_INVALID',
  'ERROR_TOKEN_INVALID_REFRESH',
  'ERROR_TOKEN_USER_INVALID',
  'ERROR_EMAIL_RECOVERY_NOTEXISTS',
  'ERROR_EMAIL_RECOVERY_EXPIRED',
  'ERROR_PASSWORD_RECOVERY_NOTEXISTS',
  'ERROR_PASSWORD_RECOVERY_EXPIRED',
  'ERROR_USER_STEAM_EXIST',
  'Error on callback relic steam link.',
  'This request is not authorized.',
  'This request is not authorized by OpenId.',
  'This request should contain a state parameter.',
])

/** Returns whether a refusal gets a line in the security log although its handler wrote none. */
export function isSecurityRelevant({ items }: ApiError): boolean {
  return items.some(({ ErrorMessage }) => protections.has(ErrorMessage))
}

/** `refresh_token.reused` becomes 'refresh token reused'. */
function wordsOf(name: EventName): string {
  return name.replaceAll(/[._]/g, ' ')
}

function security<const F extends readonly string[]>(
  level: EventRow['level'],
  meaning: string,
  ...fields: F
) {
  return { level, security: true, fields, meaning } as const
}

function operations<const F extends readonly string[]>(
  level: EventRow['level'],
  meaning: string,
  ...fields: F
) {
  return { level, fields, meaning } as const
}
