import { expect } from '@playwright/test'
import { mailboxAddress } from './addresses.ts'

export interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
}

/** The mails that the product sent, read over HTTP. */
export class Mailbox {
  /** All mails to an address, newest first. */
  async list(to: string): Promise<readonly Mail[]> {
    const answer = await fetch(`${mailboxAddress}/messages?to=${encodeURIComponent(to)}`)
    return (await answer.json()) as readonly Mail[]
  }

  /** The newest mail to an address, once so many have come. */
  async newest(to: string, count = 1): Promise<Mail> {
    let mails: readonly Mail[] = []
    await expect
      .poll(
        async () => {
          mails = await this.list(to)
          return mails.length
        },
        { timeout: 90_000 },
      )
      .toBeGreaterThanOrEqual(count)
    const [newest] = mails
    if (newest === undefined) throw new Error(`No mail to ${to}.`)
    return newest
  }
}
