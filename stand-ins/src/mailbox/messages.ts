import PostalMime from 'postal-mime'

/** A mail as the mailbox shows it to people and programs. */
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

  /** Takes a mail as it came over the wire and the addresses it was sent to. */
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

  /** Those to this address, whatever its case; all without one. */
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

/** Web addresses of both parts, each once, in their order. */
function linksIn(text: string, html: string): readonly string[] {
  const hrefs = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll(/&(amp|#38);/g, '&'),
  )
  const written = text.match(/https?:\/\/[^\s<>"]+/g) ?? []
  return [...new Set([...hrefs, ...written])].filter((link) => /^https?:\/\//.test(link))
}
