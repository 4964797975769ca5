import type { Page } from '@playwright/test'
import { axeViolations, bringAxe } from '../accessibility/axeViolations.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field, goInside, logOutLink } from '../fixtures/page.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import type { Mailbox } from '../fixtures/running-product/mailbox.ts'
import { addApp } from '../fixtures/steps/addApp.ts'
import { AuthenticatorApp } from '../fixtures/steps/authenticatorApp.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { test } from '../fixtures/test.ts'
import { VirtualAuthenticator } from '../fixtures/virtualAuthenticator.ts'

/* A deployment that requires a second step: the real portal, API and mail. */

const deployed = 'TWO-STEP-REQUIRED'
const portal = portalOf(deployed)
const setUp = '/login/set-up'

async function expectAccessible(page: Page): Promise<void> {
  await bringAxe(page)
  expect(await axeViolations(page, 'all')).toEqual([])
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(tooWide).toBe(0)
}

/** The codes of the mails to an address, the newest first, once there are so many. */
async function codesIn(mailbox: Mailbox, email: string, count: number): Promise<string[]> {
  let codes: string[] = []
  await expect
    .poll(async () => {
      const mails = await mailbox.list(email)
      codes = mails.flatMap(({ subject }) => /^(\d{6}) is your code/.exec(subject)?.[1] ?? [])
      return codes.length
    })
    .toBe(count)
  return codes
}

for (const [where, size] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`On ${where}`, () => {
    test.use({ viewport: size })

    test('a player without a second step is led to it from every path, and goes on with an app (AT-STR-34)', async ({
      page,
      mailbox,
    }) => {
      const { username, email, password } = await newPlayer(page, deployed, mailbox)
      await page.goto(`${portal}/account/blocked-users-management`)
      await expect(page).toBeOnPath('/login')
      await logIn(page, 'PROD', { name: username, password })
      await expect(page).toBeOnPath(setUp)
      const heading = page.getByRole('heading', { name: 'Set up two-step verification' })
      await expect(heading).toBeVisible()
      await expect(page.getByText(/^We sent a code to /)).toBeVisible()
      await expectAccessible(page)
      for (const path of ['/account', '/account/security', '/oauth?client_id=x', '/login', '/']) {
        await goInside(page, `${portal}${path}`)
        await expect(page).toBeOnPath(setUp)
      }
      await page.reload()
      await expect(heading).toBeVisible()
      // The page is not the first to be shown: its code is on its way already.
      const [code = ''] = await codesIn(mailbox, email, 1)
      const typed = field(page, 'Code from our mail')
      await typed.fill(code === '111111' ? '222222' : '111111')
      await control(page, 'Add an authenticator app').click()
      await expect(typed).toHaveError('This code is not right.')
      await control(page, 'Send another code').click()
      await expect(page.getByText('We sent another code.')).toBeVisible()
      const [newest = ''] = await codesIn(mailbox, email, 2)
      await typed.fill(newest)
      const { key } = await addApp(page)
      // What was wanted before.
      await expect(page).toBeOnPath('/account/blocked-users-management')
      await goInside(page, `${portal}/account/security`)
      await expect(page.getByText('Your account needs it.')).toBeVisible()
      await expect(page.getByRole('switch')).toHaveCount(0)
      await logOutLink(page).click()
      await expect(page).toBeOnPath('/')
      await page.goto(`${portal}/login`)
      await logIn(page, 'PROD', { name: username, password })
      await field(page, 'Code from your authenticator app').fill(
        await new AuthenticatorApp(key).nextCode(),
      )
      await expect(page).toBeOnPath('/account')
    })

    test('a player adds a passkey, stores the codes, and is in', async ({ page, mailbox }) => {
      const { username, email, password } = await newPlayer(page, deployed, mailbox)
      const authenticator = await VirtualAuthenticator.of(page)
      await logIn(page, 'PROD', { name: username, password })
      await expect(page).toBeOnPath(setUp)
      const [code = ''] = await codesIn(mailbox, email, 1)
      await field(page, 'Code from our mail').fill(code)
      await control(page, 'Add a passkey').click()
      const dialog = page.getByRole('dialog')
      await field(dialog, 'Name').fill('Laptop')
      await control(dialog, 'Save').click()
      await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
      // Whoever leaves here has a passkey that nobody asks for yet.
      page.on('dialog', (leaving) => void leaving.accept())
      await page.reload()
      await expect(page).toBeOnPath(setUp)
      await control(page, 'Switch it on').click()
      await dialog.getByText('I have stored them').click()
      await control(dialog, 'Done').click()
      await expect(page).toBeOnPath('/account')
      expect(await authenticator.count()).toBe(1)
    })
  })
}
