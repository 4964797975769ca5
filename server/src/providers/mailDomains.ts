import { Resolver } from 'node:dns/promises'
import type { Settings } from '../settings.ts'

export interface MailDomains {
  /** Whether a domain is known to take no mail. Doubt, and DNS out of reach, count as no. */
  readonly takesNoMail: (domain: string) => Promise<boolean>
}

/** Asks DNS for mail exchangers, for a second and a half at most; switched off it believes all. */
export function createMailDomains(
  settings: Pick<Settings, 'EMAIL_MX_CHECK' | 'EMAIL_DNS_SERVERS'>,
): MailDomains {
  if (!settings.EMAIL_MX_CHECK) return { takesNoMail: () => Promise.resolve(false) }
  const resolver = new Resolver({ timeout: 700, tries: 1 })
  const servers = settings.EMAIL_DNS_SERVERS.split(/[\s,]+/).filter((server) => server !== '')
  if (servers.length > 0) resolver.setServers(servers)
  return {
    async takesNoMail(domain) {
      try {
        const exchanges = await resolver.resolveMx(domain)
        // RFC 7505: a single empty exchange says that there is no mail.
        return exchanges.length > 0 && exchanges.every(({ exchange }) => exchange === '')
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENOTFOUND') return true
        return code === 'ENODATA' && !(await hasAddress(resolver, domain))
      }
    },
  }
}

/** Without an exchanger the host itself may take mail (RFC 5321, section 5.1). */
async function hasAddress(resolver: Resolver, domain: string): Promise<boolean> {
  const lookUps = [resolver.resolve4(domain), resolver.resolve6(domain)]
  const results = await Promise.allSettled(lookUps)
  return results.some((result) => result.status === 'fulfilled' || !isAbsent(result.reason))
}

function isAbsent(error: unknown): boolean {
  return ['ENODATA', 'ENOTFOUND'].includes((error as NodeJS.ErrnoException).code ?? '')
}
