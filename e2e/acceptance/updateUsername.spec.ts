import { portalOf } from '../bench/addresses.ts'
import { ok } from '../bench/answers.ts'
import { player } from '../bench/defaults.ts'
import { NP8 } from '../bench/environments.ts'
import { expect } from '../bench/expect.ts'
import { logIn } from '../bench/logIn.ts'
import { newPlayer } from '../bench/newPlayer.ts'
import { control, field } from '../bench/page.ts'
import { freshName } from '../bench/registration.ts'
import { covers, test } from '../bench/test.ts'

const update = 'POST profile/user/42/update-username'

for (const environment of NP8) {
  test(
    `AT-UPD-08 Update username · ${environment}`,
    covers('R-2.15-1', 'R-2.15-2', 'R-7.3-5', 'R-4.11-2'),
    async ({ page, s0, signIn }) => {
      await s0.in(environment)
      s0.stub(update, () => {
        s0.stub('GET profile/user/42', ok({ ...player, Username: 'NewName' }))
        return ok()
      })
      await signIn()
      await page.goto('/account/update-username')
      await field(page, 'New username').fill('NewName')
      await control(page, 'Confirm').click()
      await expect(page).toBeOnPath('/account')
      await expect(page.getByText('NewName').first()).toBeVisible()
      expect(s0.sent(update).map(({ body }) => body)).toEqual([{ Username: 'NewName' }])
      // Without a reload of the page: the session was opened once.
      expect(s0.sent('GET token/IDENT-1')).toHaveLength(1)
    },
  )
}

test(
  'AT-UPD-09 Username errors and change · PROD',
  covers('R-1.3-8', 'R-8.4-9', 'R-8.4-10', 'R-8.4-11', 'R-8.4-12', 'R-8.4-13'),
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
