import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control, field } from '../fixtures/page.ts'
import { freshName } from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'

test(
  'AT-UPD-09 A refused username says why, and a good one is taken · PROD',
  atNight('R-1.3-8', 'R-8.4-9', 'R-8.4-10', 'R-8.4-11', 'R-8.4-12', 'R-8.4-13'),
  async ({ page, mailbox }) => {
    const { username, password } = await newPlayer(page, 'PROD', mailbox)
    await logIn(page, 'PROD', { name: username, password })
    await page.getByRole('region', { name: 'Username' }).getByRole('link').click()
    const name = field(page, 'New username')
    for (const [wrong, words] of [
      ['a', 'between 2 and 25 characters'],
      ['bad name', 'letters and numbers only'],
      ['999', 'at least one letter'],
      ['pLAYERtWO', 'already taken'],
      ['a@b.test', 'email as a username'],
    ] as const) {
      await name.fill(wrong)
      await control(page, 'Confirm').click()
      await expect(name).toHaveError(words)
    }
    const next = freshName('Nx')
    await name.fill(next)
    await control(page, 'Confirm').click()
    await expect(page).toBeOnPath('/account')
    await expect(page.getByText(next).first()).toBeVisible()
    await control(page, 'Logout').click()
    await expect(page).toBeOnPath('/')
    await page.goto(`${portalOf('PROD')}/login`)
    await logIn(page, 'PROD', { name: next, password })
    await expect(page).toBeOnPath('/account')
  },
)
