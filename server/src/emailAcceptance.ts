import { domainToASCII } from 'node:url'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { emailFault } from '@gatehouse/contract/fields'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { rulesOfDomains } from './database/emailRules.ts'
import type { Deployment } from './deployments.ts'
import type { Services } from './services.ts'

type EmailFault = Extract<
  ErrorCode,
  | 'ERROR_EMAIL_EMPTY'
  | 'ERROR_EMAIL_LENGTH'
  | 'ERROR_EMAIL_INCORRECT_FORMAT'
  | 'ERROR_EMAIL_INVALID'
  | 'ERROR_EMAIL_DOMAIN_UNAUTHORIZED'
  | 'ERROR_EMAIL_DISPOSABLE_ADDRESS'
  | 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'
  | 'ERROR_EMAIL_HIGH_RISK'
>

const disposable = disposableEmailBlocklistSet()

/**
 * Why an address is not accepted for an account, or null. Syntax first, then the operator's rules
 * and the list of throw-away domains, both for the domain and for every domain above it.
 */
export async function emailRefusal(
  { database, mailDomains }: Pick<Services, 'database' | 'mailDomains'>,
  deployment: Deployment,
  email: string,
): Promise<EmailFault | null> {
  const fault = emailFault(email)
  if (fault !== null) return fault as EmailFault
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
  if (domain === '') return 'ERROR_EMAIL_INCORRECT_FORMAT'
  const domains = withParents(domain)
  const rules = await rulesOfDomains(database.kysely, deployment.name, domains)
  if (rules.has('invalid')) return 'ERROR_EMAIL_INVALID'
  if (rules.has('unauthorized')) return 'ERROR_EMAIL_DOMAIN_UNAUTHORIZED'
  if (rules.has('disposable') || domains.some((name) => disposable.has(name))) {
    return 'ERROR_EMAIL_DISPOSABLE_ADDRESS'
  }
  if (rules.has('undeliverable') || (await mailDomains.takesNoMail(domain))) {
    return 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'
  }
  return rules.has('high-risk') ? 'ERROR_EMAIL_HIGH_RISK' : null
}

/** `a.b.test` and `b.test`; a list of bare top-level domains is nobody's intention. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
