import PostalMime from 'postal-mime'

/** A mail in the form of the mailbox's pages and API. */
export interface Message {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  readonly receivedAt: string
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
      to: recipients.join(', '),
      subject: mail.subject ?? '',
      text,
      html,
      links: linksIn(text, html),
      receivedAt: new Date().toISOString(),
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

/** The web addresses of both parts, each once, in their order. */
function linksIn(text: string, html: string): readonly string[] {
  const hrefs = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll(/&(amp|#38);/g, '&'),
  )
  const written = text.match(/https?:\/\/[^\s<>"]+/g) ?? []
  return [...new Set([...hrefs, ...written])].filter((link) => /^https?:\/\//.test(link))
}
