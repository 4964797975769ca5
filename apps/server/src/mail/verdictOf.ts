/**
 * What a refusal of the mail server is about: the mailbox, the mail itself, or us, our server and
 * the way there.
 */
type Verdict = 'mailbox' | 'message' | 'us'

/** The fields of a mailer's error that come from the mail server. */
export interface SmtpError {
  readonly responseCode?: number
  readonly code?: string
  readonly command?: string
  readonly response?: string
}

/**
 * Enhanced codes (RFC 3463 and IANA's list) that are about one mailbox or one mail. Every other one
 * may be about us: 5.7.1 is said of a block list and of a lost password alike.
 */
const abouts: Readonly<Record<string, Verdict>> = {
  // No such mailbox, no such domain, no address, moved, no mail at the domain, switched off.
  '5.1.1': 'mailbox',
  '5.1.2': 'mailbox',
  '5.1.3': 'mailbox',
  '5.1.6': 'mailbox',
  '5.1.10': 'mailbox',
  '5.2.1': 'mailbox',
  // Too long for the mailbox, too big for the system, content and conversion.
  '5.2.3': 'message',
  '5.3.4': 'message',
  '5.6.0': 'message',
  '5.6.1': 'message',
  '5.6.2': 'message',
  '5.6.3': 'message',
  '5.6.4': 'message',
  '5.6.5': 'message',
  '5.6.6': 'message',
  '5.6.7': 'message',
  '5.6.8': 'message',
  '5.6.9': 'message',
  '5.6.10': 'message',
}

/** Before these the mail server knows neither the recipient nor the mail. */
const knowsMail = new Set(['RCPT TO', 'DATA'])

/** True where the mail server answered about a mail, whose recipient it knew. */
export function isAboutMail({ responseCode = 0, command }: SmtpError): boolean {
  return responseCode >= 400 && knowsMail.has(command ?? '')
}

/** The enhanced code of a mail server's answer, like `5.1.1`, or null. */
export function enhancedCodeOf(response = ''): string | null {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?![\d.])/m.exec(response)?.[1] ?? null
}

/**
 * Judges an error of the mailer by its codes and never by its words; null where the mail server
 * gave no answer, or one for now (4xx). The code decides at each stage that has the recipient. A
 * refusal without a code is about us, and one of the whole mail about the mail.
 */
export function verdictOf({
  responseCode = 0,
  code,
  command,
  response,
}: SmtpError): Verdict | null {
  if (responseCode < 500) return null
  const enhanced = enhancedCodeOf(response)
  // Contradicts itself: the milder half counts.
  if (enhanced?.startsWith('4')) return null
  if (!knowsMail.has(command ?? '')) return 'us'
  if (enhanced === null) return code === 'EMESSAGE' ? 'message' : 'us'
  return abouts[enhanced] ?? 'us'
}
