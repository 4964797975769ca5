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
}

export const events = {
  // Log-in and sessions
  'login.succeeded': security('info'),
  'login.failed': security('info'),
  /**
   * Another confirmation mail after the right password of an unconfirmed account could not be
   * written.
   */
  'login.reminder_failed': operations('error', 'err'),
  /** Why a log-in was refused could not be kept for support. */
  'login.refusal_not_kept': operations('error', 'err'),
  /**
   * Too many wrong passwords: an unknown visitor waits with a proof of work, goes by mail, or is
   * refused.
   */
  'login.rate_limited': security('info'),
  /** A code of an app or of recovery was wrong. */
  'second_step.failed': security('info'),
  'second_step.rate_limited': security('info'),
  /** A player added or removed a way to prove the account, or switched the second step. */
  'factors.changed': security('info', 'act'),
  /** A signed-in player proved a second factor again. */
  'factors.proven': security('info'),
  'logout.succeeded': security('info'),
  /** A player ended log-ins of the own account. */
  'session.ended': security('info', 'count'),
  'request.blocked_ip': security('info'),
  /** A call was refused by a protection, not by a typing error. */
  'request.refused': security('info'),
  /** A call named another player than the caller. */
  'authz.subject_mismatch': security('info'),
  /**
   * The id of a living session came without its secret: it was stolen, or the browser lost the
   * cookie.
   */
  'session.secret_missing': security('info'),
  /** A replaced session value was sent again: its family ended. */
  'refresh_token.reused': security('warn'),
  /** Of 50 or more passwords tried within a minute, four in five were wrong. */
  'credential_stuffing.detected': security('warn', 'tried', 'wrong'),
  /** A notice of a log-in during credential stuffing could not be written: it is tried again. */
  'credential_stuffing.notice_failed': operations('error', 'err'),
  'captcha.failed': security('info'),
  'bot.honeypot_filled': security('info'),
  /** A signed-in player proved the password again. */
  'password.verified': security('info'),
  /** A signed-in player changed the password. */
  'password.changed': security('info'),
  /** A player set a new password through a mail link. */
  'password.recovered': security('info'),
  /** A player signs in only with passkeys from now on. */
  'password.removed': security('info'),
  'passkey.added': security('info'),
  'passkey.removed': security('info'),
  'passkey.refused': security('info', 'reason'),
  /** A passkey counted backwards: it may have been copied. The player gets a mail. */
  'passkey.counter_regressed': security('warn'),

  // Accounts
  'registration.succeeded': security('info'),
  /** A registration used the address of an account. */
  'registration.known_email': security('info'),
  /** An address was confirmed through its mail link. */
  'account.confirmed': security('info'),
  'account.deleted': security('info'),
  /** A player froze the account, in a session or by a mail link. */
  'account.frozen': security('warn'),
  'account.unfrozen': security('info'),
  'account.rewind_asked': security('warn'),
  'account.rewind_stopped': security('warn'),
  'account.rewound': security('warn'),
  /** Two proofs began the wait of a player without second factors. */
  'account.recovery_opened': security('warn'),
  'account.recovery_stopped': security('warn'),
  'account.recovered': security('warn'),
  'account.deletion_asked': security('info'),
  'account.deletion_cancelled': security('info'),
  /** Five wrong numbers ended a safety link. */
  'safety_link.guessed': security('warn', 'kind'),
  'username.changed': security('info'),
  'email_change.requested': security('info'),
  'email_change.confirmed': security('info'),
  /** The owner of the old address took the change back. */
  'email_change.undone': security('info'),
  /** An address that was kept for an undo belongs to another player. */
  'email_change.undo_conflict': operations('error', 'deployment'),
  'avatar.changed': security('info', 'source'),
  /** An uploaded file was refused while it was read: too costly, or broken. */
  'avatar.refused': security('warn', 'reason'),
  /** The storage of pictures took no file: the player was asked to come back later. */
  'avatar.not_stored': operations('error', 'err', 'deployment'),
  /** A picture that no player shows could not be deleted; it is tried again for a day. */
  'avatar.not_removed': operations('warn', 'err', 'deployment'),
  /** A survey named another age than the registration. */
  'survey.age_mismatch': security('info'),

  // Connections and partners
  'connection.linked': security('info', 'provider'),
  'connection.unlinked': security('info', 'provider'),
  'connection.moved': security('info', 'provider'),
  'connection.refused': security('info'),
  /** An identity provider did not verify the player. */
  'connection.not_verified': operations('info', 'provider', 'deployment', 'reason'),
  /** Names and avatars of an identity provider were not refreshed. */
  'connection.resync_failed': operations('warn', 'provider', 'deployment', 'reason'),
  /** An identity provider did not answer in a way that can be used. */
  'identity_provider.unreachable': operations('warn', 'provider', 'deployment', 'reason'),
  /** A return from a partner belonged to no flow. */
  'partner.callback_refused': security('info'),
  /** A partner's answer did not name a usable player. */
  'partner.answer_refused': security('info'),
  /** A partner did not answer in a way that can be used. */
  'partner.unreachable': operations('warn', 'deployment', 'reason'),

  // Requests
  /** A request was answered with a refusal or an error. */
  'request.answered': operations('info', 'call', 'method', 'route', 'statusCode', 'milliseconds'),
  /** A defect of the server: the player sees the requestId. */
  'request.internal_error': operations('error', 'err', 'requestId'),
  /** The database or another part did not answer. */
  'request.unavailable': operations('warn', 'err', 'requestId'),
  /**
   * The first answers of a new session could not be read: the browser asks for them by its own
   * calls.
   */
  'session.answers_failed': operations('error', 'err'),
  /** The follow-up of a committed act, such as a notice to its player, failed: the act stands. */
  'transaction.callback_failed': operations('error', 'err'),
  /** A defect outside of any request. */
  'process.unhandled_rejection': operations('error', 'err'),

  // Outside services
  'captcha.unreachable': operations('warn', 'err', 'deployment'),
  'email_validation.unreachable': operations('warn', 'err'),
  /** The service with the passwords of data leaks gave no answer: the password was accepted. */
  'breached_passwords.unreachable': operations('warn', 'reason'),
  /** What a log-in found about its password was not noted; the next one looks again. */
  'breached_passwords.lookup_failed': operations('error', 'err'),
  'oidc.internal_error': operations('error', 'err'),
  /** The database did not answer a request to the provider. */
  'oidc.unavailable': operations('warn', 'err'),

  /**
   * A client's request was wrong: `fault` is its part, `value` what was sent there, an address without
   * the values of its query. At most one line a client and minute of each server.
   */
  'client.refused': operations('info', 'deployment', 'client', 'fault', 'reason', 'value'),
  /** The same could not be kept for `clients list`. */
  'client.refusal_not_kept': operations('warn', 'err'),

  // Mail, webhooks, log-outs, jobs
  /** The mail server took no mail; it is tried again. */
  'mail.delivery_failed': operations('warn', 'jobId', 'reason'),
  /**
   * The mail server has taken or refused a mail, and the database did not take the note: it is not
   * sent again.
   */
  'mail.outcome_not_noted': operations('error', 'jobId', 'err'),
  /**
   * The mail server has put a mail off thirty times, for about a day: it stays in `outbox list`, and is
   * not tried again until somebody retries or drops it.
   */
  'mail.given_up': operations('error', 'jobId', 'reason'),
  /** The table of mails could not be read or written; it is tried again in a second. */
  'mail.queue_failed': operations('warn', 'err'),
  /**
   * The mail server took no mail ten times in a row, whatever the address: it refuses this server, or is
   * away. One mail a minute is tried, or every ten seconds, and all others wait. `reason` is its last code.
   */
  'mail.stopped': operations('error', 'reason'),
  /** The mail server takes mails of this server again. */
  'mail.resumed': operations('info'),
  /** A mail was refused for good and is not tried again. */
  'mail.refused': operations('warn', 'jobId', 'responseCode'),
  /** All mails of a mailing are in the outbox. */
  'mailing.posted': operations('info', 'deployment', 'list', 'count'),
  /** Its list has grown: a second person approves it before it begins. */
  'mailing.waits': operations('warn', 'deployment', 'list', 'count'),
  /**
   * A client took no account events, `count` since the last line; they are sent again for a day. At
   * most one line a client and minute, with the last event and the reason of its failure.
   */
  'webhook.delivery_failed': operations('warn', 'client', 'count', 'accountEvent', 'reason'),
  /** A webhook answered 410: it gets nothing until an operator starts it again. */
  'webhook.stopped': operations('warn', 'client', 'accountEvent'),
  /** Ended sessions could not be read. */
  'backchannel_logout.relay_failed': operations('warn', 'err'),
  'job.queue_error': operations('error', 'err'),
  /** A worker has not finished reading its queue for 20 seconds: mails, log-outs or events wait. */
  'job.worker_stuck': operations('error', 'queues'),

  // Operations
  /**
   * The database takes no writes, for a full disk or because it is read-only; reads are answered.
   */
  'database.writes_refused': operations('error', 'reason'),
  /** The database takes writes again. */
  'database.writes_taken': operations('info'),
  /** The clock of this server differs from the database's by more than two seconds. */
  'clock.differs': operations('warn', 'seconds'),
  /**
   * The same by more than thirty seconds: log-ins, links and codes of apps end or begin too early
   * or late.
   */
  'clock.wrong': operations('error', 'seconds'),
  /** A migration waits for open transactions; requests go first meanwhile. */
  'migration.blocked': operations('warn', 'migration', 'tries', 'holders'),
  /** Some of the hourly maintenance failed. */
  'maintenance.failed': operations('warn', 'err'),
  /** The server could not write what it has counted and measured; the next sample has it. */
  'node.sample_failed': operations('warn', 'err'),
  /** Unique values were without a player, or players without theirs. */
  'unique_values.repaired': operations('warn', 'deployment', 'over', 'orphaned', 'missing'),
  'erasure_log.write_failed': operations('error', 'err'),
  /** The newest entry of a chain of the audit log, once an hour where it is another one. */
  'audit.head': operations('info', 'deployment', 'seq', 'chain'),
  /** The audit log was changed past the server: an entry does not fit the chain. */
  'audit.chain_broken': operations('error', 'deployment', 'misfit'),
  /** The server was ordered to stop: it is no longer ready, and serves until the proxies know. */
  'process.draining': operations('info', 'seconds'),
  'deployments.reloaded': operations('info', 'deployments'),
  /** Changed deployment files cannot be used: the earlier ones stay. */
  'deployments.rejected': operations('error', 'problems', 'err'),
  /** A version was published, staged or taken back, and this node serves it. */
  'versions.served': operations('info', 'deployment', 'version', 'revision', 'node'),
  /** This node cannot serve a version: it serves another one, or the file alone. */
  'versions.rejected': operations('error', 'deployment', 'version', 'node', 'problems', 'err'),
  /** Clients of the database cannot be used: the earlier ones stay. */
  'clients.rejected': operations('error', 'problems', 'err'),
  'deployments.unreadable': operations('error', 'err'),
  /**
   * Players, counted up to 10,000, belong to a deployment without a file in DEPLOYMENTS_DIR. It is
   * served with what its file said last where this server knows that, until an operator removes it.
   */
  'deployments.file_missing': operations('error', 'deployment', 'players', 'isServed'),
  /**
   * Players have passkeys of another domain than the rpId of their deployment: they cannot use
   * them.
   */
  'passkeys.lost': operations('error', 'deployment', 'rpId', 'domains'),
  /** An upgrade of the system changed how the database sorts: its indexes have to be made again. */
  'database.collation_changed': operations('warn', 'database', 'made', 'now'),
  /** PORTAL_DIST holds no portal: only the account API is served. npm run build makes it. */
  'portal.not_built': operations('warn', 'folder'),
  /** A page could not be prerendered and is sent without its first view. */
  'prerender.failed': operations('error', 'err', 'deployment', 'page'),

  /** The files of this build could not be given to servers of another one: it is tried again in an hour. */
  'built_files.not_kept': operations('warn', 'err'),
  /** A page of portal or console failed in a browser: once a minute for each kind of failure. */
  'page.failed': operations('warn', 'page', 'kind', 'screen', 'build', 'name', 'code'),

  // Staff
  'staff.signed_in': operations('info', 'person', 'session'),
  /** A log-in or a proof of staff came to nothing. */
  'staff.sign_in_refused': operations('warn', 'reason', 'ip'),
  /** The identity provider of staff did not answer in a way that can be used. */
  'staff.provider_unreachable': operations('warn', 'reason'),
  'staff.sessions_ended': operations('info', 'person', 'count', 'reason'),
  /** STAFF_FILE cannot be used: the roles stay as they were. */
  'staff.file_rejected': operations('error', 'reason'),
  /** A person ordered something in the console. */
  'staff.ordered': operations('info', 'person', 'act', 'deployment', 'answer'),
  /** A person of the staff opened or searched more players than a day's work needs. */
  'staff.reads_many': operations('warn', 'person', 'limit'),
  /** The command line did alone what the console does with a second person. */
  'act.alone': security('warn', 'act'),
  /** CONSOLE_DIST holds no console: its API alone is served. npm run build makes it. */
  'console.not_built': operations('warn', 'folder'),

  /** An order failed unexpectedly: nothing of it is done, and of a long one what the audit log has. */
  'act.failed': operations('error', 'err'),
  /** The server of a long act has died: it goes on here, or is called failed. */
  'act.taken_over': operations('warn', 'act', 'deployment', 'from', 'goesOn'),
  /**
   * Command lines cannot hand their orders to this server, as DATA_DIR takes no file or the loopback
   * no port, and the embedded database is open here: stop the server to run a command.
   */
  'acts_api.unavailable': operations('warn', 'err'),
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
interface SecurityContext {
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
  'ERROR_SECOND_FACTOR_TRIES',
  'ERROR_AUTHENTICATOR_LIMIT',
  'ERROR_LAST_WAY_IN',
  'ERROR_TWO_STEP_NEEDED',
  'ERROR_ENROLMENT_REQUIRED',
  'ERROR_SERVICE_DENIED',
  'ERROR_SERVICE_EXPIRED',
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

type Level = EventRow['level']

function security<const F extends readonly string[]>(level: Level, ...fields: F) {
  return { level, security: true, fields } as const
}

function operations<const F extends readonly string[]>(level: Level, ...fields: F) {
  return { level, fields } as const
}
