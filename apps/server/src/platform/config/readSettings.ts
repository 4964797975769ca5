import { databaseHosts } from './databaseHosts.ts'
import {
  type Environment,
  providerAddressNames,
  schema,
  settingDescriptions,
  type Settings,
  SettingsError,
  valueOf,
} from './settings.ts'

/**
 * Reads the settings from the process's environment; an empty value counts as absent. Throws a
 * SettingsError that names every invalid setting.
 */
export function readSettings(environment: Environment): Settings {
  const given: Record<string, string | undefined> = {}
  const unread: string[] = []
  for (const name of Object.keys(schema.shape)) {
    try {
      given[name] = valueOf(environment, name)
    } catch (error) {
      unread.push((error as Error).message)
    }
  }
  const parsed = schema.safeParse(given)
  const errors = parsed.success
    ? [
        ...dkimErrors(parsed.data),
        ...avatarErrors(parsed.data),
        ...consoleErrors(parsed.data),
        ...(parsed.data.NODE_ENV === 'production' ? productionErrors(parsed.data) : []),
      ]
    : parsed.error.issues.map((issue) => {
        const name = String(issue.path[0])
        return `${name}: ${issue.message}. ${settingDescriptions[name] ?? ''}`
      })
  if (!parsed.success || unread.length + errors.length > 0) {
    throw new SettingsError([...unread, ...errors].join('\n'))
  }
  return parsed.data
}

function dkimErrors(settings: Settings): string[] {
  const names = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const
  const missing = names.filter((name) => settings[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  return [`${missing.join(', ')}: missing. Mails are signed by all three settings, or by none.`]
}

function avatarErrors(settings: Settings): string[] {
  const keys = ['AVATAR_S3_ACCESS_KEY_ID', 'AVATAR_S3_SECRET_ACCESS_KEY'] as const
  if (settings.AVATAR_S3_URL === undefined) return []
  const missing = keys.filter((name) => settings[name] === undefined)
  return missing.map((name) => `${name}: missing. AVATAR_S3_URL needs it.`)
}

/** A console without people who may sign in, or with a way in that others could use. */
function consoleErrors(settings: Settings): string[] {
  const { CONSOLE_URL: url, STAFF_ISSUER: issuer } = settings
  if (url === undefined) {
    return settings.LISTEN_FOR.players ? [] : ['CONSOLE_URL: missing. LISTEN_FOR=console needs it.']
  }
  const needed = ['STAFF_ISSUER', 'STAFF_CLIENT_SECRET', 'STAFF_FILE'] as const
  const missing = needed
    .filter((name) => settings[name] === undefined)
    .map((name) => `${name}: missing. CONSOLE_URL needs it.`)
  if (settings.NODE_ENV !== 'production') return missing
  const longest = { STAFF_IDLE_SECONDS: 1800, STAFF_SESSION_SECONDS: 36_000 } as const
  const checks: (readonly [boolean, string])[] = [
    [url.startsWith('http:'), 'CONSOLE_URL is not https.'],
    [issuer?.startsWith('http:') === true, 'STAFF_ISSUER is not https.'],
    [
      settings.STAFF_CLIENT_SECRET?.startsWith('sample-') === true,
      'STAFF_CLIENT_SECRET is a sample: take the one of your identity provider.',
    ],
    ...Object.entries({ ...longest, STAFF_STEP_UP_SECONDS: 600, APPROVAL_SECONDS: 86_400 }).map(
      ([name, most]) =>
        [
          settings[name as keyof typeof longest] > most,
          `${name} is longer than ${most} seconds.`,
        ] as const,
    ),
  ]
  return [...missing, ...checks.filter(([isRefused]) => isRefused).map(([, message]) => message)]
}

/** The settings that production refuses, one sentence each with the remedy. */
function productionErrors(settings: Settings): string[] {
  const checks: (readonly [boolean, string])[] = [
    [settings.SESSION_KEY === undefined, 'SESSION_KEY is missing: openssl rand -base64 32.'],
    [isSampleKey(settings.SESSION_KEY), 'SESSION_KEY is a sample: openssl rand -base64 32.'],
    [isSampleKey(settings.SESSION_KEY_OTHER), 'SESSION_KEY_OTHER is a sample: remove it.'],
    ...(['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const).map(
      (name) =>
        [
          hasKnownPassword(settings[name]),
          `${name} has a sample password: choose another.`,
        ] as const,
    ),
    [settings.DATABASE_URL === undefined, 'DATABASE_URL is missing: production needs PostgreSQL.'],
    [settings.SMTP_URL === undefined, 'SMTP_URL is missing: no mail could be sent.'],
    [!settings.LIMITS, 'LIMITS=off is for test benches: remove it.'],
    [
      settings.MAIL_LINK_REPEAT_HOURS === 0,
      'MAIL_LINK_REPEAT_HOURS=0 is for test benches: mail scanners would use links up.',
    ],
    [settings.ARGON2_MEMORY_KIB < 7168, 'ARGON2_MEMORY_KIB is below 7168: hashes would be weak.'],
    // Credentials of deployments and players travel there.
    ...providerAddressNames.map(
      (name) => [settings[name].startsWith('http:'), `${name} is not https.`] as const,
    ),
  ]
  return checks.filter(([isRefused]) => isRefused).map(([, message]) => message)
}

/** 32 random bytes have some thirty different ones; a typed text has few. */
function isSampleKey(key: string | undefined): boolean {
  return key !== undefined && new Set(Buffer.from(key, 'base64')).size < 16
}

const knownPasswords = new Set(
  'admin changeme gatehouse password postgres root sample secret'.split(' '),
)

function hasKnownPassword(url: string | undefined): boolean {
  const [first] = url === undefined ? [] : (databaseHosts(url)?.urls ?? [])
  return first !== undefined && knownPasswords.has(new URL(first).password.toLowerCase())
}
