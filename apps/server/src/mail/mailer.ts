import { oneClickBody } from '@gatehouse/contract/unsubscribe'
import { knownTheme } from '@gatehouse/contract/theme/themes'
import { createTransport } from 'nodemailer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Settings } from '../platform/config/settings.ts'
import { imageOf } from './imageOf.ts'
import { logoId, type MailContent, sceneId } from './layout.ts'

/** A mail that is ready to send. */
export interface Mail extends MailContent {
  readonly to: string
  /** The same at every attempt, so that a mail that arrives twice is recognized as one. */
  readonly messageId: string
}

/** Sends mails; rejects when that fails. */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>
  /** Rejects where the mail server takes no mails now. */
  readonly check: () => Promise<unknown>
  /**
   * Returns whether the mail server takes addresses with other letters than ASCII before the `@`
   * (SMTPUTF8). Doubt counts as yes.
   */
  readonly takesUtf8: () => Promise<boolean>
  /** Closes connections that have nothing to do, and others after their mail. */
  readonly close: () => void
}

/** Milliseconds. A server that hangs must not delay the mails behind it for minutes. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
/** Milliseconds in which a mail is taken. */
const longest = 120_000
/** A person waits for a check. */
const patience = { connectionTimeout: 3000, greetingTimeout: 3000, socketTimeout: 3000 }

/** A mailer over SMTP; null when no server is set: then mails wait in the outbox. */
export function createMailer(settings: Settings): Mailer | null {
  if (settings.SMTP_URL === undefined) return null
  const transport = createTransport(
    {
      url: settings.SMTP_URL,
      ...timeouts,
      pool: true,
      maxConnections: settings.MAIL_CONNECTIONS,
      // Where the mail server has closed a connection before a byte of the mail, a new one takes it.
      maxRequeues: 1,
    },
    {
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(settings.DKIM_PRIVATE_KEY === undefined ? {} : { dkim: dkimOf(settings) }),
    },
  )
  const { name, address } = senderOf(settings.MAIL_FROM)
  const url = settings.SMTP_URL
  let isUtf8: boolean | null = null
  const learnFrom = (lines: readonly string[]) =>
    (isUtf8 = lines.some((line) => /^SMTPUTF8\b/i.test(line)))
  return {
    // Each mail that is sent says it again, and a mail server that did not answer is asked again.
    takesUtf8: async () => isUtf8 ?? (await extensionsOf(url).then(learnFrom, () => true)),
    check: () => createTransport({ url, ...patience }).verify(),
    async send({ to, subscription, sender = name, logo, scene, ...mail }) {
      const { ehlo } = await transport.sendMail({
        ...mail,
        // A mail server that trickles its answers is never silent.
        signal: AbortSignal.timeout(longest),
        // Players know the studio and not the address, which all deployments have in common.
        from: { name: sender, address },
        attachments: [
          ...(logo === undefined ? [] : [attachmentOf('logo.png', logo, logoId)]),
          ...(scene === undefined
            ? []
            : [attachmentOf('scene.jpg', imageOf(knownTheme(scene), 'jpg'), sceneId)]),
        ],
        // An address object is never parsed: an address with a comma stays one recipient. Full-width
        // letters are a keyboard's; the domain is sent in ASCII, unless the local part needs SMTPUTF8.
        to: { name: '', address: to.normalize('NFKC') },
        headers: headersOf(subscription),
      })
      if (ehlo) learnFrom(ehlo)
    },
    close: () => transport.close(),
  }
}

/** The lines in which a mail server names what it can; rejects where it does not answer. */
function extensionsOf(url: string): Promise<readonly string[]> {
  const connection = new SMTPConnection({ ...parseConnectionUrl(url), ...patience })
  return new Promise<readonly string[]>((resolve, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(new Error('The mail server hung up.')))
    connection.connect((error) => {
      if (error) return reject(error)
      const lines = String(connection.lastServerResponse).split(/\r?\n/)
      resolve(lines.map((line) => line.replace(/^\d{3}[ -]/, '')))
    })
  }).finally(() => connection.close())
}

function senderOf(text: string): { readonly name: string; readonly address: string } {
  const [, name = '', address = ''] = /^"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  return address === '' ? { name: '', address: text.trim() } : { name, address: address.trim() }
}

/** Part of the mail: nothing is fetched when it is read. */
function attachmentOf(filename: string, image: string, cid: string) {
  return {
    filename,
    content: Buffer.from(image, 'base64'),
    contentType: filename.endsWith('.png') ? 'image/png' : 'image/jpeg',
    contentDisposition: 'inline' as const,
    cid,
  }
}

/** A mail of a list offers one-click unsubscription; every other mail is the system's own. */
function headersOf(subscription: MailContent['subscription']): Record<string, string> {
  if (!subscription) return { 'Auto-Submitted': 'auto-generated' }
  return {
    'List-Id': `<${subscription.list}>`,
    'List-Unsubscribe': `<${subscription.unsubscribeUrl}>`,
    'List-Unsubscribe-Post': oneClickBody,
    Precedence: 'bulk',
  }
}

/** Mail providers offer one click only if the signature covers both of its headers. */
const signedHeaders =
  'From:Sender:Reply-To:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'Auto-Submitted:List-Id:List-Unsubscribe:List-Unsubscribe-Post'

function dkimOf({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY }: Settings) {
  return {
    domainName: DKIM_DOMAIN ?? '',
    keySelector: DKIM_SELECTOR ?? '',
    privateKey: DKIM_PRIVATE_KEY ?? '',
    headerFieldNames: signedHeaders,
  }
}
