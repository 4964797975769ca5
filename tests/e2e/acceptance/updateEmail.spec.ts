import { maskEmail } from '@gatehouse/contract/display'
import { firstByDay } from '../fixtures/environments.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control, field, goInside } from '../fixtures/page.ts'
import { atNight, test } from '../fixtures/test.ts'

const updated = 'Your email has been successfully updated.'

for (const environment of firstByDay(['PROD', 'SANDBOX'] as const)) {
  test(
    `AT-UPD-03 An email is changed by the link of its mail · ${environment}`,
    atNight('R-1.3-9', 'R-2.1-47', 'R-2.14-5', 'R-2.14-6', 'R-7.11-1'),
    async ({ page, mailbox }) => {
      const { username, password, email } = await newPlayer(page, environment, mailbox)
      const next = `next.${email}`
      await logIn(page, environment, { name: username, password })
      await page.getByRole('region', { name: 'Email' }).getByRole('link').click()
      await field(page, 'New email').fill(next)
      await field(page, 'Confirm email').fill(next)
      await control(page, 'Confirm').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Check your mailbox/)
      await control(page, 'Return to my account').click()
      await expect(page.getByText(maskEmail(email))).toBeVisible()

      const { links } = await mailbox.newest(next)
      const link = links.find((one) => one.includes('/account/update-email/confirm?uid=')) ?? ''
      await page.goto(link)
      await expect(page).toHaveURL(`${portalOf(environment)}/account/update-email/success`)
      await expect(page.getByText(updated)).toBeVisible()
      const whose = `The address of ${username} is ${maskEmail(next)} now.`
      await expect(page.getByText(whose)).toBeVisible()
      await control(page, 'Return to my account').click()
      await expect(page.getByText(maskEmail(next))).toBeVisible()
      await control(page, 'Logout').click()
      await expect(page).toBeOnPath('/')
      await page.goto(`${portalOf(environment)}/login`)
      await logIn(page, environment, { name: next, password })
      await expect(page).toBeOnPath('/account')
    },
  )
}

test(
  'The old address takes the account back, from a browser that is not logged in · PROD',
  atNight('R-2.1-49', 'R-7.11-2'),
  async ({ page, mailbox, browser }) => {
    const { username, password, email } = await newPlayer(page, 'PROD', mailbox)
    const next = `next.${email}`
    await logIn(page, 'PROD', { name: username, password })
    await expect(page).toBeOnPath('/account')
    await goInside(page, `${portalOf('PROD')}/account/update-email`)
    await field(page, 'New email').fill(next)
    await field(page, 'Confirm email').fill(next)
    await control(page, 'Confirm').click()
    const { links: toNext } = await mailbox.newest(next)
    await page.goto(toNext.find((one) => one.includes('/update-email/confirm')) ?? '')
    await expect(page.getByText(updated)).toBeVisible()

    const { links } = await mailbox.newest(email, 2)
    const undo = (await mailbox.list(email))
      .flatMap((mail) => mail.links)
      .find((one) => one.includes('/account/update-email/recovery'))
    expect(undo, `a way back among ${links.join()}`).toBeDefined()
    const context = await browser.newContext()
    const elsewhere = await context.newPage()
    await elsewhere.goto(undo ?? '')
    await expect(elsewhere.getByText(updated)).toBeVisible()
    const said = elsewhere.getByRole('status')
    await expect(said).toContainText(`Your address is ${maskEmail(email)} again.`)
    await expect(said).toContainText(
      'We logged you out on every device, and no password opens your account now.',
    )
    await control(elsewhere, 'Choose a new password').click()
    await expect(elsewhere).toBeOnPath('/password-recovery')
    await elsewhere.goBack()
    await control(elsewhere, 'Return to my account').click()
    await expect(elsewhere).toBeOnPath('/')

    // Every session has ended, and the address is the old one again.
    await page.goto(`${portalOf('PROD')}/account`)
    await expect(page).toBeOnPath('/')
    const reset = (await mailbox.list(email))
      .flatMap((mail) => mail.links)
      .find((one) => one.includes('/password-recovery/reset'))
    const chosen = `New${password}`
    await page.goto(reset ?? '')
    await field(page, 'New password').fill(chosen)
    await field(page, 'Confirm password').fill(chosen)
    await control(page, 'Confirm').click()
    await expect(page).toBeOnPath('/login')
    await logIn(page, 'PROD', { name: email, password: chosen })
    await expect(page.getByText(maskEmail(email))).toBeVisible()
    await context.close()
  },
)
