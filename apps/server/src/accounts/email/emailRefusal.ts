import { asciiDomain } from '@gatehouse/contract/cleanText'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { emailError } from '@gatehouse/contract/fields'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { emailRulesOf } from '../../database/accounts/emailRules.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { AccountServices } from '../accountServices.ts'

type EmailRefusal = Extract<
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
 * Returns the reason why an address is not accepted for an account, or null. It checks in this
 * order: the syntax; whether our own mail server can write to it; the operator's rules, of which an
 * allowed domain wins; the list of disposable domains; DNS; a validation service. A rule for a domain covers every domain below it.
 */
export async function emailRefusal(
  services: Pick<
    AccountServices,
    'database' | 'settings' | 'mailer' | 'mailDomains' | 'mailValidator'
  >,
  deployment: Deployment,
  email: string,
): Promise<EmailRefusal | null> {
  const error = emailError(email)
  if (error !== null) return error as EmailRefusal
  const domain = asciiDomain(email.slice(email.lastIndexOf('@') + 1))
  if (domain === null) return 'ERROR_EMAIL_INCORRECT_FORMAT'
  const { database, settings, mailer, mailDomains, mailValidator } = services
  const domains = withParents(domain)
  const isAmong = (list: ReadonlySet<string>) => domains.some((name) => list.has(name))
  // A domain that is allowed gets no mail either.
  if (needsUtf8(email) && (await mailer?.takesUtf8()) === false) {
    return 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'
  }
  const rules = await emailRulesOf(database.kysely, deployment.name, domains)
  if (rules.has('allowed') || isAmong(settings.EMAIL_ALLOWED_DOMAINS)) return null
  if (rules.has('invalid')) return 'ERROR_EMAIL_INVALID'
  if (rules.has('unauthorized') || isAmong(settings.EMAIL_DENIED_DOMAINS)) {
    return 'ERROR_EMAIL_DOMAIN_UNAUTHORIZED'
  }
  if (rules.has('disposable') || (settings.EMAIL_DISPOSABLE_CHECK && isAmong(disposable))) {
    return 'ERROR_EMAIL_DISPOSABLE_ADDRESS'
  }
  if (rules.has('undeliverable') || (await mailDomains.takesNoMail(domain))) {
    return 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'
  }
  if (rules.has('high-risk')) return 'ERROR_EMAIL_HIGH_RISK'
  return mailValidator.findingOf(email)
}

/** As the mailer writes it: full-width letters are ASCII, and a domain is always. */
function needsUtf8(email: string): boolean {
  return /[^\0-\x7f]/.test(email.slice(0, email.lastIndexOf('@')).normalize('NFKC'))
}

/** Leaves bare top-level domains out: a rule for one is certainly a mistake. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
