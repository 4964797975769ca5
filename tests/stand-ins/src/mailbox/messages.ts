import PostalMime, { type Attachment } from 'postal-mime'

/** A mail in the form of the mailbox's pages and API. */
export interface Message {
  readonly id: string
  readonly from: string
  /** The display name of the sender. */
  readonly sender: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  readonly receivedAt: string
  /** The images that the mail carries, as `data:` addresses by their content ids. */
  readonly images: Readonly<Record<string, string>>
}

const messagesKept = 2000

/** Mails in memory, newest first. */
export class Messages {
  #all: readonly Message[] = []
  #received = 0

  /** Adds a raw mail with the addresses of its envelope. */
  async receive(raw: Uint8Array, from: string, recipients: readonly string[]): Promise<Message> {
    const mail = await PostalMime.parse(raw)
    const [text, html] = [mail.text ?? '', mail.html ?? '']
    this.#received += 1
    const message = {
      id: String(this.#received),
      from: mail.from?.address ?? from,
      sender: mail.from?.name ?? '',
      to: recipients.join(', '),
      subject: mail.subject ?? '',
      text,
      html,
      links: linksIn(text, html),
      receivedAt: new Date().toISOString(),
      images: imagesOf(mail.attachments),
    }
    this.#all = [message, ...this.#all].slice(0, messagesKept)
    return message
  }

  /** The mails to this address, in any case; all mails without one. */
  list(to?: string): readonly Message[] {
    const wanted = to?.trim().toLowerCase()
    if (wanted === undefined || wanted === '') return this.#all
    return this.#all.filter((message) => message.to.toLowerCase().split(', ').includes(wanted))
  }

  find(id: string): Message | undefined {
    return this.#all.find((message) => message.id === id)
  }

  clear(): void {
    this.#all = []
  }
}

function imagesOf(attachments: readonly Attachment[]): Readonly<Record<string, string>> {
  const images = attachments.filter(({ mimeType }) => /^image\/(png|jpeg|gif)$/.test(mimeType))
  return Object.fromEntries(
    images.map(({ contentId = '', mimeType, content }) => {
      const bytes =
        typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
      return [
        contentId.replaceAll(/[<>]/g, ''),
        `data:${mimeType};base64,${bytes.toString('base64')}`,
      ]
    }),
  )
}

/** The web addresses of both parts, each once, in their order. */
function linksIn(text: string, html: string): readonly string[] {
  const hrefs = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll(/&(amp|#38);/g, '&'),
  )
  const written = text.match(/https?:\/\/[^\s<>"]+/g) ?? []
  return [...new Set([...hrefs, ...written])].filter((link) => /^https?:\/\//.test(link))
}
