import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import type { LedgerAct } from '@gatehouse/contract/activity'
import type { AccountApi, Token } from '../fixtures/running-product/accountApi.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import type { Mailbox } from '../fixtures/running-product/mailbox.ts'
import { AuthenticatorApp } from '../fixtures/steps/authenticatorApp.ts'
import type { Registration } from '../fixtures/steps/registration.ts'
import { pathOf, requestsFromNowOn } from '../fixtures/traffic.ts'

/** A deployment with all that a journey may meet, and without a captcha, which would keep the tests out. */
export const deployed = 'ORDINARY'
export const portal = portalOf(deployed)

/** A player with a browser, and the product, which is asked behind the browser's back. */
export class World {
  readonly page: Page
  readonly context: BrowserContext
  readonly mailbox: Mailbox
  readonly api: AccountApi
  readonly player: Registration
  /** What the player will have changed by the end of the journey. */
  readonly next: Pick<Registration, 'username' | 'email' | 'password'>
  app: AuthenticatorApp | null = null
  /** That of the mail whose link was followed last; '' where it has none. */
  number = ''
  readonly #requests: readonly Request[]
  #token: Token | null = null

  constructor(parts: Pick<World, 'page' | 'context' | 'mailbox' | 'api' | 'player'>) {
    this.page = parts.page
    this.context = parts.context
    this.mailbox = parts.mailbox
    this.api = parts.api
    this.player = parts.player
    this.#requests = requestsFromNowOn(parts.context)
    this.next = {
      username: `${parts.player.username}x`,
      email: `next.${parts.player.email}`,
      password: 'Kites4Castle9',
    }
  }

  /** Reads a call of the account as the player, from another place. */
  async ask(name: string, data?: object): Promise<unknown> {
    this.#token ??= await this.#logIn()
    let answer = await this.api.send(name, data, { bearer: this.#token.Value })
    if (answer.status === 401) {
      this.#token = await this.#logIn()
      answer = await this.api.send(name, data, { bearer: this.#token.Value })
    }
    expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }

  /** How often the account's ledger has an act. */
  async acts(act: LedgerAct): Promise<number> {
    const { Entries } = (await this.ask('GET security/activity')) as {
      Entries: readonly { readonly Act: LedgerAct }[]
    }
    return Entries.filter((entry) => entry.Act === act).length
  }

  async userId(): Promise<number> {
    this.#token ??= await this.#logIn()
    return this.#token.Id_User
  }

  /** How many mails an address has got whose subject matches. */
  async mails(to: string, subject: RegExp): Promise<number> {
    return (await this.mailbox.list(to)).filter((mail) => subject.test(mail.subject)).length
  }

  /** The newest link of this kind in the mails to an address. */
  async mailed(to: string, path: string): Promise<string> {
    let link = ''
    await expect
      .poll(async () => {
        const links = (await this.mailbox.list(to)).flatMap((mail) => mail.links)
        link = links.find((one) => one.includes(path)) ?? ''
        return link
      })
      .not.toBe('')
    return link
  }

  /** The link of the newest mail with such a subject, and its number. */
  async safetyLink(subject: RegExp): Promise<string> {
    const mail = await this.mailbox.about(subject, this.player.email)
    this.number = /number: (\d{6})/i.exec(mail.text)?.[1] ?? ''
    return mail.links.find((one) => one.includes('/account-safety')) ?? ''
  }

  /** How often a call of the browser was carried out: for what neither ledger nor mail tells. */
  async calls(path: RegExp): Promise<number> {
    const sent = this.#requests.filter(
      (request) => request.method() === 'POST' && path.test(pathOf(request)),
    )
    const answers = await Promise.all(sent.map((request) => request.response()))
    return answers.filter((answer) => answer?.ok() === true).length
  }

  /** Adds an app, so that a log-in has a second step. */
  async addApp(): Promise<void> {
    const started = await this.ask('POST security/authenticators/start', {})
    const { Id, Secret } = started as { Id: number; Secret: string }
    this.app = new AuthenticatorApp(Secret)
    const Code = await this.app.nextCode()
    await this.ask('POST security/authenticators/confirm', { Id, Code, Name: 'App' })
  }

  async #logIn(): Promise<Token> {
    const { username, email } = this.player
    for (const password of [this.player.password, this.next.password]) {
      for (const name of [username, email]) {
        const answer = await this.api.send('POST log/log-in', {
          UsernameOrEmail: name,
          Password: password,
        })
        if (answer.status >= 300) continue
        const { Created } = answer.body as { Created: string }
        return (await this.api.send(`GET token/${Created}`)).body as Token
      }
    }
    throw new Error(`${username} cannot be logged in.`)
  }
}
