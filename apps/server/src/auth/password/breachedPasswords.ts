import { createHash } from 'node:crypto'
import { normalPassword } from '@gatehouse/contract/fields'
import type { Settings } from '../../platform/config/settings.ts'
import { createOutbound, UnreachableError } from '../../platform/http-client/outbound.ts'
import { type EventLog, logEvent } from '../../platform/observability/events.ts'

export type BreachedPasswords = ReturnType<typeof createBreachedPasswords>

/** The milliseconds that the service has for an answer. */
export const lookUpTime = { milliseconds: 800 }

/** The characters of a hash that the service reads: hundreds of known passwords begin with them. */
const prefixLength = 5
/** The rest of a hash, and how often leaks have it; 0 for an entry that only pads the answer. */
const entry = /^([0-9A-F]{35}):(\d+)$/

/**
 * Looks passwords up in the data leaks that a service knows, which speaks like Have I Been Pwned. It
 * gets five of forty characters of a hash and answers all hashes that begin with them, so that it
 * learns neither the password nor whether it is known.
 */
export function createBreachedPasswords(
  { BREACHED_PASSWORDS_URL: url }: Pick<Settings, 'BREACHED_PASSWORDS_URL'>,
  { log, onUnreachable }: { readonly log: EventLog; readonly onUnreachable: () => void },
) {
  const ask = createOutbound('Breached passwords', lookUpTime.milliseconds)
  return {
    /** Returns whether leaks have a password; null while the service is out of reach. */
    async has(password: string): Promise<boolean | null> {
      const text = normalPassword(password)
      const hash = createHash('sha1').update(text).digest('hex').toUpperCase()
      const [prefix, rest] = [hash.slice(0, prefixLength), hash.slice(prefixLength)]
      try {
        const headers = { 'add-padding': 'true' }
        const response = await ask(`${url}/range/${prefix}`, { headers })
        return knownIn(response.ok ? await response.text() : '').has(rest)
      } catch (error) {
        // An outage of the service must not refuse players.
        const reason = (error as Error).message
        onUnreachable()
        logEvent(log, 'breached_passwords.unreachable', { reason })
        return null
      }
    },
  }
}

/** The hashes of an answer. No answer of the service is without any: it pads them all. */
function knownIn(answer: string): ReadonlySet<string> {
  const entries = answer.split(/\r?\n/).flatMap((line) => {
    const [, rest, count] = entry.exec(line) ?? []
    return rest === undefined ? [] : [{ rest, isPadding: Number(count) === 0 }]
  })
  if (entries.length === 0) throw new UnreachableError('An answer without hashes.')
  return new Set(entries.flatMap(({ rest, isPadding }) => (isPadding ? [] : [rest])))
}
