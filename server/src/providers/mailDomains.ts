import { Resolver } from 'node:dns/promises'

export interface MailDomains {
  /** Whether a domain is known to take no mail. Doubt, and DNS out of reach, count as no. */
  readonly takesNoMail: (domain: string) => Promise<boolean>
}

/** Asks DNS for mail exchangers; switched off, every domain is believed. */
export function createMailDomains(isOn: boolean): MailDomains {
  if (!isOn) return { takesNoMail: () => Promise.resolve(false) }
  const resolver = new Resolver({ timeout: 1000, tries: 2 })
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
