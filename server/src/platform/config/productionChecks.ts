import { databaseHosts } from './databaseHosts.ts'
import { providerAddressNames } from './providerAddresses.ts'
import type { Settings } from './settings.ts'

/** What production cannot have, one sentence each with what to do about it. */
export function productionChecks(settings: Settings): string[] {
  const checks: (readonly [boolean, string])[] = [
    [settings.SESSION_KEY === undefined, 'SESSION_KEY is missing: openssl rand -base64 32.'],
    [isSampleKey(settings.SESSION_KEY), 'SESSION_KEY is a sample: openssl rand -base64 32.'],
    [isSampleKey(settings.SESSION_KEY_OTHER), 'SESSION_KEY_OTHER is a sample: remove it.'],
    [
      hasKnownPassword(settings.DATABASE_URL),
      'DATABASE_URL has a sample password: choose another.',
    ],
    [
      hasKnownPassword(settings.DATABASE_DIRECT_URL),
      'DATABASE_DIRECT_URL has a sample password: choose another.',
    ],
    [settings.DATABASE_URL === undefined, 'DATABASE_URL is missing: production needs PostgreSQL.'],
    [settings.SMTP_URL === undefined, 'SMTP_URL is missing: no mail could be sent.'],
    [!settings.LIMITS, 'LIMITS=off is for test benches: remove it.'],
    [settings.SEED, 'SEED=on makes accounts with a known password: remove it.'],
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
  return checks.filter(([isMissing]) => isMissing).map(([, message]) => message)
}

/** 32 random bytes have some thirty different ones; what somebody typed has few. */
function isSampleKey(key: string | undefined): boolean {
  return key !== undefined && new Set(Buffer.from(key, 'base64')).size < 16
}

const knownPasswords: ReadonlySet<string> = new Set([
  'admin',
  'changeme',
  'gatehouse',
  'password',
  'postgres',
  'root',
  'sample',
  'secret',
])

function hasKnownPassword(url: string | undefined): boolean {
  const [first] = url === undefined ? [] : (databaseHosts(url)?.urls ?? [])
  return first !== undefined && knownPasswords.has(new URL(first).password.toLowerCase())
}
