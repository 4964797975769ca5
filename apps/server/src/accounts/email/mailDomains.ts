import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from '../../platform/http-client/egressGuard.ts'
import type { Settings } from '../../platform/config/settings.ts'

export interface MailDomains {
  /** Returns whether a domain certainly takes no mail. Doubt, and DNS out of reach, count as no. */
  readonly takesNoMail: (domain: string) => Promise<boolean>
}

/** The DNS queries of this module. */
export interface Dns extends Pick<Resolver, 'resolveMx' | 'cancel'> {
  resolve4(host: string): Promise<string[]>
  resolve6(host: string): Promise<string[]>
}

/** Limits all queries about a domain together, in milliseconds. */
const answerWithin = 1500
/** Limits the exchangers that are looked up, because an attacker may write hundreds into a zone. */
const exchangersAsked = 4

/**
 * Asks DNS whether mail to a domain has a public host, for at most a second and a half; switched
 * off it accepts every domain. `open` makes a resolver for one domain; tests pass a fake, and less time.
 */
export function createMailDomains(
  settings: Pick<Settings, 'EMAIL_MX_CHECK' | 'EMAIL_DNS_SERVERS'>,
  open: () => Dns = () => openResolver(settings.EMAIL_DNS_SERVERS),
  milliseconds = answerWithin,
): MailDomains {
  if (!settings.EMAIL_MX_CHECK) return { takesNoMail: () => Promise.resolve(false) }
  return {
    async takesNoMail(domain) {
      const dns = open()
      // Queries without an answer by then leave doubt.
      const deadline = AbortSignal.timeout(milliseconds)
      const cancel = () => dns.cancel()
      deadline.addEventListener('abort', cancel)
      try {
        return !(await takesMail(dns, domain))
      } finally {
        deadline.removeEventListener('abort', cancel)
      }
    },
  }
}

function openResolver(list: string): Resolver {
  const resolver = new Resolver({ timeout: 700, tries: 1 })
  const servers = list.split(/[\s,]+/).filter((server) => server !== '')
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}

async function takesMail(dns: Dns, domain: string): Promise<boolean> {
  try {
    const exchangers = await dns.resolveMx(domain)
    const asked = exchangers
      .toSorted((one, other) => one.priority - other.priority)
      .slice(0, exchangersAsked)
    const reached = await Promise.all(asked.map(({ exchange }) => isReachable(dns, exchange)))
    return reached.includes(true)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND') return false
    // Without an exchanger the host itself may take mail (RFC 5321, section 5.1).
    return code !== 'ENODATA' || isReachable(dns, domain)
  }
}

/**
 * Returns whether a host has, or may have, an address of the public internet. It is never connected
 * to.
 */
async function isReachable(dns: Dns, host: string): Promise<boolean> {
  // RFC 7505: an empty exchanger means no mail. RFC 5321 forbids a bare address.
  if (host === '' || isIP(host) !== 0) return false
  const answers = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)])
  return answers.some((answer) =>
    answer.status === 'fulfilled' ? answer.value.some(isPublicAddress) : !isAbsent(answer.reason),
  )
}

function isAbsent(error: unknown): boolean {
  return ['ENODATA', 'ENOTFOUND'].includes((error as NodeJS.ErrnoException).code ?? '')
}
