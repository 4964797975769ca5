import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control } from '../fixtures/page.ts'
import { sendMailing } from '../fixtures/running-product/sendMailing.ts'
import { atNight, test } from '../fixtures/test.ts'
import type { Page } from '@playwright/test'

test(
  'AT-NEWS-05 Opt-in is stored; unsubscribe works · PROD',
  atNight('R-1.3-11', 'R-1.3-20', 'R-2.1-75', 'R-2.23-1'),
  async ({ page, browser, mailbox }) => {
    const player = await newPlayer(page, 'PROD', mailbox)
    await logIn(page, 'PROD', { name: player.username, password: player.password })
    await expect(page).toBeOnPath('/account')
    await page.goto(`${portalOf('PROD')}/account/newsletter`)
    await control(list(page, 'Platform news'), 'Activate').click()
    await expect(control(list(page, 'Platform news'), 'Active')).toBeVisible()
    await page.reload()
    await expect(control(list(page, 'Platform news'), 'Active')).toBeVisible()

    await sendMailing({ deployment: 'prod', list: 1, subject: 'What is new' })
    const mail = await mailbox.newest(player.email, 2)
    expect(mail.subject).toBe('What is new')
    const link = mail.links.find((one) => one.includes('unsubscribe')) ?? ''
    const clean = await browser.newContext()
    const elsewhere = await clean.newPage()
    await elsewhere.goto(link)
    await expect(elsewhere).toBeOnPath('/unsubscribe')
    await expect(elsewhere.getByText('You have been unsubscribed.')).toBeVisible()
    await clean.close()

    await page.reload()
    await expect(control(list(page, 'Platform news'), 'Activate')).toBeVisible()
  },
)

function list(page: Page, name: string) {
  return page.getByRole('listitem', { name })
}
