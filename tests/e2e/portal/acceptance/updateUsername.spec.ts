import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { distinctBy, ownLoginEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

const update = 'POST profile/user/42/update-username'

for (const environment of distinctBy(
  ({ updateUsername }) => updateUsername,
  ownLoginEnvironments,
)) {
  test(
    `AT-UPD-08 A player can update the username · ${environment}`,
    covers('R-2.15-1', 'R-2.15-2', 'R-7.3-5', 'R-4.11-2'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      stubbedApi.stub(update, () => {
        stubbedApi.stub('GET profile/user/42', ok({ ...player, Username: 'NewName' }))
        return ok()
      })
      await signIn()
      await page.goto('/account/update-username')
      await field(page, 'New username').fill('NewName')
      await control(page, 'Confirm').click()
      await expect(page).toBeOnPath('/account')
      await expect(page.getByText('NewName').first()).toBeVisible()
      expect(stubbedApi.sent(update).map(({ body }) => body)).toEqual([{ Username: 'NewName' }])
      // Without a reload of the page: the session was opened once.
      expect(stubbedApi.sent('GET token/IDENT-1')).toHaveLength(1)
    },
  )
}
