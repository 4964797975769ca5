import {
  type IdentityProviderName,
  type IdentityProviders,
  identityProviders,
} from '@gatehouse/contract/identityProviders'
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import * as z from 'zod'
import { databaseHosts } from './databaseHosts.ts'

const second = 1
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const isSwitch = z.enum(['on', 'off']).transform((value) => value === 'on')
const whole = (least: number) => z.coerce.number().int().min(least)
const limit = (max: number, seconds: number) => ({ max, seconds })
/**
 * Counted by the address of a request: LIMITS_BY_ADDRESS changes it, UNLIMITED_NETWORKS passes it.
 */
const byAddress = (max: number, seconds: number) => ({ max, seconds, isByAddress: true })

/** As many again as run: a thread that has finished one hash finds the next without waiting. */
const handedOver = availableParallelism() === 1 ? 1 : 2 * availableParallelism()

/**
 * Every rate limit: at most `max` in `seconds`. `LIMITS=off` switches all of them off for test
 * benches.
 */
export const limits = {
  /**
   * Wrong passwords for one account from unknown visitors, over all calls; more need a proof of
   * work.
   */
  wrongPasswords: limit(6, day),
  /** Those with a proof of work; beyond it, an unknown visitor logs in through the mailbox. */
  wrongPasswordsWithProof: limit(27, day),
  /** Those with a proof of work for one account from one address: it is refused beyond it. */
  wrongPasswordsOfAddress: limit(5, day),
  /** Wrong passwords for one account from a known browser, until a right one. */
  wrongPasswordsFromKnownBrowser: limit(10, 30 * day),
  /** Wrong passwords for one account from an address that it logged in from. */
  wrongPasswordsFromKnownAddress: limit(10, day),
  /**
   * Wrong passwords from one address, whatever the account: spraying; more need a proof of work.
   */
  wrongPasswordsFromAddress: limit(20, 10 * minute),
  /** Those with a proof of work: the address is refused beyond it. */
  wrongPasswordsFromAddressWithProof: limit(50, day),
  /** Wrong second steps of one player from unknown browsers, over log-in and step-up. */
  wrongSecondSteps: limit(10, 15 * minute),
  /**
   * Those without a right one in between: beyond it, codes open nothing from an unknown browser.
   */
  wrongSecondStepsInRow: limit(100, 365 * day),
  /** Those from a known browser, until a right one. */
  wrongSecondStepsFromKnownBrowser: limit(10, 30 * day),
  /** Questions to the passkeys of a player for one log-in. */
  secondStepQuestions: limit(20, 10 * minute),
  /** Mails to one player with the code for a first second factor, where one is required. */
  enrolmentCodes: limit(3, hour),
  /** Mails to one player that the password is known to another person. */
  secondStepMails: limit(1, hour),
  /** Mails to one address about its ways to sign in, beyond all others. */
  securityMails: limit(20, day),
  identifications: byAddress(120, hour),
  unknownPlayers: byAddress(30, hour),
  partnerAuthorizations: byAddress(120, hour),
  serviceAuthorizations: byAddress(120, hour),
  registrations: byAddress(60, hour),
  /** Usernames from one address that are looked up before a registration. */
  usernameChecks: byAddress(60, hour),
  /** Registrations from one address with the answer that an email address is taken. */
  takenEmails: byAddress(5, hour),
  unknownReferrers: byAddress(5, hour),
  unknownLinks: byAddress(20, hour),
  confirmationRequests: byAddress(20, hour),
  /**
   * Confirmation mails to one player after a right password, besides those that visitors ask for.
   */
  confirmationReminders: limit(1, 10 * minute),
  recoveryRequests: byAddress(20, hour),
  safetyLinkRequests: byAddress(10, hour),
  wrongSafetyNumbers: limit(10, 15 * minute),
  /** Rewinds of one account. */
  rewinds: limit(3, day),
  /** Links for securing an account that were asked for by its name. */
  secureLinks: limit(3, day),
  emailChanges: limit(10, day),
  /** Changes of address by one player with the answer that the address is taken. */
  takenEmailsOfPlayer: limit(5, day),
  usernameChanges: limit(5, day),
  /** Blocks that clients add or remove for one player, and those that the player takes back. */
  blockChanges: limit(120, hour),
  /** Tokens that one client gets for itself, as a server. */
  serverTokens: limit(600, 10 * minute),
  avatarChanges: limit(30, hour),
  /** Player's cards that are drawn; each tick in its dialog draws one. */
  cards: limit(60, hour),
  /** Answers of passkeys from one address that were refused. */
  refusedPasskeys: byAddress(30, 10 * minute),
  passkeyAdditions: limit(20, day),
  /** Authorization requests of one player to link an account. */
  linkings: limit(30, hour),
  /** Access keys from one address that do not exist or were used. */
  wrongAccessKeys: byAddress(10, hour),
  deviceRequests: byAddress(60, 10 * minute),
  /** Questions of one device before its player has answered; more are answered `slow_down`. */
  devicePolls: limit(1, 4),
  /** Tokens of services that games exchange for ours. */
  tokenExchanges: byAddress(120, hour),
  /** Codes of devices that one player types wrong. */
  wrongDeviceCodes: limit(10, 10 * minute),
  wrongDeviceCodesFromAddress: byAddress(30, 10 * minute),
  wrongDeviceCodesInAll: limit(2000, hour),
  /** Log-ins of staff that came to nothing. */
  failedStaffLogins: byAddress(30, 10 * minute),
  /** Calls of a log-in of staff. */
  staffCalls: limit(600, minute),
  /** Searches, players opened, acts and revealed addresses of one person of the staff. */
  staffSearches: limit(1000, hour),
  staffLooks: limit(300, hour),
  staffActs: limit(300, hour),
  staffReveals: limit(60, hour),
  supportCodes: byAddress(10, hour),
  /** Support codes that one person of the staff types wrong. */
  wrongSupportCodes: limit(20, hour),
  captchaChecks: byAddress(120, hour),
  captchaChallenges: byAddress(240, hour),
  /** Mails to one address; more are silently dropped. Those of registrations count by visitor. */
  mailsToAddress: limit(5, hour),
  /** Confirmation mails to one address by registrations of all visitors; more are dropped. */
  registrationMails: limit(20, hour),
  /**
   * Requests from one address to one server, in the units of `floodCosts`; more are answered 429.
   */
  flood: byAddress(1200, minute),
} as const

export type LimitName = keyof typeof limits

/**
 * The wait before another guess of an unknown visitor is verified, which doubles with each; in
 * seconds.
 */
export const guessDelay = { first: 2, longest: 30 } as const

type Limits = Readonly<Record<LimitName, { readonly max: number; readonly seconds: number }>>

/** True if a limit counts by the address of a request. */
export function isByAddress(name: LimitName): boolean {
  return 'isByAddress' in limits[name]
}

/** The table of limits with an operator's own numbers. */
export function limitsOf({ LIMITS_BY_ADDRESS: own }: Pick<Settings, 'LIMITS_BY_ADDRESS'>): Limits {
  const changed = Object.entries(limits).map(([name, { max, seconds }]) => [
    name,
    { max: own.get(name) ?? max, seconds },
  ])
  return Object.fromEntries(changed) as Limits
}

const listed = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** Like `identifications=600, registrations=300`. */
const limitsByAddress = z
  .string()
  .default('')
  .transform((text, { addIssue }) => {
    const names = new Set(Object.keys(limits).filter((name) => isByAddress(name as LimitName)))
    const own = new Map<string, number>()
    for (const each of listed(text)) {
      const [, name = '', max] = /^(\w+)=([1-9]\d{0,8})$/.exec(each) ?? []
      if (names.has(name)) own.set(name, Number(max))
      else {
        const message = `${each} is none of ${[...names].join(', ')} with a number, like identifications=600`
        addIssue({ code: 'custom', message })
      }
    }
    return own
  })

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

const list = z.string().default('').transform(listed)

const networks = list.refine(
  (all) => all.every((each) => network.safeParse(each).success),
  'is not a list of IP addresses or networks',
)

const domains = list.transform((all) => new Set(all.map((domain) => domain.toLowerCase())))

const databaseUrl = z
  .string()
  .refine(
    (url) => databaseHosts(url) !== null,
    'is not a connection string of PostgreSQL, or names hosts that take no writes',
  )

const serverKey = z.string().regex(/^[A-Za-z0-9+/=_-]{43,}$/, 'is not base64 of 32 bytes or more')

/** The address of an outside service, without a slash at its end. */
const serviceUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

/** A web address of a server alone, without a path. */
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => new URL(url).pathname === '/' && !/[?#]/.test(url), 'has a path')
  .transform((url) => new URL(url).origin)

type AddressName = {
  [N in IdentityProviderName]: keyof IdentityProviders[N]['addresses']
}[IdentityProviderName]

/** The settings with the addresses of the services that players link. */
const providerAddresses = Object.fromEntries(
  Object.values(identityProviders).flatMap(({ addresses }) =>
    Object.entries<readonly [string, string]>(addresses).map(([name, [url, about]]) => [
      name,
      serviceUrl.default(url).describe(about),
    ]),
  ),
) as Readonly<Record<AddressName, z.ZodDefault<typeof serviceUrl>>>

export const providerAddressNames = Object.keys(providerAddresses) as readonly AddressName[]

/** An address, a network, or a name that the parser of proxies knows. */
const proxy = network.or(z.enum(['loopback', 'linklocal', 'uniquelocal']))

export const schema = z.object({
  NODE_ENV: z
    .string()
    .regex(/^(?:production|development|test)$/)
    .default('development')
    .describe('`production` refuses unsafe settings.'),
  PORT: whole(0).max(65_535).default(4000).describe('Portal and account API.'),
  HOST: z.string().default('::').describe('The address to listen on.'),
  LISTEN_FOR: z
    .string()
    .regex(/^(?:players|console|players,console)$/, 'is neither players nor console, nor both')
    .default('players,console')
    .transform((text) => ({
      players: text.startsWith('players'),
      console: text.endsWith('console'),
    }))
    .describe('This server answers players, the console, or both.'),
  OPERATOR_PORT: whole(1)
    .max(65_535)
    .optional()
    .describe('In production, only this port serves /metrics.'),
  OPERATOR_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('The address of OPERATOR_PORT; reachable by operators only.'),
  API_DOCS: isSwitch
    .default(true)
    .describe(
      'The API documentation: in production only on OPERATOR_PORT, else beside the account API.',
    ),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe(
      'The embedded database, its lock, a key without SESSION_KEY, uploaded pictures, and the token of the command line.',
    ),
  DATABASE_URL: databaseUrl
    .optional()
    .describe(
      'PostgreSQL 15 or newer instead of the embedded database, like postgres://user:password@host/database; several hosts between commas.',
    ),
  DATABASE_DIRECT_URL: databaseUrl
    .optional()
    .describe('PostgreSQL itself, for migrations and jobs, where DATABASE_URL leads to a pooler.'),
  DATABASE_POOL: whole(1)
    .default(10)
    .describe(
      'Connections to PostgreSQL per process; seven more are for reads, jobs and the readiness.',
    ),
  DRAIN_SECONDS: whole(0)
    .max(300)
    .optional()
    .describe(
      'Seconds for which a stopping server is not ready and still serves, so that proxies leave it first; 5, and 0 on the embedded database.',
    ),
  ERASURE_LOG_FILE: z
    .string()
    .optional()
    .describe(
      'Where erasures, withdrawn consents and freezes are written, for when a backup is restored.',
    ),
  AUDIT_ANCHORS: z
    .string()
    .optional()
    .describe('Where the newest entry of each chain of the audit log is written every hour.'),
  GEO_DATABASE: z
    .string()
    .default('')
    .describe(
      'A database of cities in MaxMind’s format (.mmdb): players read where their devices are.',
    ),
  DEPLOYMENTS_DIR: z.string().default('./deploy/samples').describe('One JSON file a deployment.'),
  WORDS_DIR: z
    .string()
    .default('./words')
    .describe('Words of deployments that replace ours: one folder a deployment.'),
  PORTAL_DIST: z.string().default('./apps/portal/dist').describe('The built portal.'),
  SESSION_KEY: serverKey
    .optional()
    .describe('Base64 of 32 random bytes: all values of sessions derive from it.'),
  SESSION_KEY_OTHER: serverKey
    .optional()
    .describe(
      'A second key that is accepted, but makes no new values, while SESSION_KEY is changed.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Where mails are handed over, like smtps://user:password@host; without it they wait in the outbox.',
    ),
  MAIL_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe('The connections of each server to the mail server; each has one mail at a time.'),
  MAILS_PER_SECOND: z.coerce
    .number()
    .positive()
    .optional()
    .describe('The mails that each server begins to send within a second; without it no limit.'),
  DKIM_DOMAIN: z.string().optional().describe('The domain that signs mails, that of MAIL_FROM.'),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional()
    .describe('The selector of DKIM_DOMAIN under which the public key is published.'),
  DKIM_PRIVATE_KEY: z
    .string()
    .transform(pemOf)
    .refine(isRsaKey, 'is not a private RSA key')
    .optional()
    .describe('A private RSA key as PEM, or base64 of the PEM: signs mails (DKIM).'),
  MAIL_FROM: z
    .string()
    .default('Player accounts <account@localhost>')
    .describe('Sender of mails; players read the studio’s name beside the address.'),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ''))
    .refine(
      (text) => text === '' || text.split(',').every((each) => proxy.safeParse(each).success),
      'is not a list of IP addresses or networks',
    )
    .default('')
    .describe(
      'Comma-separated addresses of proxies whose X-Forwarded-For is trusted, like 10.0.0.1 or 10.0.0.0/8.',
    ),
  TRUST_FORWARDED_HOST: isSwitch
    .default(false)
    .describe('`on` takes the host from the X-Forwarded-Host of TRUSTED_PROXIES, not from Host.'),
  LIMITS: isSwitch.default(true).describe('`off` removes every limit, for test benches.'),
  LIMITS_BY_ADDRESS: limitsByAddress.describe(
    'Other numbers for limits that count by address, like identifications=600,registrations=300.',
  ),
  UNLIMITED_NETWORKS: networks.describe(
    'Comma-separated networks whose players share few addresses, like 203.0.113.0/24: no limit by address counts them.',
  ),
  MAIL_LINK_REPEAT_HOURS: whole(0)
    .max(168)
    .default(24)
    .describe('The time for which a used confirmation link still answers success to its owner.'),
  EMAIL_ALLOWED_DOMAINS: domains.describe(
    'Comma-separated domains, and all below them, whose addresses pass every check of addresses.',
  ),
  EMAIL_DENIED_DOMAINS: domains.describe(
    'Comma-separated domains, and all below them, whose addresses are not accepted.',
  ),
  EMAIL_DISPOSABLE_CHECK: isSwitch
    .default(true)
    .describe('Refuse addresses of the listed throw-away domains and all below them.'),
  EMAIL_MX_CHECK: isSwitch
    .default(false)
    .describe('Ask DNS for a public mail host of an address’s domain; doubt counts as yes.'),
  EMAIL_DNS_SERVERS: z
    .string()
    .regex(/^[\d.:a-fA-F[\], ]*$/, 'is not a list of IP addresses')
    .default('')
    .describe('Comma-separated DNS servers to ask, with or without port; default: the system’s.'),
  EMAIL_VALIDATE_URL: z
    .url()
    .optional()
    .describe('A validation service like Mailgun’s; when unreachable, it counts as a yes.'),
  EMAIL_VALIDATE_KEY: z.string().optional().describe('The key of that service.'),
  BREACHED_PASSWORDS_URL: serviceUrl
    .default('https://api.pwnedpasswords.com')
    .describe(
      'The service with the passwords of data leaks, for deployments with `range`; it reads five characters of a hash.',
    ),
  CAPTCHA_VERIFY_URL: z
    .url()
    .optional()
    .describe('A siteverify address instead of the captcha provider’s own.'),
  AVATAR_S3_URL: serviceUrl
    .optional()
    .describe(
      'A bucket of an S3-compatible storage for uploaded pictures, like https://s3.eu-central-1.amazonaws.com/my-bucket; without it they are files in DATA_DIR.',
    ),
  AVATAR_S3_REGION: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .default('us-east-1')
    .describe('The region of that bucket, as its signatures name it.'),
  AVATAR_S3_ACCESS_KEY_ID: z.string().optional().describe('The id of the key to that bucket.'),
  AVATAR_S3_SECRET_ACCESS_KEY: z.string().optional().describe('The secret of that key.'),
  ...providerAddresses,
  ANSWERS_MONTHS: whole(1)
    .default(24)
    .describe('The time for which survey answers and deletion reasons are kept.'),
  OUTBOUND_NEAR_HOSTS: domains.describe(
    'Comma-separated hosts of services that may be in the operator’s network; in production all others must be on the public internet.',
  ),
  PROOF_OF_WORK_TRIES: whole(1)
    .default(1000)
    .describe(
      'Minimum tries of a proof of work, half a second of a laptop; guesses of unknown visitors cost up to eight times as many.',
    ),
  BEARER_SECONDS: whole(60).default(hour).describe('Lifetime of an access token.'),
  ARGON2_MEMORY_KIB: whole(8).default(12_288).describe('Memory of one password hash.'),
  ARGON2_PASSES: whole(1).default(3).describe('Passes of one password hash.'),
  HASHES_AT_ONCE: whole(1)
    .default(handedOver)
    .describe('Password hashes given to the threads at the same time; each core has one thread.'),
  HASHES_WAITING: whole(1)
    .default(50 * availableParallelism())
    .describe(
      'Password hashes, log-ins and registrations that may wait; beyond it the answer is 503.',
    ),
  CONSOLE_URL: origin
    .optional()
    .describe('The public address of the staff’s console; without it there is none.'),
  CONSOLE_PORT: whole(0)
    .max(65_535)
    .default(4003)
    .describe('The console, on every node that has CONSOLE_URL.'),
  CONSOLE_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('The address of CONSOLE_PORT; a proxy with TLS is before it.'),
  CONSOLE_DIST: z.string().default('./apps/console/dist').describe('The built console.'),
  CONSOLE_POOL: whole(1)
    .default(3)
    .describe('Connections to PostgreSQL for the console, apart from those of players.'),
  CONSOLE_PREVIEW_URL: origin
    .optional()
    .describe(
      'The public address of previews, another host on CONSOLE_PORT; without it there are none.',
    ),
  NODE_NAME: z
    .string()
    .regex(/^[\w.-]{1,60}$/, 'is no name of letters, digits, dots and hyphens')
    .optional()
    .describe('The name of this node among others; the name of its machine, without one.'),
  STAFF_ISSUER: serviceUrl
    .optional()
    .describe('The OpenID provider that staff sign in with, like https://login.studio.example.'),
  STAFF_CLIENT_ID: z
    .string()
    .default('gatehouse-console')
    .describe('The console’s client at STAFF_ISSUER.'),
  STAFF_CLIENT_SECRET: z.string().optional().describe('The secret of that client.'),
  STAFF_ROLES_CLAIM: z
    .string()
    .regex(/^[^.]+(\.[^.]+)*$/)
    .default('groups')
    .describe(
      'The claim with a person’s groups; with dots inside others, like realm_access.roles.',
    ),
  STAFF_ACR: z
    .string()
    .optional()
    .describe('The acr_values that every sign-in of staff must come back with.'),
  STAFF_FILE: z
    .string()
    .optional()
    .describe('The roles of groups, as JSON; read again within seconds of a change.'),
  STAFF_CONTACT: z
    .string()
    .default('an operator of the console')
    .describe('The contact of a person without a role, like it@studio.example.'),
  STAFF_IDLE_SECONDS: whole(1)
    .default(30 * minute)
    .describe('Ends a log-in of staff without an action.'),
  STAFF_SESSION_SECONDS: whole(1)
    .default(10 * hour)
    .describe('Ends a log-in of staff in any case.'),
  STAFF_STEP_UP_SECONDS: whole(1)
    .default(10 * minute)
    .describe('The time for which actions that ask for a proof ask for no other.'),
  APPROVAL_SECONDS: whole(1)
    .default(day)
    .describe('The time in which a second person approves an action.'),
  STAFF_ALERT_MAIL: z
    .email()
    .optional()
    .describe(
      'Gets a mail about actions that a command line did without a second person, mailings that wait for one, and broken chains of the audit log.',
    ),
  COMMANDS_NEED_APPROVAL: isSwitch
    .default(false)
    .describe(
      '`on`: actions that need a second person wait for two persons of the console when a command line orders them.',
    ),
  MAILING_APPROVAL_FROM: whole(1)
    .default(1000)
    .describe('Recipients from which a mailing needs a second person.'),
  TICKET_URL: z
    .string()
    .optional()
    .describe('The address of a ticket with {} for its number: reasons of actions link to it.'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where a collector takes traces, like http://localhost:4318/v1/traces; else none.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('The share of requests that is traced.'),
  OTEL_SERVICE_NAME: z.string().default('gatehouse').describe('The name of this server in traces.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The lowest level that is logged.'),
})

export type Settings = Readonly<z.output<typeof schema>>

/** The purpose of every setting, by its name. */
export const settingDescriptions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(schema.shape).map(([name, type]) => [name, type.description ?? '']),
)

/** An invalid setting; the message names it and its remedy. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * A value of the environment: `NAME`, or the content of the file in `NAME_FILE` without its final
 * line break. Empty counts as absent. Throws a SettingsError where both are set, and for an
 * unreadable file.
 */
export function valueOf(environment: Environment, name: string): string | undefined {
  const value = environment[name] || undefined
  const path = environment[`${name}_FILE`] || undefined
  if (path === undefined) return value
  if (value !== undefined) {
    throw new SettingsError(`${name} and ${name}_FILE are both set: remove one of them.`)
  }
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '') || undefined
  } catch (cause) {
    throw new SettingsError(`${name}_FILE cannot be read: ${(cause as Error).message}.`, { cause })
  }
}

function pemOf(given: string): string {
  return given.startsWith('-----') ? given : Buffer.from(given, 'base64').toString('utf8')
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
