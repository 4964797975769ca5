import { type BrowserContext, type Cookie, test as base } from '@playwright/test'
import { expect } from './expect.ts'
import { Keyboard } from './keyboard.ts'
import { Mailbox } from './mailbox.ts'
import { control, field } from './page.ts'
import { S0 } from './s0.ts'
import { settle } from './settle.ts'
import { settleInFirefox } from './settleInFirefox.ts'

interface Bench {
  /** The portal with a played account API. */
  readonly s0: S0
  /** Gives this browser the cookies of PlayerOne's session, as the played account API knows it. */
  readonly signIn: () => Promise<void>
  /** The real mails of the running product. */
  readonly mailbox: Mailbox
  readonly keyboard: Keyboard
}

export const test = base.extend<Bench, { playerCookies: readonly Cookie[] }>({
  context: async ({ context, browserName }, use) => {
    if (browserName === 'firefox') settleInFirefox(context)
    settle(context)
    await use(context)
  },

  s0: async ({ context }, use) => {
    const s0 = new S0(context)
    await use(s0)
    expect(s0.unanswered, 'calls that no stub answers').toEqual([])
  },

  // Once a worker: the session is made by the portal's own log-in, so that no test knows its cookies.
  playerCookies: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({
        baseURL: project.use.baseURL ?? '',
        bypassCSP: true,
      })
      const cookies = await cookiesOfLogIn(context)
      await context.close()
      await use(cookies)
    },
    { scope: 'worker' },
  ],

  signIn: async ({ context, playerCookies }, use) => {
    await use(() => context.addCookies([...playerCookies]))
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs off its pattern
  mailbox: async ({}, use) => use(new Mailbox()),

  keyboard: async ({ page }, use) => use(new Keyboard(page)),
})

/** The requirements that a scenario proves, as an annotation of its test. */
export function covers(...requirements: readonly string[]) {
  return { annotation: { type: 'covers', description: requirements.join(', ') } }
}

async function cookiesOfLogIn(context: BrowserContext): Promise<readonly Cookie[]> {
  const s0 = new S0(context)
  await s0.in('SANDBOX')
  const page = await context.newPage()
  await page.goto('/login')
  await control(page, 'Reject all').click()
  await field(page, 'Username or email').fill('PlayerOne')
  await field(page, 'Password').fill('Welcome2Gatehouse')
  await control(page, 'Connect').click()
  await expect(page).toHaveURL('/account')
  return context.cookies()
}
